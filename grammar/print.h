// Syntax tree to text.
#pragma once

#include <string>

#include "grammar/ast.h"

namespace guardc::grammar {

// Canonical text of one expression: minimal brackets, one blank around operators, double quotes.
// parse(print(e)) equals e. Does not recurse.
std::string print_expression(const ExprPool& pool, ExprId id);

// The text of a guard as a statement: in brackets where it would be read as a line of the peer's, as a local
// `EQUALS_MATCH` would.
std::string guard_statement(std::string text);

// Canonical form of a whole file, comments kept where they stood. Idempotent.
std::string format_file(const Source& source, const File& file);

// Quotes and escapes so that the grammar reads back exactly these bytes.
std::string quote_string(std::string_view text);
std::string quote_bytes(std::string_view bytes);
std::string print_float(double value);  // shortest text that reads back as this value; `float("nan")` ..

}  // namespace guardc::grammar
