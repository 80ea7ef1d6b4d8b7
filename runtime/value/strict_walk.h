// What strict_equal and strict_key have in common. Private to this folder.
#pragma once

#include <cstdint>

#include "runtime/value/objects.h"

namespace guardc::strict {

bool equal(const Value& left, const Value& right, unsigned depth) noexcept;
bool same_object(const Value& left, const Value& right) noexcept;
// The bits of a float, with one pattern for all NaNs.
std::uint64_t canonical_bits(double number) noexcept;
bool holds_nan(const Value& value, unsigned depth) noexcept;

}  // namespace guardc::strict
