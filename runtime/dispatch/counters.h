// Counters of one frame, spread over cache lines so that threads that hit do not slow each other down.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace guardc {

//   X(name, what it counts)
#define GUARDC_COUNTERS(X)                                                \
    X(hits, "look-ups that an entry served")                              \
    X(misses, "look-ups that no entry served, whatever became of them")   \
    X(compiles, "misses that ended in a new entry")                       \
    X(eager, "look-ups that ran eagerly, unmet requirements aside")       \
    X(evictions, "entries that gave way to a new one")                    \
    X(refusals, "misses that were refused at the limit")                  \
    X(failures, "compiles that failed, self-checks included")             \
    X(errors, "look-ups that ended in an error; they count nowhere else") \
    X(unmet, "frames that failed a backend's requirement; they count nowhere else")

enum class Count : std::uint8_t {
#define GUARDC_COUNTER(name, text) name,
    GUARDC_COUNTERS(GUARDC_COUNTER)
#undef GUARDC_COUNTER
};
inline constexpr unsigned kCounts = static_cast<unsigned>(Count::unmet) + 1;

struct FrameCounts {
#define GUARDC_COUNTER(name, text) std::uint64_t name = 0;
    GUARDC_COUNTERS(GUARDC_COUNTER)
#undef GUARDC_COUNTER
    friend bool operator==(const FrameCounts&, const FrameCounts&) = default;
};

class FrameCounters {
  public:
    // `stripe` is any number that tends to differ between threads.
    void add(Count count, std::uint32_t stripe) noexcept {
        stripes_[stripe % kStripes].values[static_cast<unsigned>(count)].fetch_add(1,
                                                                                   std::memory_order_relaxed);
    }

    // Each counter exact once the threads that count are done; no two from one instant before.
    FrameCounts read() const noexcept {
        FrameCounts sum;
#define GUARDC_COUNTER(name, text) sum.name = total(Count::name);
        GUARDC_COUNTERS(GUARDC_COUNTER)
#undef GUARDC_COUNTER
        return sum;
    }

  private:
    static constexpr unsigned kStripes = 8;
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
