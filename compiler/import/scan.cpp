#include "compiler/import/scan.h"

namespace guardc::compiler {

namespace {

constexpr bool is_open(char c) {
    return c == '(' || c == '[' || c == '{';
}
constexpr bool is_close(char c) {
    return c == ')' || c == ']' || c == '}';
}
constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

}  // namespace

std::size_t behind_string(std::string_view text, std::size_t at) {
    const char quote = text[at];
    for (std::size_t i = at + 1; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i;
        else if (text[i] == quote)
            return i + 1;
    }
    return kNone;
}

bool strings_end(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        i = text[i] == '\'' || text[i] == '"' ? behind_string(text, i) : i + 1;
        if (i == kNone) return false;
    }
    return true;
}

std::size_t find_outside(std::string_view text, std::string_view wanted, std::size_t from, bool nested) {
    std::size_t depth = 0;
    for (std::size_t i = from; i < text.size();) {
        const char c = text[i];
        if ((nested || depth == 0) && c == wanted[0] && text.substr(i).starts_with(wanted)) return i;
        if (c == '\'' || c == '"') {
            i = behind_string(text, i);
            if (i == kNone) return kNone;
            continue;
        }
        if (is_open(c)) ++depth;
        if (is_close(c) && depth > 0) --depth;
        ++i;
    }
    return kNone;
}

std::size_t closing_bracket(std::string_view text, std::size_t open) {
    std::size_t depth = 0;
    for (std::size_t i = open; i < text.size();) {
        const char c = text[i];
        if (c == '\'' || c == '"') {
            i = behind_string(text, i);
            if (i == kNone) return kNone;
            continue;
        }
        if (is_open(c)) ++depth;
        if (is_close(c) && --depth == 0) return i;
        ++i;
    }
    return kNone;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back()))
        text.remove_suffix(1);
    return text;
}

std::string_view without_brackets(std::string_view text) {
    text = trimmed(text);
    while (text.size() >= 2 && text.front() == '(' && closing_bracket(text, 0) == text.size() - 1)
        text = trimmed(text.substr(1, text.size() - 2));
    return text;
}

}  // namespace guardc::compiler
