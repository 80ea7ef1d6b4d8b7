// `GLOBAL_STATE: ___check_global_state() against {..}`: one condition for each field.
#pragma once

#include <vector>

#include "compiler/sema/lowering.h"
#include "grammar/ast.h"

namespace guardc::compiler {

std::vector<Condition> global_state(Lowering& lowering, const grammar::PeerGuard& guard, grammar::Span span);

}  // namespace guardc::compiler
