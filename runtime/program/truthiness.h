// bool() of a value.
#pragma once

#include "runtime/program/operand.h"

namespace guardc {

// For the kinds that have Python's equality: numbers that are not zero, text and containers that are not
// empty, and whatever Python calls true because it says nothing else. Undefined on all others.
Truth is_true(const Operand& operand) noexcept;

}  // namespace guardc
