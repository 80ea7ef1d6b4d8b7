// UTF-8, strictly: no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace guardc::grammar {

struct CodePoint {
    char32_t value = 0;
    std::uint32_t bytes = 0;  // 0: no code point starts here
};

// The code point at `offset`; never reads beyond the text.
CodePoint decode_utf8(std::string_view text, std::size_t offset);

// Appends a scalar value (not a surrogate, at most U+10FFFF).
void append_utf8(std::string& text, char32_t value);

constexpr bool is_surrogate(char32_t value) {
    return value >= 0xd800 && value <= 0xdfff;
}

constexpr bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

}  // namespace guardc::grammar
