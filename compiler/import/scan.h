// Looking through Python text without looking into its strings.
#pragma once

#include <cstddef>
#include <string_view>

namespace guardc::compiler {

// Where a search ends that finds nothing.
inline constexpr std::size_t kNone = std::string_view::npos;

// Behind the string literal whose quote stands at `at`; npos when it does not end.
std::size_t behind_string(std::string_view text, std::size_t at);

// Whether every quote of the text is closed.
bool strings_end(std::string_view text);

// The first `wanted` at or behind `from` outside of strings, and where `nested` is false outside of brackets
// too. npos when there is none or a string does not end before it.
std::size_t find_outside(std::string_view text, std::string_view wanted, std::size_t from = 0,
                         bool nested = false);

// The bracket that closes the one at `open`; npos when there is none.
std::size_t closing_bracket(std::string_view text, std::size_t open);

std::string_view trimmed(std::string_view text);

// `((a == 1))` is `a == 1`.
std::string_view without_brackets(std::string_view text);

}  // namespace guardc::compiler
