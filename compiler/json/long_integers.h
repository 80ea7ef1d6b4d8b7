// Ints beyond the range of a double, which the JSON library refuses. Private to this folder.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace guardc::compiler {

// A text in which each int of more than kLongDigits digits has become a string of the same length, so that
// offsets stay what they are. A string is named by how many strings and keys begin before it.
struct LongIntegers {
    std::string text;                                       // empty when there is no such int
    std::unordered_map<std::size_t, std::string> integers;  // sign and digits
};
inline constexpr std::size_t kLongDigits = 300;

LongIntegers find_long_integers(std::string_view json);

}  // namespace guardc::compiler
