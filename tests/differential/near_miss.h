// Frames that differ from a given one in one fact.
#pragma once

#include <string>

#include "tests/differential/dice.h"
#include "tests/differential/frame_generator.h"
#include "tests/differential/sketch.h"

namespace guardc::differential {

struct NearMiss {
    FrameSketch frame;
    std::string changed;  // what, in words
};
NearMiss near_miss(const FrameSketch& frame, Dice& dice, FrameGenerator& values);

}  // namespace guardc::differential
