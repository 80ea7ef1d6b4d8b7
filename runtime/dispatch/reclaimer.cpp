#include "runtime/dispatch/reclaimer.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace guardc {

constinit std::atomic<std::uint64_t> Reclaimer::epoch_{1};

// Never destroyed: threads may still be reading when the process ends.
Reclaimer& Reclaimer::process() noexcept {
    static auto* const reclaimer = new Reclaimer;
    return *reclaimer;
}

void Reclaimer::retire(std::shared_ptr<const void> object) noexcept {
    const std::uint64_t epoch = epoch_.fetch_add(1, std::memory_order_seq_cst);
    const std::scoped_lock lock(mutex_);
    retired_.push_back({std::move(object), epoch});
}

std::size_t Reclaimer::pending() const noexcept {
    const std::scoped_lock lock(mutex_);
    return retired_.size();
}

std::uint64_t Reclaimer::oldest_section() noexcept {
    std::uint64_t oldest = std::numeric_limits<std::uint64_t>::max();
    for (const ThreadRecord* thread = first_thread_record(); thread != nullptr; thread = thread->next) {
        const std::uint64_t epoch = thread->epoch.load(std::memory_order_seq_cst);
        if (epoch != 0) oldest = std::min(oldest, epoch);
    }
    return oldest;
}

// The order matters: a section that found the object stores its hold before it ends, so holds are read after
// the sections have been seen to be over.
std::vector<std::shared_ptr<const void>> Reclaimer::take_unreachable() {
    const std::uint64_t oldest = oldest_section();
    std::vector<const void*> held;
    for (const ThreadRecord* thread = first_thread_record(); thread != nullptr; thread = thread->next) {
        for (const HoldSlot* slot = thread->first_holds.data(); slot != nullptr;
             slot = slot->next.load(std::memory_order_acquire)) {
            if (const void* const object = slot->object.load(std::memory_order_acquire))
                held.push_back(object);
        }
    }
    std::ranges::sort(held);
    const auto unreachable = std::partition(retired_.begin(), retired_.end(), [&](const Retired& item) {
        return item.epoch >= oldest || std::ranges::binary_search(held, item.object.get());
    });
    std::vector<std::shared_ptr<const void>> taken;
    taken.reserve(static_cast<std::size_t>(std::distance(unreachable, retired_.end())));
    for (auto item = unreachable; item != retired_.end(); ++item)
        taken.push_back(std::move(item->object));
    retired_.erase(unreachable, retired_.end());
    return taken;
}

// What is freed goes after the lock: destructors are the engine's code and may come back here.
void Reclaimer::collect() noexcept {
    std::vector<std::shared_ptr<const void>> unreachable;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock() || retired_.empty() || !ReadFence::heavy()) return;
    unreachable = take_unreachable();
}

}  // namespace guardc
