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

// Of an integer by value; well spread in its upper bits, and different for different numbers.
constexpr std::uint64_t integer_hash(std::int64_t number) noexcept {
    return static_cast<std::uint64_t>(number) * 0x9e3779b97f4a7c15ULL;
}
std::uint64_t identity_hash(std::uint64_t identity) noexcept;

// Of a value in a register of a check of `model`. Nothing for values whose equals cannot be told by a hash
// here: whoever asks has to compare.
std::optional<std::uint64_t> value_hash(const Model& model, const Cell& cell, HashBy by) noexcept;

}  // namespace guardc
