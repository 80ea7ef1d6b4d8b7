// What the rules of statements share. Private to the rules: includes Spirit.
#pragma once

#include <boost/fusion/include/adapt_struct.hpp>

#include "grammar/expression_rules.h"
#include "grammar/rule_run.h"
#include "grammar/statements.h"

namespace guardc::grammar::rules {

template <typename Tag>
using TokenRule = x3::rule<Tag, Token>;

// Every operand of `>` is a named rule, and the name is what a message says was expected.
template <typename Tag>
auto named(const char* what, const auto& parser) {
    return x3::rule<Tag>{what} = parser;
}
template <typename Tag>
auto named_token(const char* what, const auto& parser) {
    return x3::rule<Tag, Token>{what} = token[parser];
}

inline const auto end = named<struct EndTag>("end of statement", x3::eoi);
inline const auto head_end = named<struct HeadEndTag>("head end", x3::eoi);
inline const auto frame_name = named_token<struct FrameNameTag>("frame name", name | plain_string_token);
inline const auto backend_name = named_token<struct BackendNameTag>("backend name", plain_string_token);
inline const auto count = named_token<struct CountTag>("number", digits_token);
inline const auto reason = named_token<struct ReasonTag>("reason", +string_token);
inline const auto because = word("because") > reason;

// Runs a statement's rule over one line. Rules that start with their word are only run on lines that do.
template <typename Attribute, typename Rule>
std::optional<Attribute> run(Reading& reading, const Rule& rule, Span line) {
    reading.begin_statement();
    Attribute attribute{};
    auto problem = run_rule(reading.state, rule, line, reading.end_name(line), reading.limits, attribute);
    if (!problem) return attribute;
    reading.sink.add(std::move(*problem));
    return std::nullopt;
}

// Of an optional clause: nothing was written, or its text. False when the text has a mistake.
inline bool read_optional(Reading& reading, Token written, std::optional<std::string>& out) {
    if (written.empty()) return true;
    out = reading.string(written.span);
    return out.has_value();
}

}  // namespace guardc::grammar::rules
