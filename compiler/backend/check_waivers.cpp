#include "compiler/backend/check_waivers.h"

#include <algorithm>
#include <string>
#include <utility>

#include "compiler/backend/lift.h"

namespace guardc::compiler {
namespace {

// A lift speaks of value tests only.
bool applies(FrameRules& rules, const CheckedWaiver& checked, const Guard& guard) {
    if (!checked.selector.selects(*rules.terms, rules.shape, guard.term)) return false;
    return checked.waiver.statement.action != grammar::WaiverAction::lift ||
           lift_of(*rules.terms, guard.term).has_value();
}

struct Match {
    bool spoken_for = false;  // there are entries of this backend
    bool found = false;
};

Match match(FrameRules& rules, std::string_view backend, const CheckedWaiver& checked) {
    Match result;
    for (const Entry& entry : rules.entries) {
        if (entry.backend != backend) continue;
        result.spoken_for = true;
        for (const Guard& guard : entry.guards) {
            if (applies(rules, checked, guard)) return {true, true};
        }
    }
    return result;
}

}  // namespace

std::shared_ptr<const CheckedWaiver> check_waiver(FrameRules& rules, std::string_view backend,
                                                  const Waiver& waiver, grammar::Diagnostics& diagnostics) {
    auto selector = GuardSelector::check(rules, waiver, diagnostics);
    if (!selector) return nullptr;
    auto checked = std::make_shared<const CheckedWaiver>(CheckedWaiver{waiver, std::move(*selector)});
    const Match found = match(rules, backend, *checked);
    if (found.found || !found.spoken_for) return checked;
    const bool optional = waiver.statement.optional;
    const bool lifts = waiver.statement.action == grammar::WaiverAction::lift;
    diagnostics.push_back({optional ? grammar::Severity::warning : grammar::Severity::error, "waives-nothing",
                           "no entry of backend `" + std::string(backend) + "` has " +
                               (lifts ? "a constant that this could lift" : "a guard that this waives"),
                           waiver.provenance.span,
                           optional ? "" : "`waive?` waives where there is something to waive"});
    return optional ? checked : nullptr;
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
        auto checked = check_waiver(rules, backend, waiver, diagnostics);
        if (checked != nullptr) standing.waivers.push_back({std::move(checked), 0});
    }
    return standing;
}

void check_waivers(FrameRules& rules, grammar::Diagnostics& diagnostics) {
    for (const BackendRules& block : rules.backends)
        standing_of_blocks(rules, block.backend, diagnostics);
}

}  // namespace guardc::compiler
