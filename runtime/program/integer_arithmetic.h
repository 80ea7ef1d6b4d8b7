// Python's arithmetic on ints within 64 bits. Each function returns whether the result is defined: it is
// not when it would leave 64 bits, nor where Python raises.
#pragma once

#include <cstdint>

namespace guardc {

inline bool add_integers(std::int64_t left, std::int64_t right, std::int64_t& result) {
    return !__builtin_add_overflow(left, right, &result);
}
inline bool subtract_integers(std::int64_t left, std::int64_t right, std::int64_t& result) {
    return !__builtin_sub_overflow(left, right, &result);
}
inline bool multiply_integers(std::int64_t left, std::int64_t right, std::int64_t& result) {
    return !__builtin_mul_overflow(left, right, &result);
}
inline bool negate_integer(std::int64_t operand, std::int64_t& result) {
    return !__builtin_sub_overflow(std::int64_t{0}, operand, &result);
}

// Rounds down. The smallest int divided by -1 leaves 64 bits (and traps on some machines, so it is not
// tried).
inline bool floor_divide_integers(std::int64_t left, std::int64_t right, std::int64_t& result) {
    if (right == 0) return false;
    if (right == -1) return negate_integer(left, result);
    result = left / right;
    if (left % right != 0 && (left < 0) != (right < 0)) --result;
    return true;
}

// Has the sign of the divisor. Anything modulo -1 is 0, the smallest int too.
inline bool modulo_integers(std::int64_t left, std::int64_t right, std::int64_t& result) {
    if (right == 0) return false;
    result = right == -1 ? 0 : left % right;
    if (result != 0 && (result < 0) != (right < 0)) result += right;
    return true;
}

// `first`, `first + step`, .. up to `last`; step > 0. Unsigned differences cannot overflow.
inline bool is_in_steps(std::int64_t number, std::int64_t first, std::int64_t last, std::int64_t step) {
    if (number < first || number > last) return false;
    const std::uint64_t distance = static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(first);
    return step == 1 || distance % static_cast<std::uint64_t>(step) == 0;
}

}  // namespace guardc
