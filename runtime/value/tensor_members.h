// The names that torch.Tensor itself answers to: an instance that does not write them down has them all the
// same. Private to this folder.
#pragma once

#include <string_view>

namespace guardc {

// Whether an instance has, or may have, an attribute of this name by its class. Names that begin with an
// underscore may all be torch's own, save those that guards put onto tensors.
bool is_tensor_member(std::string_view name);

}  // namespace guardc
