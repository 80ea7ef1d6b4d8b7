// The order of two numbers or texts, as Python's `<` has it.
#pragma once

#include "runtime/program/operand.h"
#include "runtime/program/program.h"

namespace guardc {

// `comparison` is one of less, less_equal, greater, greater_equal. Numbers exactly, str by code point, bytes;
// undefined on anything else.
Truth compare_order(Comparison comparison, const Operand& left, const Operand& right) noexcept;

}  // namespace guardc
