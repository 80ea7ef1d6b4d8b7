#include "runtime/program/number.h"

#include <bit>
#include <cmath>

#include "runtime/value/scalars.h"

namespace guardc {
namespace {

bool number_from_cell(const Cell& cell, Number& number) {
    if (cell.tag == CellTag::integer || cell.tag == CellTag::boolean) {
        number.form = NumberForm::integer;
        number.integer = cell.as_integer();
        return true;
    }
    if (cell.tag == CellTag::floating) {
        number.form = NumberForm::floating;
        number.floating = cell.as_floating();
        return true;
    }
    return false;
}

Truth floating_fact(const Operand& operand, FactId id, double& result) {
    Cell cell;
    const Truth outcome = read(operand, id, cell);
    if (outcome != Truth::yes) return outcome;
    if (cell.tag != CellTag::floating) return Truth::undefined;
    result = cell.as_floating();
    return Truth::yes;
}

// An int or float as a real number, which the big integers know how to order.
std::partial_ordering order_with_float(const Number& integer, double floating) {
    return integer.form == NumberForm::big ? compare(integer.big, floating)
                                           : compare(integer.integer, floating);
}

std::partial_ordering reversed(std::partial_ordering order) {
    return 0 <=> order;
}

}  // namespace

Truth read_number(const Operand& operand, Number& number) noexcept {
    if (operand.is_immediate()) return number_from_cell(operand.cell, number) ? Truth::yes : Truth::undefined;
    switch (operand.kind) {
        case Kind::boolean:
        case Kind::integer:
        case Kind::floating:
            break;
        case Kind::complex: {
            number.form = NumberForm::complex;
            const Truth real = floating_fact(operand, FactId::real, number.floating);
            return real == Truth::yes ? floating_fact(operand, FactId::imaginary, number.imaginary) : real;
        }
        default:
            return Truth::undefined;
    }
    Cell cell;
    const Truth outcome = read(operand, FactId::number, cell);
    if (outcome != Truth::yes) return outcome;
    if (number_from_cell(cell, number)) return Truth::yes;
    const bool is_value =
        cell.tag == CellTag::literal || (cell.tag == CellTag::reference && is_builtin(*operand.model));
    if (!is_value || cell.as_reference() == nullptr) return Truth::undefined;
    const auto& value = *static_cast<const Value*>(cell.as_reference());
    if (value.kind != Kind::integer || !is_big(as<IntegerValue>(value))) return Truth::undefined;
    const auto& integer = as<IntegerValue>(value);
    number.form = NumberForm::big;
    number.big = {integer.negative != 0, {integer.limbs, integer.limb_count}};
    return Truth::yes;
}

bool has_nan(const Number& number) noexcept {
    switch (number.form) {
        case NumberForm::integer:
        case NumberForm::big:
            return false;
        case NumberForm::floating:
            return std::isnan(number.floating);
        case NumberForm::complex:
            return std::isnan(number.floating) || std::isnan(number.imaginary);
    }
    return false;
}

bool equal_numbers(const Number& left, const Number& right) noexcept {
    if (left.form == NumberForm::complex && right.form == NumberForm::complex)
        return left.floating == right.floating && left.imaginary == right.imaginary;
    if (left.form == NumberForm::complex) return equal_numbers(right, left);
    if (right.form == NumberForm::complex) {
        if (right.imaginary != 0) return false;  // also where it is a NaN
        Number real;
        real.form = NumberForm::floating;
        real.floating = right.floating;
        return order_numbers(left, real) == 0;
    }
    return order_numbers(left, right) == 0;
}

std::partial_ordering order_numbers(const Number& left, const Number& right) noexcept {
    const bool left_float = left.form == NumberForm::floating;
    const bool right_float = right.form == NumberForm::floating;
    if (left_float && right_float) return left.floating <=> right.floating;
    if (right_float) return order_with_float(left, right.floating);
    if (left_float) return reversed(order_with_float(right, left.floating));
    if (left.form == NumberForm::integer && right.form == NumberForm::integer)
        return left.integer <=> right.integer;
    std::uint64_t left_limb = 0;
    std::uint64_t right_limb = 0;
    const BigView left_big = left.form == NumberForm::big ? left.big : big_view(left.integer, left_limb);
    const BigView right_big = right.form == NumberForm::big ? right.big : big_view(right.integer, right_limb);
    return compare(left_big, right_big);
}

bool same_float(double left, double right) noexcept {
    if (std::isnan(left) || std::isnan(right)) return std::isnan(left) && std::isnan(right);
    return std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right);
}

}  // namespace guardc
