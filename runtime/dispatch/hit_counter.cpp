#include "runtime/dispatch/hit_counter.h"

#include <new>

namespace guardc {

// Without memory for a row, a count of a second thread is lost: no look-up fails for want of it.
void HitCounter::claim_or_make_row(std::uint32_t thread) noexcept {
    std::uint32_t nobody = kNobody;
    if (owner_.compare_exchange_strong(nobody, thread, std::memory_order_relaxed)) return add(thread);
    Lines* lines = nullptr;
    auto* const made = new (std::nothrow) Lines;
    if (made == nullptr) return;
    if (shared_.compare_exchange_strong(lines, made, std::memory_order_acq_rel)) {
        lines = made;
    } else {
        delete made;
    }
    add_to_row(*lines, thread);
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
