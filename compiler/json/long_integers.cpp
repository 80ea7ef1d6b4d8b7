#include "compiler/json/long_integers.h"

namespace guardc::compiler {
namespace {

bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

// The end of the string that begins at `start`, behind its closing quote.
std::size_t skip_string(std::string_view json, std::size_t start) {
    std::size_t place = start + 1;
    while (place < json.size() && json[place] != '"')
        place += json[place] == '\\' ? 2 : 1;
    return place + 1;
}

// Signs and letters may only stand where a float does, or where a syntax error is: both are left as they are.
bool may_continue_number(char character) {
    return character == '.' || character == 'e' || character == 'E' || character == '+' || character == '-';
}

}  // namespace

LongIntegers find_long_integers(std::string_view json) {
    LongIntegers found;
    std::size_t strings = 0;
    for (std::size_t place = 0; place < json.size();) {
        if (json[place] == '"') {
            ++strings;
            place = skip_string(json, place);
            continue;
        }
        if (!is_digit(json[place])) {
            ++place;
            continue;
        }
        const std::size_t first = place;
        while (place < json.size() && is_digit(json[place]))
            ++place;
        const bool negative = first > 0 && json[first - 1] == '-';
        const std::size_t begin = negative ? first - 1 : first;
        const bool is_long = place - first > kLongDigits && json[first] != '0';
        const bool ends = place == json.size() || !may_continue_number(json[place]);
        const bool begins = begin == 0 || !may_continue_number(json[begin - 1]);
        if (!is_long || !ends || !begins) continue;
        if (found.text.empty()) found.text = json;
        found.integers.emplace(strings++, json.substr(begin, place - begin));
        found.text[begin] = '"';
        if (negative) found.text[first] = '0';
        found.text[place - 1] = '"';
    }
    return found;
}

}  // namespace guardc::compiler
