#include "compiler/sema/clauses.h"

#include <algorithm>
#include <charconv>

namespace guardc::compiler {

namespace {

std::optional<std::uint32_t> parse_count(const std::string& digits) {
    std::uint32_t count = 0;
    const char* end = digits.data() + digits.size();
    const auto [stopped, error] = std::from_chars(digits.data(), end, count);
    return error == std::errc() && stopped == end ? std::optional(count) : std::nullopt;
}

void check_limit(FrameRules& rules, const grammar::LimitClause& clause, Lowering& lowering) {
    Reporter& reporter = lowering.reporter();
    const std::optional<std::uint32_t> count = parse_count(clause.count);
    if (!count) {
        reporter.error("bad-count", clause.span,
                       "a limit is a number from 0 to 4294967295, not " + clause.count);
        return;
    }
    LimitRule rule{*count, kNoTerm, clause.policy};
    if (clause.per != grammar::kNoExpr) {
        rule.per = lowering.place_of(clause.per);
        if (rule.per == kNoTerm) return;
    }
    if (std::ranges::any_of(rules.limits, [&](const LimitRule& other) { return other.per == rule.per; })) {
        reporter.error("duplicate-limit", clause.span,
                       rule.per == kNoTerm ? "the frame has two limits for itself"
                                           : "there are two limits per this object",
                       "a limit per object is `limit N per self then run_only`");
        return;
    }
    rules.limits.push_back(rule);
}

}  // namespace

void check_clauses(FrameRules& rules, const grammar::FrameDecl& frame, Lowering& lowering) {
    Reporter& reporter = lowering.reporter();
    for (const grammar::LimitClause& clause : frame.limits)
        check_limit(rules, clause, lowering);
    for (const grammar::FailureClause& clause : frame.failures) {
        if (rules.failure) {
            reporter.error("duplicate-failure", clause.span, "what happens on failure is said twice");
            continue;
        }
        std::optional<std::uint32_t> retries = 0;
        if (clause.policy == grammar::Policy::retry) retries = parse_count(clause.retries);
        if (!retries)
            reporter.error("bad-count", clause.span,
                           "the number of retries is no number from 0 to 4294967295");
        else
            rules.failure = FailureRule{clause.policy, *retries};
    }
    rules.proved_waivers_only = !frame.proofs.empty();
    for (std::size_t i = 0; i < frame.orders.size(); ++i) {
        if (i > 0)
            reporter.error("duplicate-order", frame.orders[i].span, "the order of entries is said twice");
        rules.order = frame.orders[0].order;
    }
}

}  // namespace guardc::compiler
