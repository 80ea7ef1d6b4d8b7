// The hits of entries that are gone.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/dispatch/hit_counter.h"

namespace guardc {

// A look-up may still count on an entry that it chose before the entry went, so counters are read until
// nobody else has them. One thread at a time.
class HitTally {
  public:
    void add(std::shared_ptr<const HitCounter> counter) {
        fading_.push_back(std::move(counter));
        if (fading_.size() >= 2 * kept_) settle();
    }
    std::uint64_t read() {
        settle();
        std::uint64_t sum = settled_;
        for (const auto& counter : fading_)
            sum += counter->read();
        return sum;
    }

  private:
    void settle() {
        std::erase_if(fading_, [&](const std::shared_ptr<const HitCounter>& counter) {
            if (counter.use_count() != 1) return false;
            std::atomic_thread_fence(std::memory_order_acquire);  // of what the last user counted
            settled_ += counter->read();
            return true;
        });
        kept_ = fading_.size() < 32 ? 32 : fading_.size();
    }

    std::uint64_t settled_ = 0;
    std::vector<std::shared_ptr<const HitCounter>> fading_;
    std::size_t kept_ = 32;
};

}  // namespace guardc
