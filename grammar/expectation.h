// Turns "the rules expected this here" into a diagnostic: what was expected, what stands there, what to do.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "grammar/diagnostic.h"
#include "grammar/limits.h"

namespace guardc::grammar {

// Where rules gave up: `text` is the layout's, `end` the end of the line or level, `end_name` what stands
// there
// ("end of line", "`)`").
struct Expectation {
    std::string_view which;  // the name of the rule that was expected
    std::uint32_t at = 0;    // behind the last success; blanks are skipped
    std::uint32_t end = 0;
    std::string_view end_name;
};
Diagnostic explain(std::string_view text, const Expectation& expectation, const Limits& limits);

// The token at `at`, as a message shows it, with its place.
struct FoundToken {
    std::string shown;
    std::string_view text;
    Span span;
};
FoundToken found_token(std::string_view text, std::uint32_t at, std::uint32_t end, std::string_view end_name);

// "`a`, `b` or `c`".
std::string list_in_code(std::span<const std::string_view> words);

}  // namespace guardc::grammar
