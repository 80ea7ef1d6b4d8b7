#include "grammar/expectation.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "grammar/bug.h"
#include "grammar/closest.h"
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

// How an expected rule is called in messages, its id, and the words that could stand there.
struct Expected {
    std::string_view which, id, shown;
    std::string_view words[4];
};
constexpr Expected kExpected[] = {
    {"operand", "expected-operand", "operand", {}},
    {"end of statement", "expected-operator", "operator or end of statement", {}},
    {"attribute name", "expected-attribute-name", "attribute name", {}},
    {"frame name", "expected-frame-name", "frame name", {}},
    {"parameter name", "expected-parameter-name", "parameter name", {}},
    {"dim name", "expected-dim-name", "dim name", {}},
    {"let name", "expected-let-name", "name for a place", {}},
    {"entry name", "expected-entry-name", "entry name in quotes", {}},
    {"backend name", "expected-backend-name", "backend name in quotes", {}},
    {"file name", "expected-file-name", "file name in quotes", {}},
    {"test title", "expected-test-title", "test title in quotes", {}},
    {"reason", "expected-reason", "reason in quotes", {}},
    {"number", "expected-number", "number", {}},
    {"equals", "expected-equals", "`=`", {}},
    {"colon", "expected-colon", "`:` and a line number", {}},
    {"head end", "expected-open-brace", "`{`", {"backend", "at", "for"}},
    {"list close", "expected-close-parenthesis", "`,` or `)`", {}},
    {"limit policy", "expected-policy", "policy", {"run_only", "skip", "evict", "refuse"}},
    {"failure policy", "expected-policy", "policy", {"run_only", "skip", "retry"}},
    {"order name", "expected-order", "order", {"declared", "newest_first"}},
    {"outcome", "expected-outcome", "`miss` or entry name in quotes", {"miss"}},
    {"then", "expected-then", "`then`", {"then"}},
    {"failure", "expected-failure", "`failure`", {"failure"}},
    {"for", "expected-for", "`for` and a frame", {"for"}},
    {"unproved", "expected-unproved", "`unproved waivers`", {"unproved"}},
    {"waivers", "expected-unproved", "`waivers`", {"waivers"}},
    {"argument name", "expected-argument-name", "argument name in quotes", {}},
};

std::span<const std::string_view> words_of(const Expected& expected) {
    const auto last = std::ranges::find(expected.words, std::string_view());
    return {std::begin(expected.words), last};
}

// What could be meant, or what there is.
std::string words_hint(const Expected& expected, std::string_view found) {
    const auto words = words_of(expected);
    const std::string_view meant = closest(found, words);
    if (!meant.empty()) return fmt::format("did you mean `{}`?", meant);
    const bool is_choice = expected.id == "expected-policy" || expected.id == "expected-order";
    return is_choice ? fmt::format("one of {}", list_in_code(words)) : std::string();
}

}  // namespace

std::string list_in_code(std::span<const std::string_view> words) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) out += i + 1 == words.size() ? " or " : ", ";
        out += fmt::format("`{}`", words[i]);
    }
    return out;
}

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
    if (expectation.which == "fewer operators")
        return {Severity::error, "limit-operators",
                fmt::format("more operators, prefixes and suffixes in one statement than the limit "
                            "`operators`, {}",
                            limits.operators),
                found.span, ""};
    std::string hint(hint_for(found.text));
    if (expectation.which == "level end")
        return {Severity::error, "expected-operator",
                fmt::format("expected operator, `,` or {}, found {}", expectation.end_name, found.shown),
                found.span, std::move(hint)};
    const auto expected = std::ranges::find(kExpected, expectation.which, &Expected::which);
    if (expected == std::end(kExpected)) bug("a rule expects something that has no name in messages");
    if (hint.empty()) hint = words_hint(*expected, found.text);
    if (expected->which == "attribute name")
        hint = "an attribute with any name is written `getattr(x, \"0\")`";
    return {Severity::error, std::string(expected->id),
            fmt::format("expected {}, found {}", expected->shown, found.shown), found.span, std::move(hint)};
}

}  // namespace guardc::grammar
