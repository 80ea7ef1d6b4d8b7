// What a guard line that TorchDynamo printed with its kind means.
#pragma once

#include <vector>

#include "compiler/sema/lowering.h"
#include "grammar/ast.h"

namespace guardc::compiler {

// The conditions of one line, never weaker than the line. None after a mistake, and for a line that says
// nothing of its own (the further seats of a relation print its bare kind).
std::vector<Condition> peer_conditions(Lowering& lowering, const grammar::PeerGuard& guard,
                                       grammar::Span span);

}  // namespace guardc::compiler
