// One face for every value that an operation can meet: immediates of a cell, objects of the check's model,
// and constants of the guard text, which are objects of the built-in model. Comparisons are written against
// it once and then hold for any mix.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/model/model.h"

namespace guardc {

struct Operand {
    const Model* model = nullptr;     // whose object it is, or whose type handle an immediate holds
    const ObjectKind* row = nullptr;  // of an object; null for an immediate
    Cell cell;                        // the immediate, or a `reference` into `model`
    Kind kind = Kind::object;
    bool constant = false;  // a constant of the guard text or a part of one: without identity

    bool is_immediate() const { return row == nullptr; }
};

// Nothing below throws or allocates. Results are yes (written), undefined, or error from a failing model.

// Undefined for an absent cell, a null reference, and an object whose kind the model cannot tell.
Truth view(const Model& model, const Cell& cell, Operand& operand) noexcept;

// The row of an object in its model's list of kinds, or null.
const ObjectKind* row_of(const Model& model, const Cell& reference) noexcept;

// A fact of an object as its helper gives it; undefined on immediates.
Truth read(const Operand& object, FactId id, const Cell& argument, Cell& result) noexcept;
inline Truth read(const Operand& object, FactId id, Cell& result) noexcept {
    return read(object, id, Cell{}, result);
}

// A part that is a value again: item, key_at, value_at at an index; start, stop, step.
Truth part(const Operand& whole, FactId id, std::uint64_t index, Operand& result) noexcept;

// len() where the object has it without running code; code points of a str.
Truth length(const Operand& object, std::uint64_t& result) noexcept;

// The characters of a str, the bytes of a bytes object.
Truth characters(const Operand& string, std::string_view& result) noexcept;
Truth raw_bytes(const Operand& bytes, std::string_view& result) noexcept;

// The value of a dtype or device, as the bits of its cell.
Truth named_bits(const Operand& dtype_or_device, std::uint64_t& bits) noexcept;
// The full name of the type that a value of kind `type` stands for.
Truth named_type(const Operand& type, std::string_view& name) noexcept;

// The full name of the exact type. An object whose model states no type has the built-in type of its kind.
Truth exact_type(const Operand& operand, std::string_view& name) noexcept;
// yes or no; kinds that the language gives no single type (objects) are never exact.
Truth has_exact_type(const Operand& operand) noexcept;

// The value as a cell that helpers of `model` can take as an argument; false where there is none.
bool as_argument(const Operand& operand, const Model& model, Cell& argument) noexcept;

// The value as a cell that a register of a check of `model` can hold.
Truth as_register(const Operand& operand, const Model& model, Cell& cell) noexcept;

// Any copy of the built-in model: the native engine has one of its own in its library.
bool is_builtin(const Model& model) noexcept;

// Full name of the type that values of this kind have when nothing else is said; empty for objects.
std::string_view default_type_name(Kind kind) noexcept;

}  // namespace guardc
