// What values a guard is about.
#pragma once

#include <vector>

#include "compiler/terms/term.h"

namespace guardc::compiler {

// A reading is a value that comes out of the frame: a local, an attribute, a size, an ambient field, .., not
// what is computed from such values.
bool is_reading(TermOp op);

// The largest readings in a guard, each once, in order of appearance: of `x.size(0) * 2 <= len(xs)` these are
// `x.size(0)` and `len(xs)`. Does not recurse.
std::vector<TermId> values_of(const TermPool& terms, TermId guard);

// What a reading is read off: `x.cache` for `x.cache.k`; kNoTerm for locals, globals and ambient fields.
TermId base_of(const TermPool& terms, TermId reading);

// What `waive kind` calls a guard: the fact that it tests (`tensor.dtype`, `tensor.size`, `length`, `state`),
// else how it tests (`type`, `constant`, `identity`, `equality`, `order`, `range`, `attribute`, `contains`,
// `extern`, `truth`, `logic`).
std::string_view guard_kind(const TermPool& terms, TermId guard);

}  // namespace guardc::compiler
