// Facts of tensors and devices.
#pragma once

#include <optional>
#include <string_view>

#include "compiler/reference/reference.h"
#include "compiler/reference/seen.h"

namespace guardc::compiler {

// A fact that tensors alone have.
Evaluation tensor_fact(const Seen& seen, FactId id);
// The same where other objects may store an attribute of this name.
Evaluation tensor_property(const Seen& seen, FactId id, std::string_view name);
// Size or stride of one dimension, counted from the end when negative.
Evaluation dimension(const Seen& tensor, FactId id, const Seen& index);

std::optional<Cell> device_type_of(const Seen& device);   // "cuda"
std::optional<Cell> device_index_of(const Seen& device);  // an int, or None

}  // namespace guardc::compiler
