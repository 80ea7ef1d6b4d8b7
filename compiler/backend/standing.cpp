#include "compiler/backend/standing.h"

#include <algorithm>
#include <tuple>

namespace guardc::compiler {
namespace {

auto key_of(const Provenance& rule) {
    const bool has_source = rule.source != nullptr;
    return std::tuple(has_source ? std::string_view(rule.source->name()) : std::string_view(),
                      rule.span.begin, has_source ? rule.source->text() : std::string_view(),
                      std::string_view(rule.because));
}

auto key_of(const CheckedWaiver& rule) {
    const auto& argument = rule.waiver.statement.argument;
    return std::tuple(key_of(rule.waiver.provenance), std::string_view(rule.weaker),
                      argument ? std::string_view(*argument) : std::string_view());
}

}  // namespace

void put_in_order(BackendStanding& standing) {
    // A shorthand is several guards with one place, which stay as they are.
    std::ranges::stable_sort(standing.requirements, {}, [](const StandingRequirement& required) {
        return key_of(required.guard.provenance);
    });
    std::ranges::stable_sort(standing.waivers, {},
                             [](const StandingWaiver& waiver) { return key_of(*waiver.checked); });
}

std::shared_ptr<const BackendStanding> with_own_rules(std::shared_ptr<const BackendStanding> standing,
                                                      const OwnRules* own, std::string_view backend) {
    if (own == nullptr) return standing;
    auto joined = std::make_shared<BackendStanding>();
    joined->backend = backend;
    if (standing != nullptr) {
        joined->requirements = standing->requirements;
        joined->waivers = standing->waivers;
    }
    for (const Guard& guard : own->requirements)
        joined->requirements.push_back({guard, 0});
    for (const auto& waiver : own->waivers)
        joined->waivers.push_back({waiver, 0});
    put_in_order(*joined);
    return joined;
}

}  // namespace guardc::compiler
