// Identities of values that are one object wherever they stand, given or not: None, the booleans, dtypes,
// types, and modules. Numbers that a frame file gives have the top bit clear and go before these.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "runtime/value/value.h"

namespace guardc {

inline constexpr std::uint64_t kSingletonIdentity = 1ULL << 63U;

constexpr std::uint64_t identity_of_none() {
    return kSingletonIdentity | 1U;
}
constexpr std::uint64_t identity_of_boolean(bool truth) {
    return kSingletonIdentity | (truth ? 3U : 2U);
}
constexpr std::uint64_t identity_of_dtype(DType dtype) {
    return kSingletonIdentity | (0x100U + static_cast<unsigned>(dtype));
}
std::uint64_t identity_of_type(const TypeInfo* named);
std::uint64_t identity_of_module(std::string_view name);

// Whether somebody gave this number, so that it belongs into a frame file.
constexpr bool is_given(std::uint64_t identity) {
    return identity != 0 && (identity & kSingletonIdentity) == 0;
}

}  // namespace guardc
