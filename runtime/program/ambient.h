// Ambient state: process and thread settings that guards may test. Read once a look-up, on the caller's
// thread, into an array of cells indexed by AmbientField; a cell tagged `absent` is undefined.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "runtime/model/cell.h"

namespace guardc {

// Names as in the peer's GLOBAL_STATE text and in frame files.
// clang-format off: it never comes to rest on a long list
#define GUARDC_AMBIENT(X)                                                                         \
    X(grad_mode) X(torch_function) X(torch_function_all_disabled) X(deterministic_algorithms)     \
    X(deterministic_algorithms_warn_only) X(allow_tf32) X(allow_fp16_reduce) X(allow_bf16_reduce) \
    X(num_threads) X(default_dtype) X(autocast_state) X(compile_config_hash) X(needs_nopython)    \
    X(default_device) X(torch_function_mode_stack) X(dual_level) X(inference_mode)                \
    X(saved_tensors_hooks) X(functorch_stack)
// clang-format on

enum class AmbientField : std::uint8_t {
#define GUARDC_FIELD(name) name,
    GUARDC_AMBIENT(GUARDC_FIELD)
#undef GUARDC_FIELD
};
inline constexpr unsigned kAmbientFieldCount = static_cast<unsigned>(AmbientField::functorch_stack) + 1;

std::string_view ambient_name(AmbientField field);
std::optional<AmbientField> parse_ambient(std::string_view name);

using AmbientBlock = std::array<Cell, kAmbientFieldCount>;

}  // namespace guardc
