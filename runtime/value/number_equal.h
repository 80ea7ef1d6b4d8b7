// Numbers against numbers: exact, whatever their types.
#pragma once

#include <cstdint>
#include <optional>

#include "runtime/value/containers.h"

namespace guardc {

constexpr bool is_number(Kind kind) {
    return kind == Kind::boolean || kind == Kind::integer || kind == Kind::floating || kind == Kind::complex;
}

// Python's `==` of two numbers (is_number holds for both): `1 == True == 1.0 == 1+0j`, NaN equals nothing.
bool number_equal(const Value& left, const Value& right) noexcept;
// Numbers that are equal have one hash; NaNs have one too.
std::uint64_t number_hash(const Value& number) noexcept;

// len() of a range; nothing beyond 64 bits (signed).
std::optional<std::uint64_t> range_length(const RangeValue& range) noexcept;
// The number at `position` < range_length(range), where it is within 64 bits.
std::optional<std::int64_t> range_item(const RangeValue& range, std::uint64_t position) noexcept;

// The same word for equal inputs, well spread. For tables in memory only, never written anywhere.
constexpr std::uint64_t mix_hash(std::uint64_t seed, std::uint64_t word) {
    std::uint64_t mixed = (seed ^ word) * 0x9e3779b97f4a7c15ULL;
    mixed ^= mixed >> 32U;
    return mixed * 0xd6e8feb86659fd93ULL;
}

}  // namespace guardc
