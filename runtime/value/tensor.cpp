#include "runtime/value/tensor.h"

#include <algorithm>

namespace guardc {
namespace {

constexpr std::string_view kLayoutNames[] = {
#define GUARDC_LAYOUT(name) #name,
    GUARDC_TENSOR_LAYOUTS(GUARDC_LAYOUT)
#undef GUARDC_LAYOUT
};

}  // namespace

std::string_view tensor_layout_name(TensorLayout layout) {
    return kLayoutNames[static_cast<unsigned>(layout)];
}

std::optional<TensorLayout> parse_tensor_layout(std::string_view name) {
    const auto* const found = std::find(std::begin(kLayoutNames), std::end(kLayoutNames), name);
    if (found == std::end(kLayoutNames)) return std::nullopt;
    return static_cast<TensorLayout>(found - std::begin(kLayoutNames));
}

bool fill_contiguous_strides(std::span<const std::int64_t> sizes, std::span<std::int64_t> strides) {
    std::int64_t stride = 1;
    bool fits = true;
    for (std::size_t dimension = sizes.size(); dimension-- > 0;) {
        if (!fits) return false;
        strides[dimension] = stride;
        // A dimension of size 0 counts as one of size 1. The product beyond the first dimension is not a
        // stride.
        fits = !__builtin_mul_overflow(stride, std::max<std::int64_t>(sizes[dimension], 1), &stride);
    }
    return true;
}

}  // namespace guardc
