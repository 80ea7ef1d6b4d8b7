// Subscripts and membership as Python looks them up, and the truth of values.
#pragma once

#include <optional>

#include "compiler/reference/seen.h"
#include "runtime/model/truth.h"

namespace guardc::compiler {

// base[key]; undefined where Python raises and where it would run code.
std::optional<Cell> subscript(const Seen& base, const Seen& key);

// The key of a dict that equals this one.
std::optional<Cell> stored_key(const Seen& dict, const Seen& key);

// What an int or bool within 64 bits means as an index.
std::optional<std::int64_t> index_of(const Seen& key);

// `element in container`.
Truth contains(const Seen& element, const Seen& container);

// bool(value) for None, numbers, text, exact containers, dtypes, devices, types, ranges and slices; else
// undefined.
Truth truth_of(const Seen& value);

}  // namespace guardc::compiler
