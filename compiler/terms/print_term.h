// Canonical text of a term: what the formatter would print for it, with the shorthands written out.
#pragma once

#include <string>

#include "compiler/terms/term.h"
#include "runtime/program/frame_shape.h"

namespace guardc::compiler {

// Parses back, under the same frame, to the same term. Does not recurse.
std::string print_term(const TermPool& terms, TermId term, const FrameShape& shape);

// Text of a constant as the language writes it: `tensor` fields, types by `type("..")`, sets in one order.
std::string print_constant(const Value& value);

// Eight hex digits of the canonical text: what `waive id` names.
std::string guard_id(std::string_view canonical_text);

}  // namespace guardc::compiler
