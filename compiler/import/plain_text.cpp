#include "compiler/import/plain_text.h"

#include "grammar/utf8.h"

namespace guardc::compiler {

std::string plain_text(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte >= 0x20 && byte < 0x7f) {
            plain += text[i++];
            continue;
        }
        const grammar::CodePoint point = grammar::decode_utf8(text, i);
        const bool control = point.value < 0x20 || (point.value >= 0x7f && point.value < 0xa0) ||
                             point.value == 0x2028 || point.value == 0x2029;
        if (point.bytes == 0 || control)
            plain += "\xef\xbf\xbd";
        else
            plain += text.substr(i, point.bytes);
        i += point.bytes == 0 ? 1 : point.bytes;
    }
    return plain;
}

}  // namespace guardc::compiler
