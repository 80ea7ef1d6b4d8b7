// Diagnostics: mistakes in guard texts, as data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grammar/source.h"

namespace guardc::grammar {

enum class Severity : std::uint8_t { error, warning };

// One mistake, one diagnostic. Message style: starts in lower case, no full stop, code in backticks, says
// what was found; the hint says what to do and only follows the fact.
struct Diagnostic {
    Severity severity = Severity::error;
    std::string id;  // stable, kebab-case: `unknown-name`, `expected-operand`, ..
    std::string message;
    Span span;
    std::string hint;  // may be empty
};
using Diagnostics = std::vector<Diagnostic>;

bool has_errors(const Diagnostics& diagnostics);

enum class Colour : bool { off, on };

// `file:line:column: error: message [id]`, the source line, a caret under the span (tabs kept, code points
// counted), and the hint.
std::string render(const Source& source, const Diagnostic& diagnostic, Colour colour = Colour::off);

}  // namespace guardc::grammar
