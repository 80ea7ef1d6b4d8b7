// Arithmetic on values of any kind that are numbers.
#pragma once

#include <span>

#include "runtime/program/functions.h"
#include "runtime/program/operand.h"

namespace guardc {

// One of add .. power. Bools count as ints; an int beyond 64 bits, as operand or result, is undefined.
Truth compute(ValueFunction function, const Operand& left, const Operand& right, Cell& result) noexcept;
Truth negate(const Operand& operand, Cell& result) noexcept;
Truth absolute(const Operand& operand, Cell& result) noexcept;

}  // namespace guardc
