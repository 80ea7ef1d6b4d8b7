#include "runtime/program/conversion.h"

#include "runtime/program/integer_arithmetic.h"
#include "runtime/program/number.h"

namespace guardc {
namespace {

// A bool, an int within 64 bits or a float; undefined for every other value.
Truth read_real(const Operand& operand, Number& number) {
    const Truth outcome = read_number(operand, number);
    if (outcome != Truth::yes) return outcome;
    return number.form == NumberForm::integer || number.form == NumberForm::floating ? Truth::yes
                                                                                     : Truth::undefined;
}

Truth read_integer(const Operand& operand, std::int64_t& integer) {
    Number number;
    if (const Truth outcome = read_number(operand, number); outcome != Truth::yes) return outcome;
    integer = number.integer;
    return number.form == NumberForm::integer ? Truth::yes : Truth::undefined;
}

Truth give(std::optional<std::int64_t> integer, Cell& result) {
    if (!integer) return Truth::undefined;
    result = Cell::integer(*integer);
    return Truth::yes;
}
Truth give(std::optional<double> floating, Cell& result) {
    if (!floating) return Truth::undefined;
    result = Cell::floating(*floating);
    return Truth::yes;
}

double as_double(const Number& number) {
    return number.form == NumberForm::floating ? number.floating : static_cast<double>(number.integer);
}

Truth in_whole(Rounding rounding, const Number& number, Cell& result) {
    if (number.form == NumberForm::integer) return give(std::optional(number.integer), result);
    return give(rounded(rounding, number.floating), result);
}

// The operand itself, or the number in it.
Truth base_of(const Operand& operand, Operand& base) {
    base = operand;
    if (operand.kind != Kind::object) return Truth::yes;
    Cell cell;
    if (const Truth outcome = read(operand, FactId::base_value, cell); outcome != Truth::yes) return outcome;
    return view(*operand.model, cell, base);
}

std::optional<MathFunction> math_of(ValueFunction function) {
    switch (function) {
#define GUARDC_FUNCTION(name, least, most) \
    case ValueFunction::name:              \
        return MathFunction::name;
        GUARDC_MATH(GUARDC_FUNCTION)
#undef GUARDC_FUNCTION
        default:
            return std::nullopt;
    }
}

Truth shift_left(std::int64_t left, std::int64_t right, Cell& result) {
    std::int64_t shifted = left;
    if (right < 0) return Truth::undefined;
    if (left == -1 && right == 63)
        shifted = INT64_MIN;
    else if (left != 0 && (right > 62 || !multiply_integers(left, std::int64_t{1} << right, shifted)))
        return Truth::undefined;
    return give(std::optional(shifted), result);
}

Truth shift_right(std::int64_t left, std::int64_t right, Cell& result) {
    if (right < 0) return Truth::undefined;
    return give(std::optional(left >> (right > 63 ? 63 : right)), result);
}

}  // namespace

Truth compute_bits(ValueFunction function, const Operand& left, const Operand& right, Cell& result) noexcept {
    std::int64_t one = 0;
    std::int64_t other = 0;
    if (const Truth outcome = read_integer(left, one); outcome != Truth::yes) return outcome;
    if (const Truth outcome = read_integer(right, other); outcome != Truth::yes) return outcome;
    if (function == ValueFunction::shift_left) return shift_left(one, other, result);
    if (function == ValueFunction::shift_right) return shift_right(one, other, result);
    const std::int64_t bits = function == ValueFunction::bit_and  ? one & other
                              : function == ValueFunction::bit_or ? one | other
                                                                  : one ^ other;
    const bool bools = left.kind == Kind::boolean && right.kind == Kind::boolean;
    result = bools ? Cell::boolean(bits != 0) : Cell::integer(bits);
    return Truth::yes;
}

Truth invert(const Operand& operand, Cell& result) noexcept {
    std::int64_t integer = 0;
    if (const Truth outcome = read_integer(operand, integer); outcome != Truth::yes) return outcome;
    result = Cell::integer(~integer);
    return Truth::yes;
}

Truth convert(ValueFunction function, const Operand& operand, Cell& result) noexcept {
    const bool of_objects = function == ValueFunction::to_integer || function == ValueFunction::to_float;
    Operand base = operand;
    if (of_objects)
        if (const Truth outcome = base_of(operand, base); outcome != Truth::yes) return outcome;
    Number number;
    if (const Truth outcome = read_real(base, number); outcome != Truth::yes) return outcome;
    if (const std::optional<MathFunction> math = math_of(function))
        return give(math_value(*math, as_double(number)), result);
    switch (function) {
        case ValueFunction::to_float:
            return give(std::optional(as_double(number)), result);
        case ValueFunction::floor:
            return in_whole(Rounding::floor, number, result);
        case ValueFunction::ceil:
            return in_whole(Rounding::ceil, number, result);
        default:
            return in_whole(Rounding::trunc, number, result);
    }
}

Truth round_number(const Operand& operand, const Operand* digits, Cell& result) noexcept {
    Number number;
    if (const Truth outcome = read_real(operand, number); outcome != Truth::yes) return outcome;
    if (digits == nullptr) return in_whole(Rounding::nearest, number, result);
    std::int64_t count = 0;
    if (const Truth outcome = read_integer(*digits, count); outcome != Truth::yes) return outcome;
    if (number.form == NumberForm::floating) return give(rounded_to(number.floating, count), result);
    return count >= 0 && count <= 15 ? give(std::optional(number.integer), result) : Truth::undefined;
}

}  // namespace guardc
