// The rules of expressions, as other rules use them. Private to the rules: includes Spirit.
#pragma once

#include "grammar/rule_tokens.h"

namespace guardc::grammar::rules {

// `operand (operator operand)*`: flat; what binds tighter is decided in expression_builder.cpp.
using ExpressionRule = x3::rule<struct ExpressionTag, PieceRange>;
inline const ExpressionRule expression{"operand"};
BOOST_SPIRIT_DECLARE(ExpressionRule)

// A path of a waiver.
using PathRule = x3::rule<struct PathExpressionTag, PieceRange>;
inline const PathRule path_expression{"operand"};
BOOST_SPIRIT_DECLARE(PathRule)

// What stands between two brackets.
using LevelRule = x3::rule<struct ElementsTag>;
using ArgumentsRule = x3::rule<struct ArgumentsTag>;
using SubscriptRule = x3::rule<struct SubscriptTag>;
using BracesRule = x3::rule<struct BracesTag>;
inline const LevelRule elements{"operand"};
inline const ArgumentsRule arguments{"operand"};
inline const SubscriptRule subscript{"operand"};
inline const BracesRule braces{"operand"};
BOOST_SPIRIT_DECLARE(LevelRule, ArgumentsRule, SubscriptRule, BracesRule)

}  // namespace guardc::grammar::rules
