// Sets of 64-bit ints: an interval, and a remainder that all members have.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace guardc::compiler {

inline constexpr std::int64_t kLeastInt64 = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t kMostInt64 = std::numeric_limits<std::int64_t>::max();

// {n : least <= n <= most, n = remainder mod step}. With step 0 the only member is `remainder`.
struct IntRange {
    std::int64_t least = kLeastInt64;
    std::int64_t most = kMostInt64;
    std::int64_t step = 1;
    std::int64_t remainder = 0;  // from 0 to step - 1, unless step is 0

    static IntRange only(std::int64_t number) { return {number, number, 0, number}; }
    static IntRange between(std::int64_t least, std::int64_t most) { return {least, most, 1, 0}; }
    static IntRange with_remainder(std::int64_t step, std::int64_t remainder);  // step > 0

    bool is_single() const { return least == most; }
    // No member has this remainder; step > 0.
    bool excludes_remainder(std::int64_t of_step, std::int64_t of_remainder) const;
    // All members have this remainder; step > 0.
    bool has_remainder(std::int64_t of_step, std::int64_t of_remainder) const;
    bool excludes(std::int64_t number) const;
};

// What is in both, or more where that cannot be told in 64 bits. Of two that have nothing in common: either.
IntRange meet(const IntRange& left, const IntRange& right);

// All results of exact arithmetic on members; nothing where one may lie beyond 64 bits, or the divisor is not
// one positive number.
std::optional<IntRange> add(const IntRange& left, const IntRange& right);
std::optional<IntRange> subtract(const IntRange& left, const IntRange& right);
std::optional<IntRange> multiply(const IntRange& left, const IntRange& right);
std::optional<IntRange> floor_divide(const IntRange& left, const IntRange& right);
std::optional<IntRange> modulo(const IntRange& left, const IntRange& right);
std::optional<IntRange> negate(const IntRange& range);
IntRange minimum(const IntRange& left, const IntRange& right);
IntRange maximum(const IntRange& left, const IntRange& right);

}  // namespace guardc::compiler
