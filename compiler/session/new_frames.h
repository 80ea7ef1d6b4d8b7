// Frames that a waiver lets in.
#pragma once

#include <expected>
#include <span>
#include <string>

#include "compiler/guards/guard.h"
#include "compiler/json/frame_json.h"

namespace guardc::compiler {

// Everything is referred to, and the pool must not grow meanwhile.
struct FrameSearch {
    const TermPool& terms;
    const FrameShape& shape;
    std::span<const Guard> kept;
};

// A frame that all of `kept` accept and where `violated` is not true, as the reference confirms; or one line
// on why there is none to show.
std::expected<FrameDocument, std::string> find_new_frame(const FrameSearch& search, TermId violated);

}  // namespace guardc::compiler
