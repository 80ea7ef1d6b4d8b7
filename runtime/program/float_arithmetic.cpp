#include "runtime/program/float_arithmetic.h"

#include <cmath>

namespace guardc {
namespace {

// The remainder of a nonzero divisor, with the sign of the divisor also where it is zero. `borrowed` tells
// that the quotient that belongs to it is one less than the truncated one.
double remainder_down(double left, double right, bool& borrowed) {
    double remainder = std::fmod(left, right);
    borrowed = false;
    if (remainder == 0) return std::copysign(0.0, right);
    if ((right < 0) != (remainder < 0)) {
        remainder += right;
        borrowed = true;
    }
    return remainder;
}

bool is_odd(double number) {
    return std::fmod(std::fabs(number), 2.0) == 1.0;
}

}  // namespace

bool divide_floats(double left, double right, double& result) noexcept {
    if (right == 0) return false;
    result = left / right;
    return true;
}

bool floor_divide_floats(double left, double right, double& result) noexcept {
    if (right == 0) return false;
    // Not the floor of the rounded quotient, which may have been rounded up: what the remainder leaves is
    // divided, and that comes out next to a whole number.
    bool borrowed = false;
    remainder_down(left, right, borrowed);
    double quotient = (left - std::fmod(left, right)) / right;
    if (borrowed) quotient -= 1.0;
    if (quotient == 0) {
        result = std::copysign(0.0, left / right);
        return true;
    }
    result = std::floor(quotient);
    if (quotient - result > 0.5) result += 1.0;
    return true;
}

bool modulo_floats(double left, double right, double& result) noexcept {
    if (right == 0) return false;
    bool borrowed = false;
    result = remainder_down(left, right, borrowed);
    return true;
}

// The limits at infinities, zeros and NaNs are those of the C standard, which std::pow keeps; what is left is
// where Python raises or turns complex.
bool power_floats(double base, double exponent, double& result) noexcept {
    if (base == 0 && exponent < 0 && std::isfinite(exponent)) return false;  // ZeroDivisionError
    if (std::isfinite(base) && base < 0 && std::isfinite(exponent) && exponent != std::floor(exponent))
        return false;
    // The sign of a negative base is put back by hand, so that the size does not depend on it.
    const bool negative = std::isfinite(base) && std::isfinite(exponent) && base < 0;
    result = std::pow(negative ? -base : base, exponent);
    if (std::isinf(result) && std::isfinite(base) && std::isfinite(exponent)) return false;  // OverflowError
    if (negative && is_odd(exponent)) result = -result;
    return true;
}

}  // namespace guardc
