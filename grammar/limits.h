// Named limits on guard texts. Every one is settable, documented (docs/language.md) and tested at limit +- 1.
#pragma once

#include <cstdint>

namespace guardc::grammar {

struct Limits {
    std::uint32_t bytes = 64U << 20U;         // of one source
    std::uint32_t nesting = 200;              // brackets and blocks within each other
    std::uint32_t operators = 10'000;         // operators, suffixes and prefixes of one statement
    std::uint32_t statements = 4'000'000;     // guards, dims, waivers, .. of one source
    std::uint32_t nodes = 16'000'000;         // of the syntax trees of one source
    std::uint32_t literal_bytes = 1U << 20U;  // of one string, bytes or number
    std::uint32_t radix_digits = 10'000;  // of one 0x, 0o or 0b literal, which must be turned into decimal
    std::uint32_t diagnostics = 200;      // reported; the rest is counted in a last one
};

}  // namespace guardc::grammar
