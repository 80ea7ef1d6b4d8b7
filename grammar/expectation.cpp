#include "grammar/expectation.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "grammar/utf8.h"
#include "grammar/words.h"

namespace guardc::grammar {

namespace {

constexpr std::size_t kShownLength = 40;

struct Hint {
    std::string_view found, hint;
};
constexpr std::array<Hint, 14> kHints = {{
    {"=", "equality is written `==`"},
    {"===", "equality is written `==`"},
    {":=", "nothing is assigned in a guard"},
    {"<>", "inequality is written `!=`"},
    {"&&", "write `and`"},
    {"||", "write `or`"},
    {"!", "write `not`"},
    {"?", "write `a if c else b`"},
    {"->", "an attribute is written with `.`"},
    {"++", "nothing is changed in a guard"},
    {"@", "matrix products cannot be guarded"},
    {"lambda", "functions cannot be written in a guard"},
    {"for", "comprehensions cannot be written in a guard"},
    {"*", "arguments cannot be unpacked in a guard"},
}};

std::string_view hint_for(std::string_view found) {
    const auto hint = std::ranges::find(kHints, found, &Hint::found);
    return hint == kHints.end() ? std::string_view() : hint->hint;
}

std::uint32_t token_end(std::string_view text, std::uint32_t at, std::uint32_t end) {
    static constexpr std::array<std::string_view, 22> kMarks = {
        "===", "**",  "//", "<<", ">>", "==", "!=", "<=", ">=", "<>", "&&",
        "||",  "...", "..", ":=", "->", "++", "--", "+=", "-=", "*=", "::"};
    const char c = text[at];
    if (is_identifier_part(c)) {
        const bool number = is_digit(c);
        std::uint32_t stop = at;
        while (stop < end && (is_identifier_part(text[stop]) || (number && text[stop] == '.')))
            ++stop;
        return stop;
    }
    if (is_quote(c)) {
        std::uint32_t stop = at + 1;
        while (stop < end && text[stop] != c)
            stop += text[stop] == '\\' ? 2U : 1U;
        return std::min(stop + 1, end);
    }
    const std::string_view rest = text.substr(at, end - at);
    for (const std::string_view mark : kMarks)
        if (rest.starts_with(mark)) return at + static_cast<std::uint32_t>(mark.size());
    return at + std::max(1U, decode_utf8(text, at).bytes);
}

std::string kebab(std::string_view which) {
    std::string id;
    for (const char c : which) {
        if (c == ' ') id.push_back('-');
        if (is_identifier_part(c)) id.push_back(c == '_' ? '-' : c);
    }
    return id;
}

}  // namespace

FoundToken found_token(std::string_view text, std::uint32_t at, std::uint32_t end,
                       std::string_view end_name) {
    if (at >= end) return {std::string(end_name), "", {end, end}};
    const Span span{at, token_end(text, at, end)};
    const std::string_view token = view(text, span);
    std::string_view shown = token;
    if (shown.size() > kShownLength) {
        std::size_t cut = kShownLength;
        while (cut > 0 && is_continuation(shown[cut]))
            --cut;
        return {fmt::format("`{}...`", shown.substr(0, cut)), token, span};
    }
    return {fmt::format("`{}`", shown), token, span};
}

Diagnostic explain(std::string_view text, const Expectation& expectation, const Limits& limits) {
    const std::uint32_t at = skip_blanks(text, expectation.at, expectation.end);
    FoundToken found = found_token(text, at, expectation.end, expectation.end_name);
    const std::string_view which = expectation.which;
    if (which == "fewer operators")
        return {Severity::error, "limit-operators",
                fmt::format(
                    "more operators, prefixes and suffixes in one statement than the limit `operators`, {}",
                    limits.operators),
                found.span, ""};
    std::string expected(which);
    std::string id = "expected-" + kebab(which);
    std::string_view hint = hint_for(found.text);
    if (which == "level end") {
        expected = fmt::format("operator, `,` or {}", expectation.end_name);
        id = "expected-operator";
    } else if (which == "end of statement") {
        expected = "operator or end of statement";
        id = "expected-operator";
    } else if (which == "attribute name") {
        hint = "an attribute with any name is written `getattr(x, \"0\")`";
    }
    return {Severity::error, std::move(id), fmt::format("expected {}, found {}", expected, found.shown),
            found.span, std::string(hint)};
}

}  // namespace guardc::grammar
