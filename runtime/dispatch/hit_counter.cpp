#include "runtime/dispatch/hit_counter.h"

#include <new>

namespace guardc {

// For the first thread, for those beyond the end of the row, and where there is no row yet. Without memory
// for one, a count of a second thread is lost: no look-up fails for want of it.
void HitCounter::add_otherwise(std::uint32_t thread) noexcept {
    std::uint32_t owner = owner_.load(std::memory_order_relaxed);
    if (owner == kNobody && owner_.compare_exchange_strong(owner, thread, std::memory_order_relaxed))
        return increment(own_.count);
    Lines* lines = shared_.load(std::memory_order_acquire);
    if (lines == nullptr) {
        auto* const made = new (std::nothrow) Lines;
        if (made == nullptr) return;
        if (shared_.compare_exchange_strong(lines, made, std::memory_order_acq_rel)) {
            lines = made;
        } else {
            delete made;
        }
    }
    if (thread < kLines - 1) {
        increment((*lines)[thread].count);
    } else {
        lines->back().count.fetch_add(1, std::memory_order_relaxed);
    }
}

std::uint64_t HitCounter::read() const noexcept {
    std::uint64_t sum = own_.count.load(std::memory_order_relaxed);
    if (const Lines* const lines = shared_.load(std::memory_order_acquire)) {
        for (const Line& line : *lines)
            sum += line.count.load(std::memory_order_relaxed);
    }
    return sum;
}

}  // namespace guardc
