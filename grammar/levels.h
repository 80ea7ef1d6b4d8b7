// Reads the inside of one bracket into pieces.
#pragma once

#include <optional>

#include "grammar/diagnostic.h"
#include "grammar/limits.h"
#include "grammar/pieces.h"

namespace guardc::grammar {

enum class LevelKind : std::uint8_t { elements, arguments, subscript, braces };

// `inside` excludes the brackets. The pieces are appended to those of `state`; on a mistake they are taken
// back and the mistake is returned.
std::optional<Diagnostic> read_level(ReadingState& state, LevelKind kind, Span inside, const Limits& limits);

}  // namespace guardc::grammar
