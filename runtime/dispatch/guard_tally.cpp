#include "runtime/dispatch/guard_tally.h"

#include <algorithm>
#include <tuple>

namespace guardc {

void GuardTally::add(std::span<const ReasonText> reasons) {
    const std::scoped_lock lock(mutex_);
    for (const ReasonText& reason : reasons) {
        const auto known = misses_.find(reason.guard);
        if (known != misses_.end()) {
            ++known->second;
        } else {
            ++misses_[misses_.size() < kGuards ? reason.guard : kOthers];
        }
    }
}

std::vector<GuardMisses> GuardTally::read() const {
    std::vector<GuardMisses> all;
    {
        const std::scoped_lock lock(mutex_);
        for (const auto& [guard, misses] : misses_)
            all.push_back({guard, misses});
    }
    std::ranges::sort(all, [](const GuardMisses& left, const GuardMisses& right) {
        return std::tuple(right.misses, left.guard) < std::tuple(left.misses, right.guard);
    });
    return all;
}

}  // namespace guardc
