// Patterns of waivers as expressions that sema understands: what stands for anything has become a constant or
// a name that no guard has.
#pragma once

#include <string>
#include <vector>

#include "grammar/ast.h"

namespace guardc::compiler {

// Constants to put in place of `_`. Where a number is a mistake a text may do, so both are tried.
enum class WildcardForm : std::uint8_t { number, text };

struct PatternExpression {
    grammar::ExprPool pool;
    grammar::ExprId root = grammar::kNoExpr;
    std::vector<std::string> wildcards;  // the constants put in for `_`, as they print
    std::vector<std::string> any_names;  // names put in for the `_` of `getattr(x, _)`, `hasattr(x, _)`
    std::vector<std::string> any_steps;  // names of the attributes put in for `.*`
};

// The expression alone, in a pool of its own.
PatternExpression pattern_expression(const grammar::ExprPool& pool, grammar::ExprId root, WildcardForm form);

// Makes `path` a test that holds the path as its first operand: `path is 46116..`.
void test_against_constant(PatternExpression& path);
// `path == [46116..]`: the tests of a shape, the last one of a size.
void test_against_shape(PatternExpression& path);

}  // namespace guardc::compiler
