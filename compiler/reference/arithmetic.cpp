#include "compiler/reference/arithmetic.h"

#include <cmath>
#include <cstdint>

namespace guardc::compiler {

namespace {

constexpr std::int64_t kExactInDouble = std::int64_t{1} << 53;

using Result = std::optional<Cell>;

Result integer(__int128 value) {
    if (value < INT64_MIN || value > INT64_MAX) return std::nullopt;
    return Cell::integer(static_cast<std::int64_t>(value));
}

Result floor_divide(std::int64_t left, std::int64_t right) {
    if (right == 0) return std::nullopt;
    const auto wide = static_cast<__int128>(left);
    const __int128 quotient = wide / right;
    return integer(quotient * right != wide && (left < 0) != (right < 0) ? quotient - 1 : quotient);
}

Result modulo(std::int64_t left, std::int64_t right) {
    if (right == 0) return std::nullopt;
    const __int128 remainder = static_cast<__int128>(left) % right;
    return integer(remainder != 0 && (left < 0) != (right < 0) ? remainder + right : remainder);
}

// By repeated squaring; a factor that no longer fits ends it, unless no factor is left to take.
Result power(std::int64_t base, std::int64_t exponent) {
    __int128 result = 1;
    __int128 factor = base;
    while (true) {
        if ((exponent & 1) != 0) {
            result *= factor;
            if (!integer(result)) return std::nullopt;
        }
        exponent >>= 1;
        if (exponent == 0) return integer(result);
        factor *= factor;
        if (!integer(factor)) return std::nullopt;
    }
}

Result divide(double left, double right) {
    if (right == 0) return std::nullopt;
    return Cell::floating(left / right);
}

Result real_power(double base, double exponent) {
    if (base == 0 && exponent < 0 && std::isfinite(exponent)) return std::nullopt;
    // Python's result is complex.
    if (base < 0 && std::isfinite(base) && std::isfinite(exponent) && exponent != std::floor(exponent))
        return std::nullopt;
    const double result = std::pow(base, exponent);
    if (std::isinf(result) && std::isfinite(base) && std::isfinite(exponent)) return std::nullopt;
    return Cell::floating(result);
}

struct Divided {
    double quotient;
    double remainder;
};

// The remainder takes the sign of the divisor, also when it is zero; the quotient is the whole number next to
// the rest of the division, not the floor of a rounded quotient.
Divided divide_down(double left, double right) {
    double remainder = std::fmod(left, right);
    double quotient = (left - remainder) / right;
    if (remainder == 0) {
        remainder = std::copysign(0.0, right);
    } else if ((right < 0) != (remainder < 0)) {
        remainder += right;
        quotient -= 1;
    }
    if (quotient == 0) return {std::copysign(0.0, left / right), remainder};
    double whole = std::floor(quotient);
    if (quotient - whole > 0.5) whole += 1;
    return {whole, remainder};
}

Result on_integers(TermOp op, std::int64_t left, std::int64_t right) {
    const auto wide = static_cast<__int128>(left);
    switch (op) {
        case TermOp::add:
            return integer(wide + right);
        case TermOp::subtract:
            return integer(wide - right);
        case TermOp::multiply:
            return integer(wide * right);
        case TermOp::floor_divide:
            return floor_divide(left, right);
        case TermOp::modulo:
            return modulo(left, right);
        case TermOp::divide:
            if (left > kExactInDouble || left < -kExactInDouble || right > kExactInDouble ||
                right < -kExactInDouble)
                return std::nullopt;
            return divide(static_cast<double>(left), static_cast<double>(right));
        case TermOp::power:
            if (right < 0) return real_power(static_cast<double>(left), static_cast<double>(right));
            return power(left, right);
        default:
            return std::nullopt;
    }
}

Result on_reals(TermOp op, double left, double right) {
    switch (op) {
        case TermOp::add:
            return Cell::floating(left + right);
        case TermOp::subtract:
            return Cell::floating(left - right);
        case TermOp::multiply:
            return Cell::floating(left * right);
        case TermOp::divide:
            return divide(left, right);
        case TermOp::floor_divide:
            return right == 0 ? std::nullopt : Result(Cell::floating(divide_down(left, right).quotient));
        case TermOp::modulo:
            return right == 0 ? std::nullopt : Result(Cell::floating(divide_down(left, right).remainder));
        case TermOp::power:
            return real_power(left, right);
        default:
            return std::nullopt;
    }
}

double as_real(const Number& number) {
    return number.form == Number::Form::real ? number.real : static_cast<double>(number.small);
}

bool inexact_divisor(TermOp op, const Number& number) {
    return op == TermOp::divide && number.form == Number::Form::small &&
           (number.small > kExactInDouble || number.small < -kExactInDouble);
}

}  // namespace

std::optional<Cell> arithmetic(TermOp op, const Number& left, const Number& right) {
    if (left.form == Number::Form::big || right.form == Number::Form::big) return std::nullopt;
    if (left.form == Number::Form::small && right.form == Number::Form::small)
        return on_integers(op, left.small, right.small);
    if (inexact_divisor(op, left) || inexact_divisor(op, right)) return std::nullopt;
    return on_reals(op, as_real(left), as_real(right));
}

std::optional<Cell> negate(const Number& number) {
    if (number.form == Number::Form::big) return std::nullopt;
    if (number.form == Number::Form::real) return Cell::floating(-number.real);
    return integer(-static_cast<__int128>(number.small));
}

std::optional<Cell> absolute(const Number& number) {
    if (number.form == Number::Form::big) return std::nullopt;
    if (number.form == Number::Form::real) return Cell::floating(std::fabs(number.real));
    const auto wide = static_cast<__int128>(number.small);
    return integer(wide < 0 ? -wide : wide);
}

std::partial_ordering order(const Number& left, const Number& right) {
    using Form = Number::Form;
    if (left.form == Form::real && right.form == Form::real) return left.real <=> right.real;
    std::uint64_t left_limb = 0;
    std::uint64_t right_limb = 0;
    const BigView mine = left.form == Form::big ? left.big : big_view(left.small, left_limb);
    const BigView theirs = right.form == Form::big ? right.big : big_view(right.small, right_limb);
    if (right.form == Form::real) return compare(mine, right.real);
    if (left.form == Form::real) return 0 <=> compare(theirs, left.real);
    return compare(mine, theirs);
}

}  // namespace guardc::compiler
