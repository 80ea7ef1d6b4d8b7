#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "grammar/print.h"
#include "grammar/utf8.h"

namespace guardc::grammar {

namespace {

// The escape of one ASCII character, or nothing when it stands for itself.
std::string escape_of(unsigned char c) {
    switch (c) {
        case '"':
            return "\\\"";
        case '\\':
            return "\\\\";
        case '\n':
            return "\\n";
        case '\r':
            return "\\r";
        case '\t':
            return "\\t";
        default:
            return c < 0x20 || c == 0x7f ? fmt::format("\\x{:02x}", c) : std::string();
    }
}

}  // namespace

std::string quote_string(std::string_view text) {
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size();) {
        const CodePoint point = decode_utf8(text, i);
        // Invisible characters would read as none at all.
        const bool invisible =
            (point.value >= 0x80 && point.value < 0xa0) || (point.value >= 0x2000 && point.value <= 0x200f) ||
            (point.value >= 0x2028 && point.value <= 0x202f) ||
            (point.value >= 0x2060 && point.value <= 0x206f) || point.value == 0xa0 || point.value == 0xfeff;
        const std::string escape =
            point.value < 0x80 ? escape_of(static_cast<unsigned char>(point.value)) : std::string();
        const std::size_t bytes = point.bytes == 0 ? 1 : point.bytes;
        if (point.bytes > 0 && !escape.empty()) {
            out += escape;
        } else if (point.bytes > 0 && invisible) {
            out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(point.value));
        } else {
            out += text.substr(i, bytes);
        }
        i += bytes;
    }
    return out + "\"";
}

std::string quote_bytes(std::string_view bytes) {
    std::string out = "b\"";
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        const std::string escape = escape_of(byte);
        if (!escape.empty()) {
            out += escape;
        } else if (byte >= 0x80) {
            out += fmt::format("\\x{:02x}", byte);
        } else {
            out.push_back(c);
        }
    }
    return out + "\"";
}

std::string print_float(double value) {
    if (std::isnan(value)) return "float(\"nan\")";
    if (std::isinf(value)) return value > 0 ? "float(\"inf\")" : "float(\"-inf\")";
    // Shortest digits that read back as the value; without an exponent where Python writes none.
    const double size = std::abs(value);
    const bool fixed = value == 0 || (size >= 1e-4 && size < 1e16);
    char buffer[40];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value,
                                            fixed ? std::chars_format::fixed : std::chars_format::scientific);
    std::string text(buffer, error == std::errc() ? end : buffer);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

}  // namespace guardc::grammar
