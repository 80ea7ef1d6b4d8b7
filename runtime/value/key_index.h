// Finding keys of dicts and elements of sets.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/model/truth.h"
#include "runtime/value/containers.h"

namespace guardc {

class ValueArena;

// A hash table over the keys of one dict or set, made when there are more than kScannedKeys.
struct KeyIndex {
    const std::uint32_t* slots;  // position + 1, or 0; open addressing
    std::uint32_t mask;          // number of slots - 1
    // Some key is not in the table, or its own code may have to tell whether it is the one that is asked for.
    bool needs_scan;
};
inline constexpr std::size_t kScannedKeys = 8;

// Null for few keys.
const KeyIndex* make_key_index(ValueArena& arena, std::span<const Value* const> keys);

// Where a key is. `no`: certainly not there; `undefined`: only code of a key's own could tell, or the key has
// no hash. Neither allocates nor throws.
struct KeyPlace {
    Truth found = Truth::no;
    std::uint64_t position = 0;
};
KeyPlace find_key(const DictValue& dict, const Value& key) noexcept;
// Sets by their hashes; other sequences from the left, up to the first element that decides.
KeyPlace find_element(const SequenceValue& sequence, const Value& element) noexcept;

}  // namespace guardc
