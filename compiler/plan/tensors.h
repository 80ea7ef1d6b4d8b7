// Which values every frame that hits must hold tensors in.
#pragma once

#include <span>
#include <string_view>
#include <unordered_set>

#include "compiler/terms/term.h"

namespace guardc::compiler {

// Objects that one of `tests` (which must all hold) can only accept when they are tensors: it needs their
// rank, a size, a stride or a storage offset, or asks for an exact type that only tensors have.
std::unordered_set<TermId> required_tensors(const TermPool& terms, std::span<const TermId> tests);

// By the contract of object models (runtime/model/model.h) only tensors have these exact types.
bool is_tensor_type(std::string_view full_name);

}  // namespace guardc::compiler
