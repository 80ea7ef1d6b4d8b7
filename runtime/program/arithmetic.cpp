#include "runtime/program/arithmetic.h"

#include <cmath>

#include "runtime/program/float_arithmetic.h"
#include "runtime/program/integer_arithmetic.h"
#include "runtime/program/number.h"

namespace guardc {
namespace {

constexpr std::int64_t kExactInFloat = std::int64_t{1} << 53U;

// An int or float within the language's arithmetic.
struct Real {
    bool is_float = false;
    std::int64_t integer = 0;
    double floating = 0;  // of an int: the nearest float, as Python converts it
};

Truth read_real(const Operand& operand, Real& real) {
    Number number;
    if (const Truth outcome = read_number(operand, number); outcome != Truth::yes) return outcome;
    if (number.form != NumberForm::integer && number.form != NumberForm::floating) return Truth::undefined;
    real.is_float = number.form == NumberForm::floating;
    real.integer = number.integer;
    real.floating = real.is_float ? number.floating : static_cast<double>(number.integer);
    return Truth::yes;
}

// The exponent is not negative.
bool power_integers(std::int64_t base, std::int64_t exponent, std::int64_t& result) {
    result = 1;
    if (base == 0 || base == 1 || base == -1) {
        if (exponent != 0) result = base == -1 && exponent % 2 == 0 ? 1 : base;
        return true;
    }
    if (exponent > 63) return false;
    for (; exponent > 0; --exponent)
        if (!multiply_integers(result, base, result)) return false;
    return true;
}

bool compute_integers(ValueFunction function, std::int64_t left, std::int64_t right, std::int64_t& result) {
    switch (function) {
        case ValueFunction::add:
            return add_integers(left, right, result);
        case ValueFunction::subtract:
            return subtract_integers(left, right, result);
        case ValueFunction::multiply:
            return multiply_integers(left, right, result);
        case ValueFunction::floor_divide:
            return floor_divide_integers(left, right, result);
        case ValueFunction::modulo:
            return modulo_integers(left, right, result);
        case ValueFunction::power:
            return power_integers(left, right, result);
        default:
            return false;
    }
}

bool compute_floats(ValueFunction function, double left, double right, double& result) {
    switch (function) {
        case ValueFunction::add:
            result = left + right;
            return true;
        case ValueFunction::subtract:
            result = left - right;
            return true;
        case ValueFunction::multiply:
            result = left * right;
            return true;
        case ValueFunction::divide:
            return divide_floats(left, right, result);
        case ValueFunction::floor_divide:
            return floor_divide_floats(left, right, result);
        case ValueFunction::modulo:
            return modulo_floats(left, right, result);
        case ValueFunction::power:
            return power_floats(left, right, result);
        default:
            return false;
    }
}

bool divides_exactly(const Real& real) {
    return real.is_float || (real.integer >= -kExactInFloat && real.integer <= kExactInFloat);
}

}  // namespace

Truth compute(ValueFunction function, const Operand& left, const Operand& right, Cell& result) noexcept {
    Real first;
    Real second;
    if (const Truth outcome = read_real(left, first); outcome != Truth::yes) return outcome;
    if (const Truth outcome = read_real(right, second); outcome != Truth::yes) return outcome;
    const bool divides = function == ValueFunction::divide;
    if (divides && (!divides_exactly(first) || !divides_exactly(second))) return Truth::undefined;
    const bool as_floats = first.is_float || second.is_float || divides ||
                           (function == ValueFunction::power && second.integer < 0);
    if (!as_floats) {
        std::int64_t integer = 0;
        if (!compute_integers(function, first.integer, second.integer, integer)) return Truth::undefined;
        result = Cell::integer(integer);
        return Truth::yes;
    }
    double floating = 0;
    if (!compute_floats(function, first.floating, second.floating, floating)) return Truth::undefined;
    result = Cell::floating(floating);
    return Truth::yes;
}

Truth negate(const Operand& operand, Cell& result) noexcept {
    Real real;
    if (const Truth outcome = read_real(operand, real); outcome != Truth::yes) return outcome;
    if (real.is_float) {
        result = Cell::floating(-real.floating);
        return Truth::yes;
    }
    std::int64_t integer = 0;
    if (!negate_integer(real.integer, integer)) return Truth::undefined;
    result = Cell::integer(integer);
    return Truth::yes;
}

Truth absolute(const Operand& operand, Cell& result) noexcept {
    Real real;
    if (const Truth outcome = read_real(operand, real); outcome != Truth::yes) return outcome;
    if (real.is_float) {
        result = Cell::floating(std::fabs(real.floating));
        return Truth::yes;
    }
    std::int64_t integer = real.integer;
    if (integer < 0 && !negate_integer(integer, integer)) return Truth::undefined;
    result = Cell::integer(integer);
    return Truth::yes;
}

}  // namespace guardc
