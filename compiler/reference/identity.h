// Which object a value is.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "compiler/reference/seen.h"

namespace guardc::compiler {

// None, bools, dtypes and types are known by what they are, every other object by the identity that its
// model gives it.
struct Identity {
    Kind kind = Kind::object;  // of a value that is known by what it is; else `object`
    std::uint64_t number = 0;
    std::string_view type;
    friend bool operator==(const Identity&, const Identity&) = default;
};
// Nothing for a value that has none.
std::optional<Identity> identity(const Seen& seen);

}  // namespace guardc::compiler
