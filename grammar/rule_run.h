// Runs one rule over one stretch of the layout's text. Private to the rules: includes Spirit.
#pragma once

#include <optional>

#include "grammar/expectation.h"
#include "grammar/rule_context_def.h"

namespace guardc::grammar::rules {

// Nothing when the rule took all of it. The rule itself must expect the end. No exception gets out.
template <typename Rule, typename Attribute>
std::optional<Diagnostic> run_rule(ReadingState& state, const Rule& rule, Span span,
                                   std::string_view end_name, const Limits& limits, Attribute& attribute) {
    const std::size_t pieces_before = state.pieces.size();
    RuleIterator at = state.base() + span.begin;
    const RuleIterator end = state.base() + span.end;
    Expectation failed{"operand", span.begin, span.end, end_name};
    std::string which;
    try {
        if (x3::phrase_parse(at, end, x3::with<StateTag>(state)[rule], BlankSkipper{}, attribute))
            return std::nullopt;
    } catch (const x3::expectation_failure<RuleIterator>& failure) {
        which = failure.which();
        failed.which = which;
        failed.at = state.offset(failure.where());
    }
    state.pieces.resize(pieces_before);
    return explain(state.layout->text, failed, limits);
}

}  // namespace guardc::grammar::rules
