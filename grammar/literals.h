// What number and string literals stand for. Texts are as Python reads them; offsets in diagnostics are those
// of the source.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "grammar/ast.h"
#include "grammar/limits.h"
#include "grammar/sink.h"

namespace guardc::grammar {

struct NumberLiteral {
    ExprKind kind = ExprKind::integer;  // integer, floating or imaginary
    std::string text;                   // of an integer: decimal digits; else as written
    double value = 0;                   // of the others
};
std::expected<NumberLiteral, Diagnostic> read_number(std::string_view text, Span span, const Limits& limits);

struct StringLiteral {
    bool bytes = false;
    std::string value;
};
// One literal or several in a row, at `span` of `text`. Escapes that Python keeps as they are draw a warning.
std::expected<StringLiteral, Diagnostic> read_strings(std::string_view text, Span span, const Limits& limits,
                                                      Sink& warnings);

}  // namespace guardc::grammar
