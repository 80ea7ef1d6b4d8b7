// Rows of the built-in model, by family of kinds. Private to this folder.
#pragma once

#include <cstddef>
#include <span>

#include "runtime/model/model.h"
#include "runtime/value/arena.h"

namespace guardc::facts {

std::span<const Fact> of_none();
std::span<const Fact> of_boolean();
std::span<const Fact> of_integer();
std::span<const Fact> of_floating();
std::span<const Fact> of_complex();
std::span<const Fact> of_string();
std::span<const Fact> of_bytes();
std::span<const Fact> of_dtype();
std::span<const Fact> of_device();
std::span<const Fact> of_sequence();
std::span<const Fact> of_set();
std::span<const Fact> of_dict();
std::span<const Fact> of_range();
std::span<const Fact> of_slice();
std::span<const Fact> of_iterator();
std::span<const Fact> of_tensor();
std::span<const Fact> of_type();
std::span<const Fact> of_module();
std::span<const Fact> of_function();
std::span<const Fact> of_code();
std::span<const Fact> of_cell();
std::span<const Fact> of_weak_reference();
std::span<const Fact> of_object();

// Shared by all kinds.
Truth read_type(const Model& model, Ref object, const Cell& argument, Cell& result) noexcept;
inline constexpr Fact kTypeRow{
    FactId::type, CellTag::type, read_type, {LayoutForm::direct, Scalar::u64, offsetof(Value, type)}};

template <class Struct>
const Struct& read(Ref object) {
    return *static_cast<const Struct*>(object);
}

// What a helper gives for a value that may not be there.
inline Truth give(const Value* value, Cell& result) {
    if (value == nullptr) return Truth::undefined;
    result = Cell::reference(value);
    return Truth::yes;
}
inline Truth give(const Cell& cell, Cell& result) {
    result = cell;
    return Truth::yes;
}

constexpr Layout direct(Scalar scalar, std::size_t offset) {
    return {LayoutForm::direct, scalar, static_cast<std::uint32_t>(offset)};
}

// An attribute or absence of one among what a value is known to have. `known` is null where it is not there;
// `certain` tells whether it then certainly is not there.
Truth give_absence(const Value* known, bool certain, Cell& result);
// The name that an `attribute` argument holds, or nothing.
bool attribute_name(const Cell& argument, std::string_view& name);
// Every Python object has these, so that they are never certainly absent.
bool is_universal_attribute(std::string_view name);

}  // namespace guardc::facts
