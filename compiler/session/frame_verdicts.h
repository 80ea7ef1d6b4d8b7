// Predicates that a frame file answers: `"externs": {"text": true}`.
#pragma once

#include <memory>
#include <vector>

#include "compiler/guards/guard.h"
#include "compiler/json/frame_json.h"
#include "compiler/terms/extern_declaration.h"

namespace guardc::compiler {

// The frame that is being looked at; null: none, and every verdict is undefined.
using CurrentFrame = std::shared_ptr<const FrameDocument*>;

// A declaration for every predicate without operands that these rules name: what the current frame says of
// it, undefined where it says nothing. For one thread.
std::vector<std::shared_ptr<const ExternDeclaration>> frame_verdicts(const std::vector<FrameRules>& frames,
                                                                     const CurrentFrame& current);

}  // namespace guardc::compiler
