// Identifiers and the words that open statements, shared by the layout scan and the rules.
#pragma once

#include <cstdint>
#include <string_view>

#include "grammar/source.h"

namespace guardc::grammar {

constexpr bool is_identifier_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
constexpr bool is_identifier_part(char c) {
    return is_identifier_start(c) || is_digit(c);
}
constexpr bool is_quote(char c) {
    return c == '"' || c == '\'';
}

// Words of the expression language: they never name anything in an expression, but may name an attribute.
bool is_reserved(std::string_view word);
bool is_identifier(std::string_view text);  // and not reserved

// The longest identifier at `offset`, or an empty one.
Span word_at(std::string_view text, std::uint32_t offset, std::uint32_t end);
std::uint32_t skip_blanks(std::string_view text, std::uint32_t offset, std::uint32_t end);
inline std::string_view view(std::string_view text, Span span) {
    return text.substr(span.begin, span.end - span.begin);
}

// True where a string literal starts, prefix included (`b"`, `r'`).
bool string_starts(std::string_view text, std::uint32_t offset, std::uint32_t end);
bool is_string_prefix(std::string_view word);

enum class BlockKind : std::uint8_t { file, frame, entry, common, user, backend, test };
std::string_view spelling(BlockKind kind);

enum class StatementWord : std::uint8_t {
    none,
    frame,
    entry,
    common,
    user,
    backend,
    test,
    limit,
    on,
    order,
    no,
    dim,
    let,
    require,
    waive,
    expect,
    globals,
    state,
};
std::string_view spelling(StatementWord word);

// What the text at `offset` opens: a statement word followed by what makes it one (`limit` before a number,
// `entry` before a string, ..), so that a local of the same name stays usable in guards.
StatementWord statement_word(std::string_view text, std::uint32_t offset, std::uint32_t end);

// Only by its spelling, or `none`.
StatementWord word_named(std::string_view word);

}  // namespace guardc::grammar
