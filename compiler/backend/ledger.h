// What became of every guard of an entry, by whom and why.
#pragma once

#include <string_view>
#include <vector>

#include "compiler/guards/guard.h"

namespace guardc::compiler {

enum class GuardState : std::uint8_t {
    kept,
    waived,
    weakened,  // the guard that replaces it stands in `instead`
    lifted,    // the value is an argument; the type test stands in `instead`
};
std::string_view guard_state_name(GuardState state);

// Why reuse is still sound without a guard.
enum class WaiverClass : std::uint8_t {
    none,      // it is kept
    implied,   // whenever all that is kept holds, it is defined and true
    lifted,    // the artefact reads the live value at each call
    weakened,  // the backend answers for it, within the guard that took its place
    declared,  // the backend answers for it
};
std::string_view waiver_class_name(WaiverClass waiver_class);

struct LedgerRow {
    Guard guard;
    GuardState state = GuardState::kept;
    WaiverClass waiver_class = WaiverClass::none;
    std::vector<Provenance> by = {};        // the waivers that selected it
    std::vector<TermId> instead = {};       // what is tested in its place
    std::vector<Provenance> repeated = {};  // of a kept guard: where else it stands; tested once
};
// In source order: framework, user, required; guards that took the place of others come after them.
using Ledger = std::vector<LedgerRow>;

}  // namespace guardc::compiler
