// The tree as plain lines, for tests and for looking at it: one line a statement, expressions in prefix form,
// no places. Two texts mean the same tree exactly when their dumps are equal.
#pragma once

#include <string>

#include "grammar/ast.h"

namespace guardc::grammar {

// `(and (== L.x 5) (not y))`. Does not recurse.
std::string dump_expression(const ExprPool& pool, ExprId id);
std::string dump_guard(const ExprPool& pool, const GuardStatement& guard);
std::string dump_waiver(const ExprPool& pool, const WaiveStatement& waiver);
std::string dump_file(const File& file);

}  // namespace guardc::grammar
