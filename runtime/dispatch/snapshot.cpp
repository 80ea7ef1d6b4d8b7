#include "runtime/dispatch/snapshot.h"

namespace guardc {
namespace {

bool forbids(const LimitPolicy& limit, std::size_t entries) {
    return limit.count != kNoLimit && entries >= limit.count &&
           (limit.then != AtLimit::evict || limit.count == 0);
}

}  // namespace

bool FrameSnapshot::skips(std::span<const ObjectKey> objects) const {
    for (LimitIndex i = 0; i < objects.size(); ++i) {
        if (std::ranges::binary_search(skipped, CountedObject{i, objects[i]})) return true;
    }
    return false;
}

std::optional<ReachedLimit> FrameSnapshot::reached(std::span<const ObjectKey> objects) const {
    if (forbids(limit, rows.size())) return ReachedLimit{kFrameLimit, limit};
    for (LimitIndex i = 0; i < objects.size(); ++i) {
        if (forbids(object_limits[i], entries_of({i, objects[i]}))) return ReachedLimit{i, object_limits[i]};
    }
    return std::nullopt;
}

}  // namespace guardc
