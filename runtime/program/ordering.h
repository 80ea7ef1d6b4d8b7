// The order of two values, as Python's `<` has it.
#pragma once

#include "runtime/program/operand.h"
#include "runtime/program/program.h"

namespace guardc {

// `comparison` is one of less, less_equal, greater, greater_equal. Numbers exactly, str by code point, bytes,
// lists with lists and tuples with tuples by their first different elements; undefined where Python raises or
// would run code, and on sets.
Truth compare_order(Comparison comparison, const Operand& left, const Operand& right) noexcept;

}  // namespace guardc
