// Guard statements to guards, with where they came from.
#pragma once

#include <vector>

#include "compiler/guards/guard.h"
#include "compiler/sema/lowering.h"
#include "grammar/ast.h"

namespace guardc::compiler {

// Names and values of `or` are written out wherever they are used, so a short text can mean a guard without
// end.
inline constexpr std::uint64_t kLargestGuard = 100'000;  // operations

// `base` holds what all guards of the statement share; span and `because` are the statement's. Nothing is
// appended when the statement has a mistake.
void add_guards(Lowering& lowering, const grammar::GuardStatement& statement, const Provenance& base,
                std::vector<Guard>& out);

}  // namespace guardc::compiler
