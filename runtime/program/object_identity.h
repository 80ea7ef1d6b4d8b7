// Which object a value is.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/program/operand.h"

namespace guardc {

// None, booleans, types and dtypes are one object wherever they stand; anything else is told by its model.
struct ObjectIdentity {
    enum class Domain : std::uint8_t { object, none, boolean, dtype, type } domain = Domain::object;
    std::uint64_t number = 0;
    friend bool operator==(const ObjectIdentity&, const ObjectIdentity&) = default;
};

// Of a value in a register of a check of `model`; undefined where it has none. Types are numbered by that
// model.
Truth read_identity(const Model& model, const Cell& cell, ObjectIdentity& identity) noexcept;

// Undefined unless both have an identity.
Truth is_same(const Model& model, const Cell& left, const Cell& right) noexcept;

// All are different objects; undefined unless all have an identity. Linear in their number as long as they
// are at most some thousands, without memory of its own but a table of fixed size on the stack.
Truth are_distinct(const Model& model, std::span<const Cell> cells) noexcept;

}  // namespace guardc
