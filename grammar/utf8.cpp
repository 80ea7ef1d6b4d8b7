#include "grammar/utf8.h"

namespace guardc::grammar {

namespace {

struct Lead {
    std::uint32_t bytes;
    char32_t bits;
    char32_t least;  // below this the form is overlong
};

Lead lead_of(unsigned char byte) {
    if (byte < 0x80) return {1, byte, 0};
    if (byte >= 0xc2 && byte < 0xe0) return {2, byte & 0x1fU, 0x80};
    if (byte >= 0xe0 && byte < 0xf0) return {3, byte & 0x0fU, 0x800};
    if (byte >= 0xf0 && byte < 0xf5) return {4, byte & 0x07U, 0x10000};
    return {0, 0, 0};
}

}  // namespace

CodePoint decode_utf8(std::string_view text, std::size_t offset) {
    if (offset >= text.size()) return {};
    const Lead lead = lead_of(static_cast<unsigned char>(text[offset]));
    if (lead.bytes == 0 || text.size() - offset < lead.bytes) return {};
    char32_t value = lead.bits;
    for (std::uint32_t i = 1; i < lead.bytes; ++i) {
        const auto byte = static_cast<unsigned char>(text[offset + i]);
        if ((byte & 0xc0U) != 0x80U) return {};
        value = (value << 6U) | (byte & 0x3fU);
    }
    if (value < lead.least || is_surrogate(value) || value > 0x10ffff) return {};
    return {value, lead.bytes};
}

void append_utf8(std::string& text, char32_t value) {
    const auto byte = [&](char32_t bits) {
        text.push_back(static_cast<char>(static_cast<unsigned char>(bits)));
    };
    if (value < 0x80) {
        byte(value);
    } else if (value < 0x800) {
        byte(0xc0U | (value >> 6U));
        byte(0x80U | (value & 0x3fU));
    } else if (value < 0x10000) {
        byte(0xe0U | (value >> 12U));
        byte(0x80U | ((value >> 6U) & 0x3fU));
        byte(0x80U | (value & 0x3fU));
    } else {
        byte(0xf0U | (value >> 18U));
        byte(0x80U | ((value >> 12U) & 0x3fU));
        byte(0x80U | ((value >> 6U) & 0x3fU));
        byte(0x80U | (value & 0x3fU));
    }
}

}  // namespace guardc::grammar
