// Counters of one frame, spread over cache lines so that threads do not slow each other down.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace guardc {

//   X(name, what it counts)
#define GUARDC_COUNTERS(X)                                                          \
    X(hits, "look-ups that an entry served")                                        \
    X(misses, "look-ups that no entry served, whatever became of them")             \
    X(compiles, "misses that ended in a new entry")                                 \
    X(eager, "look-ups that ran eagerly, unmet requirements aside")                 \
    X(evictions, "entries that gave way to a new one")                              \
    X(invalidations, "entries that went because something they depend on did")      \
    X(refusals, "misses that were refused: at the limit, by a stance, by the lock") \
    X(failures, "compiles that failed, self-checks included")                       \
    X(cancels, "compiles that were cancelled")                                      \
    X(errors, "look-ups that ended in an error; they count nowhere else")           \
    X(unmet, "frames that failed a backend's requirement; they count nowhere else") \
    X(eager_no_entry, "of `eager`: no entry accepted, and none was made")           \
    X(eager_limit, "of `eager`: at a limit")                                        \
    X(eager_failed, "of `eager`: a compile failed, now or before")                  \
    X(eager_stance, "of `eager`: a stance or the lock said so")

enum class Count : std::uint8_t {
#define GUARDC_COUNTER(name, text) name,
    GUARDC_COUNTERS(GUARDC_COUNTER)
#undef GUARDC_COUNTER
};
inline constexpr unsigned kCounts = static_cast<unsigned>(Count::eager_stance) + 1;

struct FrameCounts {
#define GUARDC_COUNTER(name, text) std::uint64_t name = 0;
    GUARDC_COUNTERS(GUARDC_COUNTER)
#undef GUARDC_COUNTER
    friend bool operator==(const FrameCounts&, const FrameCounts&) = default;
};

class FrameCounters {
  public:
    // `thread` is ThreadRecord::number of the calling thread. The first threads have a stripe each, which
    // they alone write.
    void add(Count count, std::uint32_t thread) noexcept {
        const auto which = static_cast<unsigned>(count);
        if (thread < kStripes - 1) [[likely]] {
            auto& value = stripes_[thread].values[which];
            value.store(value.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        } else {
            stripes_[kStripes - 1].values[which].fetch_add(1, std::memory_order_relaxed);
        }
    }

    // Each counter exact once the threads that count are done; no two from one instant before. Misses and
    // eager runs are sums of others; hits are counted by entry (HitCounter).
    FrameCounts read() const noexcept {
        FrameCounts sum;
#define GUARDC_COUNTER(name, text) sum.name = total(Count::name);
        GUARDC_COUNTERS(GUARDC_COUNTER)
#undef GUARDC_COUNTER
        sum.eager = sum.eager_no_entry + sum.eager_limit + sum.eager_failed + sum.eager_stance;
        sum.misses = sum.compiles + sum.refusals + sum.eager;
        return sum;
    }

  private:
    static constexpr std::uint32_t kStripes = 16;
    struct alignas(128) Stripe {
        std::array<std::atomic<std::uint64_t>, kCounts> values{};
    };

    std::uint64_t total(Count count) const noexcept {
        std::uint64_t sum = 0;
        for (const Stripe& stripe : stripes_) {
            sum += stripe.values[static_cast<unsigned>(count)].load(std::memory_order_relaxed);
        }
        return sum;
    }

    std::array<Stripe, kStripes> stripes_;
};

}  // namespace guardc
