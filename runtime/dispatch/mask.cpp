#include "runtime/dispatch/mask.h"

#include <bit>
#include <cctype>
#include <functional>
#include <random>
#include <utility>

namespace guardc {
namespace {

// Drawn anew by every process, so that marks cannot be looked up in a table of guesses.
std::uint64_t salt() {
    static const std::uint64_t drawn = [] {
        std::random_device dice;
        return (std::uint64_t{dice()} << 32U) | dice();
    }();
    return drawn;
}

std::string mark(std::string_view kind, std::size_t length, std::string_view literal) {
    std::uint64_t hash = (std::hash<std::string_view>{}(literal) ^ salt()) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29U;
    std::string text = "<" + std::string(kind) + " ";
    const std::size_t least = std::bit_floor(length);
    text += std::to_string(least);
    if (least > 1) text += "-" + std::to_string(2 * least - 1);
    text += " #";
    for (int i = 0; i < 6; ++i, hash >>= 4U)
        text += "0123456789abcdef"[hash & 15U];
    return text + ">";
}

bool is_letter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
}
bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// One past the literal's closing quote; npos where it has none.
std::size_t end_of_string(std::string_view text, std::size_t open) {
    for (std::size_t at = open + 1; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == text[open]) {
            return at + 1;
        }
    }
    return std::string_view::npos;
}

std::size_t end_of_word(std::string_view text, std::size_t at) {
    while (at < text.size() && (is_letter(text[at]) || is_digit(text[at])))
        ++at;
    return at;
}

// Digits, points between digits, letters (`0x1f`, `1e5`, `2j`), and a sign behind an `e`.
std::size_t end_of_number(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        const char c = text[at];
        const bool point = c == '.' && at + 1 < text.size() && is_digit(text[at + 1]);
        const bool sign = (c == '+' || c == '-') && (text[at - 1] == 'e' || text[at - 1] == 'E') &&
                          at + 1 < text.size() && is_digit(text[at + 1]);
        if (!is_letter(c) && !is_digit(c) && !point && !sign) return at;
        ++at;
    }
    return at;
}

bool is_string_prefix(std::string_view word) {
    return word == "b" || word == "r" || word == "u" || word == "rb" || word == "br";
}

}  // namespace

std::string masked(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (is_letter(c)) {
            const std::size_t end = end_of_word(text, at);
            const bool prefix = end < text.size() && (text[end] == '"' || text[end] == '\'') &&
                                is_string_prefix(text.substr(at, end - at));
            if (!prefix) result += text.substr(at, end - at);
            at = end;
        } else if (c == '"' || c == '\'') {
            const std::size_t end = end_of_string(text, at);
            if (end == std::string_view::npos) return mark("text", text.size(), text);
            result += mark("str", end - at - 2, text.substr(at, end - at));
            at = end;
        } else if (is_digit(c)) {
            const std::size_t end = end_of_number(text, at);
            result += mark("number", end - at, text.substr(at, end - at));
            at = end;
        } else {
            result += c;
            ++at;
        }
    }
    return result;
}

ReasonText masked(ReasonText reason) {
    for (std::string* const text : {&reason.guard, &reason.expected, &reason.actual, &reason.because})
        *text = masked(*text);
    return reason;
}

}  // namespace guardc
