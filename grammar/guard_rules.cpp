// Guards in guardc's own form, and the expressions in the peer's.
#include <algorithm>
#include <array>

#include "grammar/statement_rules_def.h"

namespace guardc::grammar::rules {

struct GuardSyntax {
    PieceRange condition;
    Token because;
};

}  // namespace guardc::grammar::rules

BOOST_FUSION_ADAPT_STRUCT(guardc::grammar::rules::GuardSyntax, condition, because)

namespace guardc::grammar {

namespace rules {

namespace {

const x3::rule<struct GuardTag, GuardSyntax> guard{"guard"};
const auto guard_def = expression >> (-because > end);
const x3::rule<struct PeerTag, PieceRange> peer_expression{"expression"};
const auto peer_expression_def = expression > end;

BOOST_SPIRIT_DEFINE(guard, peer_expression)

}  // namespace

}  // namespace rules

std::optional<GuardStatement> read_own_guard(Reading& reading, Span line) {
    const auto read = rules::run<rules::GuardSyntax>(reading, rules::guard, line);
    if (!read) return std::nullopt;
    GuardStatement guard;
    const auto condition = reading.expression(read->condition);
    if (!condition || !rules::read_optional(reading, read->because, guard.because)) return std::nullopt;
    guard.expression = *condition;
    guard.span = line;
    return guard;
}

std::optional<ExprId> read_peer_expression(Reading& reading, Span text) {
    const Sink::Mark before = reading.sink.mark();
    const auto read = rules::run<PieceRange>(reading, rules::peer_expression, text);
    const auto id = read ? reading.expression(*read) : std::nullopt;
    if (id) return id;
    // Prose is fine, a literal that cannot be read or a limit is not.
    static constexpr std::array<std::string_view, 4> kKept = {"lone-surrogate", "bad-escape", "named-escape",
                                                              "float-overflow"};
    const auto is_kept = [](const Diagnostic& d) {
        return d.id.starts_with("limit-") || std::ranges::find(kKept, d.id) != kKept.end();
    };
    const auto said = reading.sink.since(before);
    const auto kept = std::ranges::find_if(said, is_kept);
    const std::optional<Diagnostic> problem = kept == said.end() ? std::nullopt : std::optional(*kept);
    reading.sink.take_back(before);
    if (problem) reading.sink.add(*problem);
    return std::nullopt;
}

}  // namespace guardc::grammar
