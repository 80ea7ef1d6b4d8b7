// A cell is one value in flight: what a fact yields, what a register of a program holds, what the ambient
// block consists of.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace guardc {

// An object of some model. The pointer is never followed except by that model's helpers and layouts.
using Ref = const void*;

enum class CellTag : std::uint32_t {
    absent,     // no value; an ambient field that was not given
    reference,  // bits: Ref into the model of the check
    literal,    // bits: const Value* (runtime/value/value.h), a constant of the guard text
    none,
    boolean,   // bits: 0 or 1
    integer,   // bits: int64. An integer that does not fit is a `reference` or a `literal`
    floating,  // bits: IEEE double
    text,      // bits: const char*, not terminated; `length` bytes of UTF-8
    dtype,     // bits: DType
    device,    // bits: pack_device()
    type,      // bits: the model's handle of a type, see Model::resolve_type
};

struct Cell {
    std::uint64_t bits = 0;
    CellTag tag = CellTag::absent;
    // Of `text`: bytes. Of `reference`: 1 + the index of the object's kind in its model, where that is known
    // without asking the object; 0 where it is not. 0 elsewhere.
    std::uint32_t length = 0;

    static Cell reference(Ref object) {
        return {std::bit_cast<std::uint64_t>(object), CellTag::reference, 0};
    }
    static Cell reference_of_kind(Ref object, std::uint32_t kind) {
        return {std::bit_cast<std::uint64_t>(object), CellTag::reference, kind + 1};
    }
    static constexpr Cell none() { return {0, CellTag::none, 0}; }
    static constexpr Cell boolean(bool value) { return {value ? 1U : 0U, CellTag::boolean, 0}; }
    static constexpr Cell integer(std::int64_t value) {
        return {static_cast<std::uint64_t>(value), CellTag::integer, 0};
    }
    static constexpr Cell floating(double value) {
        return {std::bit_cast<std::uint64_t>(value), CellTag::floating, 0};
    }
    static Cell text(std::string_view value) {
        return {std::bit_cast<std::uint64_t>(value.data()), CellTag::text,
                static_cast<std::uint32_t>(value.size())};
    }

    Ref as_reference() const { return std::bit_cast<Ref>(bits); }
    constexpr std::int64_t as_integer() const { return static_cast<std::int64_t>(bits); }
    constexpr double as_floating() const { return std::bit_cast<double>(bits); }
    std::string_view as_text() const { return {std::bit_cast<const char*>(bits), length}; }
};
static_assert(sizeof(Cell) == 16, "native code addresses the scratch block by this size");

}  // namespace guardc
