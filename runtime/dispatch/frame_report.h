// All that can be told of a frame at one moment.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/dispatch/counters.h"
#include "runtime/dispatch/dependency.h"
#include "runtime/dispatch/guard_tally.h"
#include "runtime/dispatch/policy.h"
#include "runtime/dispatch/snapshot.h"

namespace guardc {

struct EntryReport {
    EntryId id{};
    std::string name;
    std::string backend;  // empty: none
    std::uint64_t hits = 0;
    bool native = false;  // machine code serves it
};

struct FrameReport {
    std::string frame;
    FrameState state = FrameState::open;
    LimitPolicy limit = {};
    FrameCounts counts = {};
    std::vector<EntryReport> entries = {};  // in the order in which they are asked
    std::vector<GuardMisses> guards =
        {};  // of the misses whose reasons were looked for, the most frequent first
    std::vector<Invalidation> invalidations = {};  // the last ones
};

std::string_view state_name(FrameState state);  // "open", "failed", "skipped (failed)", "skipped (limit)"
std::string_view policy_name(AtLimit then);     // "run_only"

}  // namespace guardc
