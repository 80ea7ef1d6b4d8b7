// Python's equality and the language's strict one.
#pragma once

#include "compiler/reference/seen.h"
#include "runtime/model/truth.h"

namespace guardc::compiler {

// `left == right`: undefined on whatever has an equality of its own, and where a NaN meets a NaN inside a
// container. Deeper or longer than the built-in values' own limits (runtime/value/python_equal.h): undefined.
Truth equal(const Seen& left, const Seen& right);

// The same as containers compare their keys and elements: one object equals itself whatever it is, a NaN is
// told from another by identity, and what hashes by identity is compared by it.
Truth key_equal(const Seen& left, const Seen& right);

// Same type and same value, all the way down, the order of dicts included; all NaNs are one value. On what
// has no value of its own (tensors, objects, ..): identity.
Truth strictly_equal(const Seen& left, const Seen& right);

// Whether a dict or set could hold it; undefined for objects whose own code decides.
Truth is_hashable(const Seen& key);

}  // namespace guardc::compiler
