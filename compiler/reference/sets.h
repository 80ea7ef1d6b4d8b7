// Sets of elements, kinds of containers, and memory that tensors share.
#pragma once

#include <span>

#include "compiler/reference/seen.h"
#include "runtime/model/truth.h"

namespace guardc::compiler {

// Undefined unless both are sets or frozensets.
Truth is_subset(const Seen& part, const Seen& whole);

// `type` is dict, set or frozenset. Undefined on objects, which may derive from it.
Truth is_instance(const Seen& seen, const Seen& type);

// yes: no two share a byte. Undefined on what is no tensor, and where offsets, sizes and strides do not tell.
Truth no_overlap(std::span<const Seen> tensors);

}  // namespace guardc::compiler
