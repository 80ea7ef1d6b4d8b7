// Built-in values: what frame files decode to, what constants of guard texts are, and the objects of the
// built-in model. Values are immutable once built, live in an arena, and are read by address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/model/dtype.h"
#include "runtime/model/kind.h"

namespace guardc {

// A type by its full name (`demo.Config`, `builtins.int`, `torch.Tensor`). Interned for the life of the
// process: equal names have one address. The identity that a frame file's `types` table binds belongs to the
// value that stands for the type (runtime/value/objects.h), since it changes from file to file.
struct TypeInfo {
    std::string name;
};
const TypeInfo* intern_type(std::string_view full_name);
// The type that values of a kind have where nothing else is said (`builtins.list`, `torch.Tensor`); for
// iterators and objects `builtins.object`.
const TypeInfo* builtin_type(Kind kind);

// First member of every value struct, so that a `const Value*` points to any of them. `identity` 0: the value
// has none (a plain `7` in a frame file).
struct Value {
    Kind kind;
    const TypeInfo* type;
    std::uint64_t identity;
};
static_assert(sizeof(Value) == 24);

inline constexpr std::uint8_t kNoRank = 255;

// Facts of a tensor stand where three cache lines hold all of them, and the fixed ones in the first.
inline constexpr std::uint32_t kInlineDimensions = 5;
struct TensorValue {
    Value head;
    DType dtype;
    std::uint8_t layout;  // TensorLayout
    std::uint8_t requires_grad;
    std::uint8_t rank;         // kNoRank: the sizes cannot be checked
    std::uint8_t stride_rank;  // rank, or 0 where strides cannot be checked
    std::uint8_t size_rank;    // rank, or 0 where the sizes cannot be checked: what bounds `sizes`
    std::uint8_t reserved[2];
    std::uint64_t device;  // pack_device
    std::uint64_t keys;    // dispatch keys, one bit each (runtime/value/dispatch_keys.h)
    std::int64_t storage_offset;
    std::int64_t sizes[kInlineDimensions];  // the first dimensions; all of them in all_*
    std::int64_t strides[kInlineDimensions];
    const std::int64_t* all_sizes;    // `size_rank` entries
    const std::int64_t* all_strides;  // `stride_rank` entries
    const struct TensorRest* rest;    // what few guards read (storage, attrs, grad, base, ..); may be null
};
static_assert(offsetof(TensorValue, dtype) == 24 && offsetof(TensorValue, device) == 32 &&
              offsetof(TensorValue, sizes) == 56);

}  // namespace guardc
