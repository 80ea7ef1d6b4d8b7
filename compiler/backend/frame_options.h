// The clauses of a rule file as a dispatcher takes them.
#pragma once

#include "compiler/guards/guard.h"
#include "runtime/dispatch/frame_cache.h"

namespace guardc::compiler {

// Name, limit, failure policy and order; the callbacks are the engine's.
FrameOptions frame_options(const FrameRules& rules);

}  // namespace guardc::compiler
