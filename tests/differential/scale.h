// How much is tried. Sanitizers slow everything down, so they get less.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "tests/sanitized.h"

namespace guardc::differential {

using tests::kSanitized;

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
