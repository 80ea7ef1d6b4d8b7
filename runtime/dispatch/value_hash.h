// Hashes by which an index tells entries apart before their checks run.
#pragma once

#include <cstdint>
#include <optional>

#include "runtime/model/cell.h"
#include "runtime/model/model.h"

namespace guardc {

// By what a fact compares the value it reads.
enum class HashBy : std::uint8_t {
    value,    // `==` and strict equality: values that can be equal have equal hashes
    identity  // the identity that the model gives the object
};

// Well spread in its upper bits, and different for different numbers.
constexpr std::uint64_t integer_hash(std::int64_t number) noexcept {
    return static_cast<std::uint64_t>(number) * 0x9e3779b97f4a7c15ULL;
}
std::uint64_t identity_hash(std::uint64_t identity) noexcept;

// Of a value in a register of a check of `model`. Nothing for values whose equals cannot be told by a hash
// here: whoever asks has to compare.
std::optional<std::uint64_t> value_hash_of_any(const Model& model, const Cell& cell, HashBy by) noexcept;

// The same for every look-up: false for nothing. An optional that is copied costs more than all the rest of a
// look-up in an index, since it is written in parts and read as a whole.
inline bool value_hash(const Model& model, const Cell& cell, HashBy by, std::uint64_t& hash) noexcept {
    if (by == HashBy::value && cell.tag == CellTag::integer) [[likely]] {
        hash = integer_hash(cell.as_integer());
        return true;
    }
    const auto any = value_hash_of_any(model, cell, by);
    if (any) hash = *any;
    return any.has_value();
}
inline std::optional<std::uint64_t> value_hash(const Model& model, const Cell& cell, HashBy by) noexcept {
    std::uint64_t hash;
    if (!value_hash(model, cell, by, hash)) return std::nullopt;
    return hash;
}

}  // namespace guardc
