// Counts what many threads may do at once, for next to nothing as long as one does it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace guardc {

// The first thread that counts has a counter of its own, which it alone writes; when a second comes, the
// others share a row of counters on cache lines of their own.
class HitCounter {
  public:
    HitCounter() = default;
    ~HitCounter() { delete shared_.load(std::memory_order_relaxed); }
    HitCounter(const HitCounter&) = delete;
    HitCounter& operator=(const HitCounter&) = delete;

    // `thread` is ThreadRecord::number of the calling thread.
    void add(std::uint32_t thread) noexcept {
        if (owner_.load(std::memory_order_relaxed) == thread) [[likely]] {
            own_.count.store(own_.count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        } else {
            add_beside(thread);
        }
    }

    // Exact once the threads that count are done.
    std::uint64_t read() const noexcept;

  private:
    static constexpr std::uint32_t kNobody = 0xffffffffU;
    struct alignas(64) Line {
        std::atomic<std::uint64_t> count{0};
    };
    using Lines = std::array<Line, 8>;
    void add_beside(std::uint32_t thread) noexcept;

    // Read by all; on another line than what the owner writes.
    alignas(64) std::atomic<std::uint32_t> owner_{kNobody};
    std::atomic<Lines*> shared_{nullptr};
    Line own_;
};

}  // namespace guardc
