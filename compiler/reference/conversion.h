// One number made of another: `int`, `float`, rounding, bits, and the functions of `math`.
#pragma once

#include <optional>
#include <span>

#include "compiler/reference/seen.h"
#include "compiler/terms/term_kinds.h"

namespace guardc::compiler {

// Nothing where the language says undefined.
std::optional<Cell> bits(TermOp op, const Seen& left, const Seen& right);
std::optional<Cell> invert(const Seen& operand);
std::optional<Cell> convert(TermOp op, const Seen& operand);  // to_integer, to_float, floor, ceil, trunc
std::optional<Cell> round(std::span<const Seen> operands);
std::optional<Cell> math(TermOp op, const Seen& operand);

}  // namespace guardc::compiler
