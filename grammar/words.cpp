#include "grammar/words.h"

#include <algorithm>
#include <array>

namespace guardc::grammar {

namespace {

constexpr std::array<std::string_view, 9> kReserved = {"None", "True", "False", "not", "and",
                                                       "or",   "is",   "in",    "if"};

struct Named {
    std::string_view spelling;
    StatementWord word;
};
constexpr std::array<Named, 17> kWords = {{
    {"frame", StatementWord::frame},
    {"entry", StatementWord::entry},
    {"common", StatementWord::common},
    {"user", StatementWord::user},
    {"backend", StatementWord::backend},
    {"test", StatementWord::test},
    {"limit", StatementWord::limit},
    {"on", StatementWord::on},
    {"order", StatementWord::order},
    {"dim", StatementWord::dim},
    {"let", StatementWord::let},
    {"no", StatementWord::no},
    {"require", StatementWord::require},
    {"waive", StatementWord::waive},
    {"expect", StatementWord::expect},
    {"globals", StatementWord::globals},
    {"state", StatementWord::state},
}};

bool is_operator_word(std::string_view word) {
    return is_reserved(word) && word != "None" && word != "True" && word != "False" && word != "not";
}

}  // namespace

bool is_reserved(std::string_view word) {
    return word == "else" || std::ranges::find(kReserved, word) != kReserved.end();
}

bool is_identifier(std::string_view text) {
    return !text.empty() && is_identifier_start(text[0]) && std::ranges::all_of(text, is_identifier_part) &&
           !is_reserved(text);
}

Span word_at(std::string_view text, std::uint32_t offset, std::uint32_t end) {
    if (offset >= end || !is_identifier_start(text[offset])) return {offset, offset};
    std::uint32_t stop = offset;
    while (stop < end && is_identifier_part(text[stop]))
        ++stop;
    return {offset, stop};
}

std::uint32_t skip_blanks(std::string_view text, std::uint32_t offset, std::uint32_t end) {
    while (offset < end && (text[offset] == ' ' || text[offset] == '\t'))
        ++offset;
    return offset;
}

bool is_string_prefix(std::string_view word) {
    if (word.empty() || word.size() > 2) return false;
    const auto lower = [](char c) { return static_cast<char>(c | 0x20); };
    const char first = lower(word[0]);
    if (word.size() == 1) return first == 'b' || first == 'r';
    const char second = lower(word[1]);
    return (first == 'b' && second == 'r') || (first == 'r' && second == 'b');
}

bool string_starts(std::string_view text, std::uint32_t offset, std::uint32_t end) {
    if (offset >= end) return false;
    if (is_quote(text[offset])) return true;
    const Span word = word_at(text, offset, end);
    return is_string_prefix(view(text, word)) && word.end < end && is_quote(text[word.end]);
}

std::string_view spelling(BlockKind kind) {
    switch (kind) {
        case BlockKind::file:
            return "file";
        case BlockKind::frame:
            return "frame";
        case BlockKind::entry:
            return "entry";
        case BlockKind::common:
            return "common";
        case BlockKind::user:
            return "user";
        case BlockKind::backend:
            return "backend";
        case BlockKind::test:
            return "test";
    }
    return "";
}

std::string_view spelling(StatementWord word) {
    const auto found = std::ranges::find(kWords, word, &Named::word);
    return found == kWords.end() ? std::string_view() : found->spelling;
}

StatementWord word_named(std::string_view word) {
    const auto found = std::ranges::find(kWords, word, &Named::spelling);
    return found == kWords.end() ? StatementWord::none : found->word;
}

StatementWord statement_word(std::string_view text, std::uint32_t offset, std::uint32_t end) {
    const Span first = word_at(text, offset, end);
    const StatementWord word = word_named(view(text, first));
    if (word == StatementWord::none) return word;
    const std::uint32_t next = skip_blanks(text, first.end, end);
    const Span second = word_at(text, next, end);
    const std::string_view second_word = view(text, second);
    const char c = next < end ? text[next] : '\0';
    const bool name_follows = !second_word.empty() && !is_operator_word(second_word) && second_word != "not";
    bool opens = false;
    switch (word) {
        case StatementWord::frame:
            opens = name_follows || is_quote(c);
            break;
        case StatementWord::entry:
        case StatementWord::backend:
        case StatementWord::test:
            opens = string_starts(text, next, end);
            break;
        case StatementWord::common:
        case StatementWord::user:
        case StatementWord::globals:
        case StatementWord::state:
            opens = c == '{';
            break;
        case StatementWord::limit:
            opens = is_digit(c) || name_follows;
            break;
        case StatementWord::on:
        case StatementWord::order:
        case StatementWord::dim:
        case StatementWord::let:
        case StatementWord::no:
            opens = name_follows;
            break;
        case StatementWord::require:
            opens = name_follows || second_word == "not" || is_digit(c) || is_quote(c);
            break;
        case StatementWord::waive:
            opens = name_follows || c == '?' || second_word == "not" || is_digit(c);
            break;
        case StatementWord::expect:
            opens = name_follows || is_quote(c);
            break;
        case StatementWord::none:
            break;
    }
    return opens ? word : StatementWord::none;
}

}  // namespace guardc::grammar
