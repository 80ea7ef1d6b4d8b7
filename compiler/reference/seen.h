// A cell as the reference evaluator sees it: which kind of value it is, and its parts, read through helpers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/model/cell.h"
#include "runtime/model/kind.h"
#include "runtime/model/model.h"
#include "runtime/value/big_integer.h"

namespace guardc::compiler {

struct Seen {
    Kind kind = Kind::none;
    const Model* model = nullptr;  // what `object` and a `type` cell belong to
    Ref object = nullptr;          // null: the cell itself holds the value
    Cell cell;
};

// Nothing for an absent cell, a null reference, and an object that the model cannot place.
std::optional<Seen> see(const Cell& cell, const Model& model);

// Fact of an object; undefined for a value that a cell holds. What belongs to a constant stays a constant:
// references that its facts yield come back as `literal` cells.
Truth fact(const Seen& seen, FactId id, const Cell& argument, Cell& result);
std::optional<Cell> fact(const Seen& seen, FactId id, const Cell& argument = {});

// A part of `seen`: what a fact of it yields, seen in turn.
std::optional<Seen> part(const Seen& seen, FactId id, const Cell& argument = {});

// A bool, int or float.
struct Number {
    enum class Form : std::uint8_t { small, big, real } form = Form::small;
    std::int64_t small = 0;
    double real = 0;
    BigView big;
};
std::optional<Number> number_of(const Seen& seen);
// An exact int (not a bool) within 64 bits.
std::optional<std::int64_t> exact_integer(const Seen& seen);

struct Complex {
    double real = 0;
    double imaginary = 0;
};
std::optional<Complex> complex_of(const Seen& seen);

std::optional<std::string_view> text_of(const Seen& seen);   // of a str
std::optional<std::string_view> bytes_of(const Seen& seen);  // of a bytes
std::optional<std::uint64_t> dtype_of(const Seen& seen);     // of a dtype
std::optional<std::uint64_t> device_of(const Seen& seen);    // of a device
std::string_view named_type(const Seen& seen);               // full name of what a type stands for, or empty

// Full name of the exact type, or empty where the model does not tell.
std::string_view type_name(const Seen& seen);
// Of the very type that the kind is named for, no subclass.
bool is_exact(const Seen& seen);

std::optional<std::uint64_t> length_of(const Seen& seen);  // len() without running code

bool is_container(Kind kind);  // list, tuple, torch.Size, set, frozenset, dict

}  // namespace guardc::compiler
