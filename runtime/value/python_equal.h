// Python's equality of built-in values, as far as it runs no code.
#pragma once

#include <cstdint>
#include <optional>

#include "runtime/model/truth.h"
#include "runtime/value/value.h"

namespace guardc {

// `left == right` as the language defines it: undefined on whatever has an equality of its own, and where a
// NaN meets a NaN inside a container. Neither this nor what follows allocates or throws; comparisons that
// nest deeper than kEqualityDepth or take more than kEqualitySteps are undefined.
Truth python_equal(const Value& left, const Value& right) noexcept;

// The same as containers compare their keys and elements: one object equals itself whatever it is, and a NaN
// is told from another by identity. Tensors, modules, functions, code objects and cells are compared by
// identity, which is what their hashes go by.
Truth key_equal(const Value& left, const Value& right) noexcept;

// Keys that key_equal finds equal have one hash. Nothing for values without one that is known, such as an
// object that has no identity.
std::optional<std::uint64_t> key_hash(const Value& key) noexcept;

inline constexpr unsigned kEqualityDepth = 200;
inline constexpr std::uint64_t kEqualitySteps = 1U << 20U;

// Whether this is a float or a complex with a NaN in it.
bool is_nan(const Value& value) noexcept;

}  // namespace guardc
