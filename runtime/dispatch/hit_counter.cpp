#include "runtime/dispatch/hit_counter.h"

#include <new>

namespace guardc {

// Without memory for a row of its own, a count of a second thread is lost: no check ends for want of it.
void HitCounter::add_beside(std::uint32_t thread) noexcept {
    std::uint32_t nobody = kNobody;
    if (owner_.compare_exchange_strong(nobody, thread, std::memory_order_relaxed)) return add(thread);
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
    (*lines)[thread % lines->size()].count.fetch_add(1, std::memory_order_relaxed);
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
