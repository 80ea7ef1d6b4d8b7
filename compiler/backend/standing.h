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

// Numbers of rules that can be taken back; rules of a file, and those of one artefact, have 0 and stay.
using RuleId = std::uint64_t;

struct CheckedWaiver {
    Waiver waiver;
    GuardSelector selector;
    std::string weaker;  // canonical text of Waiver::weaker; empty: it weakens nothing
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

// Puts the rules into an order that is theirs, whatever that in which they came: those of a file as it has
// them, strings by their text.
void put_in_order(BackendStanding& standing);

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

// What a compile callback asks for its own artefact. A waiver of these that selects no guard of the artefact
// is a mistake when the entry is built.
struct OwnRules : ArtefactRules {
    std::string frame;
    std::string backend;
    std::vector<Guard> requirements;
    std::vector<std::shared_ptr<const CheckedWaiver>> waivers;
};

// `standing` and what the artefact asks for itself; null where neither asks for anything.
std::shared_ptr<const BackendStanding> with_own_rules(std::shared_ptr<const BackendStanding> standing,
                                                      const OwnRules* own, std::string_view backend);

}  // namespace guardc::compiler
