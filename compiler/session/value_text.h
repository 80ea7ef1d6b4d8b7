// Values of `test` blocks, written as frame files write them, so that one reader checks both.
#pragma once

#include <optional>
#include <string>

#include "grammar/ast.h"
#include "grammar/diagnostic.h"

namespace guardc::compiler {

// JSON of a dict whose keys are field names, bare or in quotes: `{x: None, "y": 1}`. Its values are literals,
// displays, `inf`, `nan`, names of dtypes, devices and types, and the constructors of value_constructors.cpp.
// Nothing after a mistake, which was reported. Recurses as deep as brackets nest.
std::optional<std::string> fields_json(const grammar::ExprPool& pool, grammar::ExprId dict,
                                       grammar::Diagnostics& diagnostics);

}  // namespace guardc::compiler
