// Timing with cold caches: lines are flushed, then one run is timed.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>

#include <emmintrin.h>

namespace guardc::bench {

inline void flush(const void* begin, std::size_t bytes) {
    const auto* at = static_cast<const char*>(begin);
    for (std::size_t offset = 0; offset < bytes; offset += 64) {
        _mm_clflush(at + offset);
    }
    if (bytes != 0) {
        _mm_clflush(at + bytes - 1);
    }
}

// Seconds that `run` takes, the cost of reading the clock taken off.
template <class Run>
double timed(Run run) {
    using Clock = std::chrono::steady_clock;
    _mm_mfence();
    const auto start = Clock::now();
    const auto empty = Clock::now();
    run();
    _mm_mfence();
    const auto end = Clock::now();
    const auto clock_cost = empty - start;
    const double seconds = std::chrono::duration<double>((end - empty) - clock_cost).count();
    return seconds > 0 ? seconds : 1e-9;
}

}  // namespace guardc::bench
