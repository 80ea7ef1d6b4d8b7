#include "compiler/backend/standing.h"

namespace guardc::compiler {

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
    return joined;
}

}  // namespace guardc::compiler
