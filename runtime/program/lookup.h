// Looking a key up in a dict or set, in whatever way is certain.
#pragma once

#include "runtime/program/operand.h"

namespace guardc {

enum class KeySort : std::uint8_t {
    plain,       // hashable, and its equality with any other value is certain
    uncertain,   // hashable as far as one can tell; holds a NaN or something with an equality of its own
    unhashable,  // Python raises
};
KeySort sort_of_key(const Operand& key) noexcept;

// yes: `found` is what the model's own look-up gives: the value under an equal key of a dict, the equal
// element of a set. no: there is certainly none. undefined: the look-up cannot tell, and one has to search.
Truth look_up(const Operand& container, const Operand& key, Operand& found) noexcept;

// Whether a dict or set certainly has, or has not, this key, as Python looks up; of any key, or undefined on
// all but plain ones.
Truth has_key(const Operand& container, const Operand& key) noexcept;
Truth has_plain_key(const Operand& container, const Operand& key) noexcept;

// The same by comparing all keys (`key_at` of a dict, `item` of a set) one by one: undefined only when none
// is equal and some cannot be told. A dict that is known in part ends where its known keys do.
Truth search_key(const Operand& container, FactId keys, const Operand& key, std::uint64_t& position) noexcept;

// base[key]: the value under a key of a dict or mapping proxy, the element of a list or tuple at an index,
// which may be negative. Undefined where Python raises.
Truth subscript(const Operand& base, const Operand& key, Operand& result) noexcept;

}  // namespace guardc
