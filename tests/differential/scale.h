// How much is tried. Sanitizers slow everything down, so they get less.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace guardc::differential {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||
                                   __has_feature(undefined_behavior_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

inline constexpr unsigned kFramesPerCase = 16;
inline constexpr unsigned kSetsPerCase = 20;

inline std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
    const char* text = std::getenv(variable);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// GUARDC_DIFFERENTIAL_VERDICTS sets the number, GUARDC_DIFFERENTIAL_SEED where to start.
inline std::uint64_t verdicts_wanted() {
    return number_from("GUARDC_DIFFERENTIAL_VERDICTS", kSanitized ? 8'000 : 100'000);
}
inline std::uint64_t first_seed() {
    return number_from("GUARDC_DIFFERENTIAL_SEED", 1);
}

}  // namespace guardc::differential
