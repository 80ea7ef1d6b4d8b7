// Strict equality: what `is <constant>` means.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/value/value.h"

namespace guardc {

// Same type and same value, bit for bit, all the way down: `1` is neither `True` nor `1.0`, `0.0` is not
// `-0.0`, all NaNs are one value, complex numbers agree part by part, dicts in their order too, sets in any
// order. Objects, tensors, functions and whatever else has no value of its own are equal only to themselves,
// and so are values that nest deeper than kStrictDepth. A dict that is written in part is not known to equal
// any other. Neither allocates nor throws.
//
// Time is that of walking the smaller of the two as a tree: one of them should be a constant of a guard text.
bool strict_equal(const Value& left, const Value& right) noexcept;

// The same text for strictly equal values, and only for these. Sorting by it gives sets one order.
std::string strict_key(const Value& value);
std::uint64_t strict_hash(const Value& value);

inline constexpr unsigned kStrictDepth = 1000;

}  // namespace guardc
