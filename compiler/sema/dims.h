// Dims and names of places: pure names for what an expression stands for.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "compiler/guards/guard.h"
#include "compiler/sema/reporter.h"
#include "grammar/ast.h"

namespace guardc::compiler {

// Gives `rules` the names of a frame, in whatever order they depend on each other. Returns the names of those
// with a mistake.
std::unordered_set<std::string> check_dims(FrameRules& rules, const std::vector<grammar::DimStatement>& dims,
                                           const grammar::ExprPool& pool, Reporter& reporter);

}  // namespace guardc::compiler
