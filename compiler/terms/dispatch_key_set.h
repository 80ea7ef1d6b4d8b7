// Words of dispatch keys as guards write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace guardc::compiler {

// `DispatchKeySet(CPU, BackendSelect)`; nothing when the names of that word do not make it up again.
std::optional<std::string> dispatch_key_set(std::uint64_t keys);

}  // namespace guardc::compiler
