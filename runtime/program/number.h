// Numbers as Python has them, compared exactly: ints of any size, floats and complex numbers.
#pragma once

#include <compare>
#include <cstdint>

#include "runtime/program/operand.h"
#include "runtime/value/big_integer.h"

namespace guardc {

enum class NumberForm : std::uint8_t { integer, big, floating, complex };

struct Number {
    NumberForm form = NumberForm::integer;
    std::int64_t integer = 0;
    double floating = 0;   // of floating; the real part of complex
    double imaginary = 0;  // of complex
    BigView big;           // of big: an int beyond 64 bits
};

// Bools count as ints. Undefined on anything that is no number, and on an int beyond 64 bits of a model other
// than the built-in one, which has no way to tell its digits.
Truth read_number(const Operand& operand, Number& number) noexcept;

// True when a part of it is a NaN, so that it differs from itself.
bool has_nan(const Number& number) noexcept;

// Python's `==`.
bool equal_numbers(const Number& left, const Number& right) noexcept;
// Of real numbers; unordered where a NaN takes part.
std::partial_ordering order_numbers(const Number& left, const Number& right) noexcept;
// The same float: bit for bit, all NaNs being one.
bool same_float(double left, double right) noexcept;

}  // namespace guardc
