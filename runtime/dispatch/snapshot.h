// What a look-up reads: all of a frame that may change, as it was at one instant.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/dispatch/entry.h"
#include "runtime/dispatch/policy.h"

namespace guardc {

// How far a frame is from compiling anything.
enum class FrameState : std::uint8_t {
    open,
    failed,           // run-only after a failed compile
    skipped_failed,   // eager for good after one
    skipped_at_limit  // eager until the limit is set anew
};

// Immutable. Entries belong to the frame, which retires them after the snapshots that name them.
struct FrameSnapshot {
    struct Row {
        const EntryCode* code;
        const Entry* entry;
        BackendKey backend;
    };
    std::vector<Row> rows;  // in the order in which they are asked

    // The most that any row needs.
    std::uint32_t registers = 0;
    std::uint32_t lifted = 0;
    std::uint32_t slots = 0;

    FrameState state = FrameState::open;
    bool marks_use = false;  // entries are evicted
    LimitPolicy limit;

    bool skips() const {
        return state == FrameState::skipped_failed || state == FrameState::skipped_at_limit;
    }
    bool at_limit() const { return rows.size() >= limit.count; }
};

}  // namespace guardc
