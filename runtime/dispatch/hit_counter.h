// Counts what many threads may do at once, for next to nothing as long as one does it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace guardc {

// The first thread that counts has a counter of its own. When a second comes, the others get a row of
// counters by their numbers, on cache lines of their own. A counter that one thread has for itself is written
// without locking the line; only threads beyond the end of the row share one.
class HitCounter {
  public:
    HitCounter() = default;
    ~HitCounter() { delete shared_.load(std::memory_order_relaxed); }
    HitCounter(const HitCounter&) = delete;
    HitCounter& operator=(const HitCounter&) = delete;

    // `thread` is ThreadRecord::number of the calling thread.
    [[gnu::always_inline]] void add(std::uint32_t thread) noexcept {
        if (owner_.load(std::memory_order_relaxed) == thread) [[likely]] {
            increment(own_.count);
            return;
        }
        Lines* const lines = shared_.load(std::memory_order_acquire);
        if (lines != nullptr && thread < kLines - 1) {
            increment((*lines)[thread].count);
        } else {
            add_otherwise(thread);
        }
    }

    // Exact once the threads that count are done.
    std::uint64_t read() const noexcept;

  private:
    static constexpr std::uint32_t kNobody = 0xffffffffU;
    struct alignas(64) Line {
        std::atomic<std::uint64_t> count{0};
    };
    static constexpr std::uint32_t kLines = 16;
    using Lines = std::array<Line, kLines>;
    [[gnu::always_inline]] static void increment(std::atomic<std::uint64_t>& count) noexcept {
        count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    void add_otherwise(std::uint32_t thread) noexcept;

    // Read by all; apart from what the owner writes by two lines, since processors fetch lines in pairs.
    alignas(128) std::atomic<std::uint32_t> owner_{kNobody};
    std::atomic<Lines*> shared_{nullptr};
    alignas(128) Line own_;
};

}  // namespace guardc
