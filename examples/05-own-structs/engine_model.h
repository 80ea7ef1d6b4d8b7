// What guardc needs to know of the engine's structs to check them in place.
#pragma once

#include "runtime/model/model.h"
#include "runtime/program/frame_shape.h"

namespace engine {

const guardc::Model& model();

// Slots in the order of the members of Arguments, so that a pointer to Arguments is a pointer to the slots.
guardc::FrameShape arguments_shape();

}  // namespace engine
