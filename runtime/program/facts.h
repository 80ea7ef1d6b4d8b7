// Facts of any value in a register, not only of objects.
#pragma once

#include "runtime/program/operand.h"

namespace guardc {

// What the operation `fact` yields. Beyond what helpers give: immediates have those facts that follow from
// their value; indices (`item`, `size`, `stride`) may count from the end; facts of constants are turned into
// what a register of a check of `model` can hold.
Truth fact_of(const Model& model, FactId id, const Cell& object, const Cell& argument, Cell& result) noexcept;

}  // namespace guardc
