// Asking the entries of one snapshot: the way of every look-up that hits.
#pragma once

#include "runtime/dispatch/call.h"
#include "runtime/dispatch/checking.h"
#include "runtime/dispatch/snapshot.h"

namespace guardc {

struct Asked {
    Status status = Status::miss;
    const FrameSnapshot::Row* row = nullptr;  // which accepted, or failed to say
};

inline bool is_for(const FrameSnapshot::Row& row, const Call& call) noexcept {
    return row.backend == call.backend || call.backend == BackendKey::any;
}

// In order, the first whose guards all hold; ends at an error. `candidates` are what the index gave; `check`
// runs the check of one entry.
template <typename Check>
Asked ask_entries(const FrameSnapshot& snapshot, EntryIndex::Candidates candidates, const Call& call,
                  Check&& check) noexcept {
    for (const std::uint32_t candidate : candidates) {
        const FrameSnapshot::Row& row = snapshot.rows[candidate];
        if (!is_for(row, call)) continue;
        const Status status = check(*row.code);
        if (status != Status::miss) return {status, &row};
    }
    return {};
}

// The same where the call gives every slot, in cells as many as the snapshot says. There are candidates. The
// first stands out of the loop because compilers keep what is alive across a loop of calls in all the wrong
// places.
[[gnu::noinline]] inline Asked ask_the_rest(const FrameSnapshot& snapshot, EntryIndex::Candidates candidates,
                                            const Call& call, Cell* cells) noexcept {
    return ask_entries(snapshot, {candidates.first + 1, candidates.last}, call, [&](const EntryCode& code) {
        return code.check(call.slots.data(), call.ambient.data(), cells, nullptr, cells + snapshot.registers);
    });
}
[[gnu::always_inline]] inline Asked ask_at_once(const FrameSnapshot& snapshot,
                                                EntryIndex::Candidates candidates, const Call& call,
                                                Cell* cells) noexcept {
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): callers have asked whether there are candidates
    const FrameSnapshot::Row& first = snapshot.rows[*candidates.first];
    if (is_for(first, call)) [[likely]] {
        const Status status = first.code->check(call.slots.data(), call.ambient.data(), cells, nullptr,
                                                cells + snapshot.registers);
        if (status != Status::miss) [[likely]]
            return {status, &first};
    }
    return ask_the_rest(snapshot, candidates, call, cells);
}

}  // namespace guardc
