// The kinds of values that guards tell apart. The set is the language's own: an object model maps its
// objects onto these, whatever its C++ types are called.
#pragma once

#include <cstdint>
#include <string_view>

namespace guardc {

// The second column is the word users see in messages.
#define GUARDC_KINDS(X)              \
    X(none, "None")                  \
    X(boolean, "bool")               \
    X(integer, "int")                \
    X(floating, "float")             \
    X(complex, "complex")            \
    X(string, "str")                 \
    X(bytes, "bytes")                \
    X(list, "list")                  \
    X(tuple, "tuple")                \
    X(size, "torch.Size")            \
    X(dict, "dict")                  \
    X(mapping_proxy, "mappingproxy") \
    X(set, "set")                    \
    X(frozenset, "frozenset")        \
    X(range, "range")                \
    X(slice, "slice")                \
    X(iterator, "iterator")          \
    X(tensor, "tensor")              \
    X(dtype, "dtype")                \
    X(device, "device")              \
    X(type, "type")                  \
    X(module, "module")              \
    X(function, "function")          \
    X(code, "code")                  \
    X(cell, "cell")                  \
    X(weak_reference, "weakref")     \
    X(object, "object")

enum class Kind : std::uint8_t {
#define GUARDC_KIND(name, text) name,
    GUARDC_KINDS(GUARDC_KIND)
#undef GUARDC_KIND
};

inline constexpr unsigned kKindCount = static_cast<unsigned>(Kind::object) + 1;

constexpr std::string_view kind_name(Kind kind) {
    constexpr std::string_view names[] = {
#define GUARDC_KIND(name, text) text,
        GUARDC_KINDS(GUARDC_KIND)
#undef GUARDC_KIND
    };
    return names[static_cast<unsigned>(kind)];
}

}  // namespace guardc
