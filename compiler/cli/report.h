// Diagnostics and failures, as a person or a program reads them.
#pragma once

#include <string>
#include <string_view>

#include "grammar/diagnostic.h"

namespace guardc::cli {

// To the standard error, with carets.
void print_diagnostics(const grammar::Source& source, const grammar::Diagnostics& diagnostics);

// To the standard output, one line of JSON each: {"file", "line", "column", "end_line", "end_column",
// "severity", "id", "message", "hint"}. Lines and columns count from 1, columns in code points.
void print_diagnostics_json(const grammar::Source& source, const grammar::Diagnostics& diagnostics);

// "guardc: MESSAGE" to the standard error.
void print_failure(std::string_view message);

struct Tally {
    std::size_t errors = 0;
    std::size_t warnings = 0;
};
Tally count(const grammar::Diagnostics& diagnostics);
std::string in_words(const Tally& tally);  // "2 errors, 1 warning"
std::string counted(std::size_t number, std::string_view noun, std::string_view plural = {});  // "1 entry"

}  // namespace guardc::cli
