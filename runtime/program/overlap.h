// Whether tensors share memory.
#pragma once

#include <span>

#include "runtime/program/memory_range.h"
#include "runtime/program/operand.h"

namespace guardc {

// The bytes of one tensor; undefined on anything else, and where its sizes or strides cannot be checked.
Truth read_memory(const Operand& tensor, MemoryRange& range) noexcept;

// yes: no two share a byte. Takes time by the square of their number.
Truth no_overlap(const Model& model, std::span<const Cell> tensors) noexcept;

}  // namespace guardc
