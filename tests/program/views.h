// The ways in which one value reaches an operation.
#pragma once

#include <string>
#include <vector>

#include "runtime/model/model.h"
#include "runtime/value/arena.h"

namespace guardc::program_tests {

// The same objects under another model: as the built-in one, but its type handles are its own, it looks
// nothing up, and it says that an object's identity is its address.
const Model& mirror_model();

// A value in a register of a check of `model`.
struct Seen {
    std::string how;  // "reference", "literal", "immediate"
    Cell cell;
};
// As an object, as a constant of the guard text, and where a cell can hold it as an immediate.
std::vector<Seen> views_of(const Model& model, const Value& value);

Cell as_reference(const Value* value);
Cell as_literal(const Value* value);

}  // namespace guardc::program_tests
