// Limits, failure policy and order of a frame.
#pragma once

#include "compiler/guards/guard.h"
#include "compiler/sema/lowering.h"
#include "grammar/ast.h"

namespace guardc::compiler {

void check_clauses(FrameRules& rules, const grammar::FrameDecl& frame, Lowering& lowering);

}  // namespace guardc::compiler
