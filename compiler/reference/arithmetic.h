// Arithmetic and order of numbers as the language defines them.
#pragma once

#include <compare>
#include <optional>

#include "compiler/reference/seen.h"
#include "compiler/terms/term_kinds.h"

namespace guardc::compiler {

// Bools count as ints. Nothing where the language says undefined: an int operand or result beyond 64 bits,
// division by zero, whatever raises in Python.
std::optional<Cell> arithmetic(TermOp op, const Number& left, const Number& right);
std::optional<Cell> negate(const Number& number);
std::optional<Cell> absolute(const Number& number);

// Exact, whatever the sizes and types; unordered with a NaN.
std::partial_ordering order(const Number& left, const Number& right);

}  // namespace guardc::compiler
