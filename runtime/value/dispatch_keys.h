// Dispatch keys of a tensor as one word: which kind of work (48 upper bits) on which back ends (16 lower).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/model/dtype.h"

namespace guardc {

// The word for these names (`CPU`, `AutogradCPU`, `BackendSelect`, ..); nothing when a name is unknown, or
// when the names are not all combinations of the work and the back ends that they mention (no tensor has
// such a set, and the word could not tell it from a larger one).
std::optional<std::uint64_t> pack_dispatch_keys(std::span<const std::string_view> names);
bool is_dispatch_key(std::string_view name);
// The names in the word, in the peer's order.
std::vector<std::string> dispatch_key_names(std::uint64_t keys);

// Those that a plain tensor of that device has.
std::uint64_t default_dispatch_keys(DeviceType device);

}  // namespace guardc
