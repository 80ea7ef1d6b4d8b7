#include "compiler/backend/check_waivers.h"

#include <algorithm>
#include <string>
#include <utility>

#include "compiler/backend/lift.h"
#include "compiler/sema/sema.h"
#include "compiler/terms/print_term.h"

namespace guardc::compiler {
namespace {

// A lift speaks of value tests only.
bool applies(FrameRules& rules, const CheckedWaiver& checked, const Guard& guard) {
    if (!checked.selector.selects(*rules.terms, rules.shape, guard.term)) return false;
    return checked.waiver.statement.action != grammar::WaiverAction::lift ||
           can_lift(*rules.terms, checked.selector, guard.term);
}

// The guard that is to hold in the place of what a waiver selects. Nothing after a mistake.
std::expected<TermId, Mistakes> check_weaker(FrameRules& rules, const GuardString& text) {
    auto guards = check_requirement(rules, text);
    if (!guards) return std::unexpected(std::move(guards.error()));
    if (guards->size() == 1) return guards->front().term;
    return std::unexpected(Mistakes{
        text.source,
        {{grammar::Severity::error, "weaken-shorthand", "a guard is weakened to one guard, not to several",
          text.statement.span, "waive the guard and require the others"}}});
}

// Where the text itself has `weaken EXPRESSION`.
GuardString weaker_of(const Waiver& waiver) {
    GuardString text{waiver.provenance.source, waiver.pool, {}, waiver.provenance};
    text.statement.expression = waiver.statement.weaker;
    text.statement.span = waiver.statement.span;
    return text;
}

}  // namespace

WaiverMatch match_waiver(FrameRules& rules, std::string_view backend, const Waiver& waiver,
                         grammar::Diagnostics& diagnostics) {
    auto selector = GuardSelector::check(rules, waiver, diagnostics);
    if (!selector) return {};
    WaiverMatch match;
    match.checked = std::make_shared<const CheckedWaiver>(
        CheckedWaiver{waiver, std::move(*selector),
                      waiver.weaker == kNoTerm ? "" : print_term(*rules.terms, waiver.weaker, rules.shape)});
    for (const Entry& entry : rules.entries) {
        if (entry.backend != backend) continue;
        match.spoken_for = true;
        match.found = match.found || std::ranges::any_of(entry.guards, [&](const Guard& guard) {
                          return applies(rules, *match.checked, guard);
                      });
    }
    return match;
}

grammar::Diagnostic selects_nothing(std::string_view backend, const Waiver& waiver) {
    const bool optional = waiver.statement.optional;
    const bool lifts = waiver.statement.action == grammar::WaiverAction::lift;
    return {optional ? grammar::Severity::warning : grammar::Severity::error, "waives-nothing",
            "no entry of backend `" + std::string(backend) + "` has " +
                (lifts ? "a constant that this could lift" : "a guard that this waives"),
            waiver.provenance.span, optional ? "" : "`waive?` waives where there is something to waive"};
}

std::expected<std::vector<Guard>, Mistakes> check_requirement(FrameRules& rules, const GuardString& text) {
    Mistakes mistakes{text.source, {}};
    auto guards =
        check_guard(rules, text.source, *text.pool, text.statement, text.provenance, mistakes.diagnostics);
    if (grammar::has_errors(mistakes.diagnostics)) return std::unexpected(std::move(mistakes));
    for (Guard& guard : guards)
        guard.provenance.because = text.provenance.because;
    return guards;
}

std::expected<WaiverMatch, Mistakes> check_waiver_text(FrameRules& rules, std::string_view backend,
                                                       const WaiverString& text) {
    Waiver waiver = text.waiver;
    if (waiver.statement.action == grammar::WaiverAction::weaken) {
        const auto weaker = check_weaker(rules, text.weaker ? *text.weaker : weaker_of(waiver));
        if (!weaker) return std::unexpected(weaker.error());
        waiver.weaker = *weaker;
    }
    Mistakes mistakes{waiver.provenance.source, {}};
    auto match = match_waiver(rules, backend, waiver, mistakes.diagnostics);
    if (match.checked == nullptr) return std::unexpected(std::move(mistakes));
    return match;
}

BackendStanding standing_of_blocks(FrameRules& rules, std::string_view backend,
                                   grammar::Diagnostics& diagnostics) {
    BackendStanding standing;
    standing.backend = backend;
    const auto block = std::ranges::find(rules.backends, backend, &BackendRules::backend);
    if (block == rules.backends.end()) return standing;
    for (const Guard& guard : block->requires_)
        standing.requirements.push_back({guard, 0});
    for (const Waiver& waiver : block->waives) {
        WaiverMatch match = match_waiver(rules, backend, waiver, diagnostics);
        if (match.checked == nullptr) continue;
        const bool selects = match.found || !match.spoken_for;
        if (!selects) diagnostics.push_back(selects_nothing(backend, waiver));
        if (selects || waiver.statement.optional) standing.waivers.push_back({std::move(match.checked), 0});
    }
    return standing;
}

void check_waivers(FrameRules& rules, grammar::Diagnostics& diagnostics) {
    for (const BackendRules& block : rules.backends)
        standing_of_blocks(rules, block.backend, diagnostics);
}

}  // namespace guardc::compiler
