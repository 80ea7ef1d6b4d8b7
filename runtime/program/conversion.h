// One number made of another: `int`, `float`, rounding, bits, and the functions of `math`.
#pragma once

#include <span>

#include "runtime/program/functions.h"
#include "runtime/program/operand.h"

namespace guardc {

// One of bit_and .. shift_right. Of two bools the first three give a bool; shifts by less than nothing, and
// results beyond 64 bits, are undefined.
Truth compute_bits(ValueFunction function, const Operand& left, const Operand& right, Cell& result) noexcept;
Truth invert(const Operand& operand, Cell& result) noexcept;

// to_integer, to_float, floor, ceil, trunc, or a function of `math`. The first two read the number in an
// object whose type derives from one.
Truth convert(ValueFunction function, const Operand& operand, Cell& result) noexcept;
// `digits` null: to the nearest int.
Truth round_number(const Operand& operand, const Operand* digits, Cell& result) noexcept;

}  // namespace guardc
