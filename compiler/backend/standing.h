// The rules of backends for one frame, as they stand at one instant. Immutable and shared.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/backend/selector.h"
#include "compiler/guards/guard.h"
#include "runtime/dispatch/rule_compiler.h"

namespace guardc::compiler {

// Numbers of rules that can be taken back; rules of a file have 0 and stay.
using RuleId = std::uint64_t;

struct CheckedWaiver {
    Waiver waiver;
    GuardSelector selector;
};

struct StandingRequirement {
    Guard guard;
    RuleId id = 0;
};
struct StandingWaiver {
    std::shared_ptr<const CheckedWaiver> checked;
    RuleId id = 0;
};

// What one backend asks for.
struct BackendStanding {
    std::string backend;
    std::vector<StandingRequirement> requirements;
    std::vector<StandingWaiver> waivers;
    std::shared_ptr<const EntryCode> requirement_check;  // of all requirements; null: there are none
};

struct FrameStanding : StandingRules {
    std::vector<std::shared_ptr<const BackendStanding>> backends;

    // Null: that backend asks for nothing.
    std::shared_ptr<const BackendStanding> of(std::string_view backend) const {
        for (const auto& standing : backends) {
            if (standing->backend == backend) return standing;
        }
        return nullptr;
    }
};

}  // namespace guardc::compiler
