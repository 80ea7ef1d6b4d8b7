// Object file to running code, in a closed world: only the host's operations can be called.
#pragma once

#include <expected>
#include <span>
#include <string_view>

#include "compiler/native/code_arena.h"
#include "compiler/native/factory.h"

namespace guardc::native {

struct LinkedCode {
    CodeBlock block;  // to be released by whoever holds it
    CheckFunction function = nullptr;
};

// Fails on a symbol that is not among `operations`, on sections that would have to be writable, and when the
// arena has no memory; nothing is left behind then.
std::expected<LinkedCode, Failure> link_object(std::string_view object, std::span<const Operation> operations,
                                               CodeArena& arena);

}  // namespace guardc::native
