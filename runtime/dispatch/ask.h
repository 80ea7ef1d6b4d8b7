// Asking the entries of one snapshot: the way of every look-up that hits.
#pragma once

#include "runtime/dispatch/call.h"
#include "runtime/dispatch/checking.h"
#include "runtime/dispatch/snapshot.h"

namespace guardc {

struct Asked {
    Status status = Status::miss;             // of the last check that ran
    const FrameSnapshot::Row* row = nullptr;  // which accepted, on a hit
};

// In order, the first whose guards all hold; ends at an error. `candidates` are what the index gave; `block`
// has room for any row.
inline Asked ask_entries(const FrameSnapshot& snapshot, EntryIndex::Candidates candidates, const Call& call,
                         const CheckBlock& block) noexcept {
    Asked asked;
    const auto ends = [&](const FrameSnapshot::Row& row) {
        if (row.backend != call.backend && call.backend != BackendKey::any) return false;
        asked.status = block.check(*row.code);
        if (asked.status == Status::hit) asked.row = &row;
        return asked.status != Status::miss;
    };
    if (candidates.all) {
        for (const FrameSnapshot::Row& row : snapshot.rows) {
            if (ends(row)) break;
        }
    } else {
        for (const std::uint32_t row : candidates.named()) {
            if (ends(snapshot.rows[row])) break;
        }
    }
    return asked;
}

}  // namespace guardc
