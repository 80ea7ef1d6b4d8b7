// Canonical text of a term: what the formatter would print for it, with the shorthands written out.
#pragma once

#include <string>
#include <unordered_map>

#include "compiler/terms/term.h"
#include "runtime/program/frame_shape.h"

namespace guardc::compiler {

// Parses back, under the same frame, to the same term. Does not recurse.
std::string print_term(const TermPool& terms, TermId term, const FrameShape& shape);

// Names that `let` gives to places.
using PlaceNames = std::unordered_map<TermId, std::string>;
// With these names in the stead of the places: no canonical text, but the same term where they are declared.
std::string print_term(const TermPool& terms, TermId term, const FrameShape& shape, const PlaceNames& names);

// Text of a constant as the language writes it: `tensor` fields, types by `type("..")`, sets in one order.
std::string print_constant(const Value& value);

// Eight hex digits of the canonical text: what `waive id` names.
std::string guard_id(std::string_view canonical_text);

}  // namespace guardc::compiler
