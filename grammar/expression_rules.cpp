#include "grammar/expression_def.h"

namespace guardc::grammar::rules {

BOOST_SPIRIT_INSTANTIATE(ExpressionRule, RuleIterator, RuleContext)
BOOST_SPIRIT_INSTANTIATE(PathRule, RuleIterator, RuleContext)
BOOST_SPIRIT_INSTANTIATE(LevelRule, RuleIterator, RuleContext)
BOOST_SPIRIT_INSTANTIATE(ArgumentsRule, RuleIterator, RuleContext)
BOOST_SPIRIT_INSTANTIATE(SubscriptRule, RuleIterator, RuleContext)
BOOST_SPIRIT_INSTANTIATE(BracesRule, RuleIterator, RuleContext)

}  // namespace guardc::grammar::rules
