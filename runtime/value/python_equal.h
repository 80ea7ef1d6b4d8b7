// Python's equality as containers use it, on built-in values and as far as it runs no code. The language's
// `==` is that of every model: runtime/program/equality.h.
#pragma once

#include <cstdint>
#include <optional>

#include "runtime/model/truth.h"
#include "runtime/value/value.h"

namespace guardc {

// Whether two keys of a dict or elements of a set are equal: one object equals itself whatever it is, and a
// NaN is told from another by identity. Tensors, modules, functions, code objects and cells are compared by
// identity, which is what their hashes go by. Undefined on whatever else has an equality of its own. Neither
// this nor what follows allocates or throws; comparisons that nest deeper than kEqualityDepth or take more
// than kEqualitySteps are undefined.
Truth key_equal(const Value& left, const Value& right) noexcept;
// The same for an element of a list or tuple, which has no hash: a tensor is then asked for its own equality.
Truth element_equal(const Value& left, const Value& right) noexcept;

// Keys that key_equal finds equal have one hash. Nothing for values without one that is known, such as an
// object that has no identity.
std::optional<std::uint64_t> key_hash(const Value& key) noexcept;

inline constexpr unsigned kEqualityDepth = 200;
inline constexpr std::uint64_t kEqualitySteps = 1U << 20U;

// Whether this is a float or a complex with a NaN in it.
bool is_nan(const Value& value) noexcept;

}  // namespace guardc
