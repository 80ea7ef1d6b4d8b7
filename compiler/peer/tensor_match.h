// `TENSOR_MATCH: check_tensor(place, Type, DispatchKeySet(..), dtype, device=.., requires_grad=.., size=[..],
// stride=[..])`: one condition for each field.
#pragma once

#include <vector>

#include "compiler/sema/lowering.h"
#include "grammar/ast.h"

namespace guardc::compiler {

std::vector<Condition> tensor_match(Lowering& lowering, const grammar::PeerGuard& guard, grammar::Span span);

}  // namespace guardc::compiler
