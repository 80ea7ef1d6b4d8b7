// What tensors have beside the facts in TensorValue (runtime/value/value.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "runtime/value/containers.h"

namespace guardc {

#define GUARDC_TENSOR_LAYOUTS(X) \
    X(strided)                   \
    X(sparse_coo) X(sparse_csr) X(sparse_csc) X(sparse_bsr) X(sparse_bsc) X(mkldnn) X(jagged)

enum class TensorLayout : std::uint8_t {
#define GUARDC_LAYOUT(name) name,
    GUARDC_TENSOR_LAYOUTS(GUARDC_LAYOUT)
#undef GUARDC_LAYOUT
};
std::string_view tensor_layout_name(TensorLayout layout);
std::optional<TensorLayout> parse_tensor_layout(std::string_view name);

struct TensorRest {
    std::uint64_t storage;        // an identity; 0: the storage is its own
    const DictValue* attributes;  // null: not given
    const Value* grad;            // null: not given; else None or a tensor
    const Value* base;            // what `_base` yields; null: not given
    const Value* value;           // the number in a one-element tensor; null: not given
    const DictValue* derived;     // what steps that run code yield, under their guard texts; may be null
    const Value* type_object;     // the `type` value of the exact type where a frame describes it, or null
};

inline std::span<const std::int64_t> sizes_of(const TensorValue& tensor) {
    return {tensor.all_sizes, tensor.size_rank};
}
inline std::span<const std::int64_t> strides_of(const TensorValue& tensor) {
    return {tensor.all_strides, tensor.stride_rank};
}

// Strides of a dense row-major tensor, as torch counts them; false when they exceed 64 bits.
bool fill_contiguous_strides(std::span<const std::int64_t> sizes, std::span<std::int64_t> strides);

}  // namespace guardc
