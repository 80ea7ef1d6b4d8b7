#include "compiler/reference/conversion.h"

#include "runtime/program/math_functions.h"

namespace guardc::compiler {

namespace {

using Form = Number::Form;

std::optional<std::int64_t> integer_of(const Seen& seen) {
    const std::optional<Number> number = number_of(seen);
    return number && number->form == Form::small ? std::optional(number->small) : std::nullopt;
}

// A bool, an int within 64 bits or a float.
std::optional<Number> real_of(const Seen& seen) {
    const std::optional<Number> number = number_of(seen);
    return number && number->form != Form::big ? number : std::nullopt;
}

double as_double(const Number& number) {
    return number.form == Form::real ? number.real : static_cast<double>(number.small);
}

std::optional<Cell> whole(Rounding rounding, const Number& number) {
    if (number.form == Form::small) return Cell::integer(number.small);
    const std::optional<std::int64_t> found = rounded(rounding, number.real);
    return found ? std::optional(Cell::integer(*found)) : std::nullopt;
}

std::optional<Cell> floating(const std::optional<double>& number) {
    return number ? std::optional(Cell::floating(*number)) : std::nullopt;
}

MathFunction function_of(TermOp op) {
    switch (op) {
#define GUARDC_FUNCTION(name, least, most) \
    case TermOp::name:                     \
        return MathFunction::name;
        GUARDC_MATH(GUARDC_FUNCTION)
#undef GUARDC_FUNCTION
        default:
            return MathFunction::sqrt;
    }
}

}  // namespace

std::optional<Cell> bits(TermOp op, const Seen& left, const Seen& right) {
    const std::optional<std::int64_t> one = integer_of(left);
    const std::optional<std::int64_t> other = integer_of(right);
    if (!one || !other) return std::nullopt;
    if (op == TermOp::shift_left || op == TermOp::shift_right) {
        if (*other < 0) return std::nullopt;
        if (op == TermOp::shift_right)
            return Cell::integer(*other > 63 ? (*one < 0 ? -1 : 0) : *one >> *other);
        if (*one == 0) return Cell::integer(0);
        if (*other > 63) return std::nullopt;
        const __int128 wide = static_cast<__int128>(*one) * (static_cast<__int128>(1) << *other);
        if (wide < INT64_MIN || wide > INT64_MAX) return std::nullopt;
        return Cell::integer(static_cast<std::int64_t>(wide));
    }
    const std::int64_t result = op == TermOp::bit_and  ? *one & *other
                                : op == TermOp::bit_or ? *one | *other
                                                       : *one ^ *other;
    if (left.kind == Kind::boolean && right.kind == Kind::boolean) return Cell::boolean(result != 0);
    return Cell::integer(result);
}

std::optional<Cell> invert(const Seen& operand) {
    const std::optional<std::int64_t> number = integer_of(operand);
    return number ? std::optional(Cell::integer(-1 - *number)) : std::nullopt;
}

std::optional<Cell> convert(TermOp op, const Seen& operand) {
    const bool of_objects = op == TermOp::to_integer || op == TermOp::to_float;
    if (of_objects && operand.kind == Kind::object) {
        const std::optional<Seen> base = part(operand, FactId::base_value);
        return base && base->kind != Kind::object ? convert(op, *base) : std::nullopt;
    }
    const std::optional<Number> number = real_of(operand);
    if (!number) return std::nullopt;
    switch (op) {
        case TermOp::to_float:
            return Cell::floating(as_double(*number));
        case TermOp::floor:
            return whole(Rounding::floor, *number);
        case TermOp::ceil:
            return whole(Rounding::ceil, *number);
        default:
            return whole(Rounding::trunc, *number);
    }
}

std::optional<Cell> round(std::span<const Seen> operands) {
    const std::optional<Number> number = real_of(operands[0]);
    if (!number) return std::nullopt;
    if (operands.size() == 1) return whole(Rounding::nearest, *number);
    const std::optional<std::int64_t> digits = integer_of(operands[1]);
    if (!digits) return std::nullopt;
    if (number->form == Form::real) return floating(rounded_to(number->real, *digits));
    return *digits >= 0 && *digits <= 15 ? std::optional(Cell::integer(number->small)) : std::nullopt;
}

std::optional<Cell> math(TermOp op, const Seen& operand) {
    const std::optional<Number> number = real_of(operand);
    return number ? floating(math_value(function_of(op), as_double(*number))) : std::nullopt;
}

}  // namespace guardc::compiler
