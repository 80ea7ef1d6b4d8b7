// What a look-up reads: all of a frame that may change, as it was at one instant.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "runtime/dispatch/entry.h"
#include "runtime/dispatch/entry_index.h"
#include "runtime/dispatch/object_key.h"
#include "runtime/dispatch/outcome.h"
#include "runtime/dispatch/policy.h"

namespace guardc {

// How far a frame is from compiling anything.
enum class FrameState : std::uint8_t {
    open,
    failed,           // run-only after a failed compile
    skipped_failed,   // eager for good after one
    skipped_at_limit  // eager until the limit is set anew
};

// Which of the limits of a frame: the frame's own, or one per object by its index.
using LimitIndex = std::uint32_t;
inline constexpr LimitIndex kFrameLimit = 0xffffffffU;

struct ReachedLimit {
    LimitIndex index = kFrameLimit;
    LimitPolicy limit;
};

// One object, as one of the limits per object knows it.
struct CountedObject {
    LimitIndex limit;
    ObjectKey object;
    friend auto operator<=>(const CountedObject&, const CountedObject&) = default;
};

// Immutable. Entries belong to the frame, which retires them after the snapshots that name them.
struct FrameSnapshot {
    struct Row {
        const EntryCode* code;
        const Entry* entry;
        HitCounter* hits;
        BackendKey backend;
        std::uint32_t lifted;  // cells of the argument block
    };
    std::vector<Row> rows;  // in the order in which they are asked
    EntryIndex index;       // over the rows

    // The most that any row needs.
    std::uint32_t registers = 0;
    std::uint32_t lifted = 0;
    std::uint32_t slots = 0;
    std::size_t cells = 0;  // registers and the argument block
    // Look-ups with fewer slots are not settled at once: values are absent, or objects are skipped.
    std::size_t slots_at_once = 0;

    FrameState state = FrameState::open;
    std::chrono::steady_clock::time_point retry_at{};  // nothing is compiled before, after a failure
    // What every miss of a call without a backend comes to, under no stance, where that can be said
    // beforehand; else `no_entry`, and the policies are to be asked.
    EagerReason every_miss = EagerReason::no_entry;
    bool limit_told = false;  // somebody has met a limit since limits were set
    bool marks_use = false;   // entries are evicted
    bool skips_some =
        false;  // frames that run eagerly although entries might serve them: all, or some objects'
    LimitPolicy limit;
    std::vector<LimitPolicy> object_limits;
    std::vector<CountedObject> counted;  // one an entry and limit per object; sorted
    std::vector<CountedObject> skipped;  // objects whose frames run eagerly; sorted

    bool skips() const {
        return state == FrameState::skipped_failed || state == FrameState::skipped_at_limit;
    }
    bool skips(std::span<const ObjectKey> objects) const;

    std::size_t entries_of(const CountedObject& counted_object) const {
        return std::ranges::equal_range(counted, counted_object).size();
    }
    // The first limit that lets no frame of these objects compile: a limit that evicts does while it is not
    // zero.
    std::optional<ReachedLimit> reached(std::span<const ObjectKey> objects) const;
};

}  // namespace guardc
