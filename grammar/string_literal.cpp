#include <array>

#include <fmt/format.h>

#include "grammar/literals.h"
#include "grammar/utf8.h"
#include "grammar/words.h"

namespace guardc::grammar {

namespace {

using Failure = std::unexpected<Diagnostic>;

// Reads the literals of one run, one after the other, into one value.
class StringReader {
  public:
    StringReader(std::string_view text, Span span, Sink& warnings)
        : text_(text), at_(span.begin), end_(span.end), warnings_(warnings) {}

    std::expected<StringLiteral, Diagnostic> run() {
        bool first = true;
        for (at_ = skip_blanks(text_, at_, end_); at_ < end_; at_ = skip_blanks(text_, at_, end_)) {
            const std::uint32_t begin = at_;
            bool bytes = false;
            raw_ = false;
            for (; !is_quote(text_[at_]); ++at_) {
                bytes = bytes || (text_[at_] | 0x20) == 'b';
                raw_ = raw_ || (text_[at_] | 0x20) == 'r';
            }
            if (!first && bytes != out_.bytes)
                return problem("mixed-strings", {begin, at_ + 1},
                               "text and bytes cannot stand in one literal");
            first = false;
            out_.bytes = bytes;
            if (auto read = read_body(); !read) return Failure(std::move(read.error()));
        }
        return std::move(out_);
    }

  private:
    static Failure problem(std::string id, Span span, std::string message, std::string hint = {}) {
        return Failure(Diagnostic{Severity::error, std::move(id), std::move(message), span, std::move(hint)});
    }

    std::expected<void, Diagnostic> read_body() {
        const char quote = text_[at_++];
        while (text_[at_] != quote) {
            if (text_[at_] == '\\') {
                if (auto read = read_escape(); !read) return read;
                continue;
            }
            if (auto read = keep_character(); !read) return read;
        }
        ++at_;
        return {};
    }

    std::expected<void, Diagnostic> keep_character() {
        const char c = text_[at_];
        if (out_.bytes && static_cast<unsigned char>(c) >= 0x80)
            return problem("non-ascii-bytes", {at_, at_ + decode_utf8(text_, at_).bytes},
                           "bytes hold ASCII characters only", "write `\\x..` for each byte");
        out_.value.push_back(c);
        ++at_;
        return {};
    }

    std::expected<void, Diagnostic> read_escape() {
        const std::uint32_t begin = at_;
        if (raw_) {
            out_.value.push_back(text_[at_++]);
            return keep_character();
        }
        const char c = text_[at_ + 1];
        static constexpr std::string_view kPlain = "\\'\"abfnrtv";
        static constexpr std::string_view kMeans = "\\'\"\a\b\f\n\r\t\v";
        if (const auto found = kPlain.find(c); found != std::string_view::npos) {
            out_.value.push_back(kMeans[found]);
            at_ += 2;
            return {};
        }
        if (c >= '0' && c <= '7') return read_octal();
        if (c == 'x') return read_hex(2);
        if (c == 'u' && !out_.bytes) return read_hex(4);
        if (c == 'U' && !out_.bytes) return read_hex(8);
        if (c == 'N' && !out_.bytes)
            return problem("named-escape", {begin, begin + 2}, "`\\N{..}` is not supported",
                           "write `\\u....` or the character itself");
        warnings_.warning("unknown-escape", {begin, begin + 2},
                          "the backslash before this character stands for itself", "write `\\\\`");
        out_.value.push_back('\\');
        ++at_;
        return keep_character();
    }

    std::expected<void, Diagnostic> read_octal() {
        const std::uint32_t begin = at_++;
        char32_t value = 0;
        for (int digits = 0; digits < 3 && text_[at_] >= '0' && text_[at_] <= '7'; ++digits)
            value = value * 8 + static_cast<char32_t>(text_[at_++] - '0');
        return append(value, {begin, at_});
    }

    std::expected<void, Diagnostic> read_hex(std::uint32_t digits) {
        const std::uint32_t begin = at_;
        at_ += 2;
        char32_t value = 0;
        for (std::uint32_t i = 0; i < digits; ++i, ++at_) {
            const char c = text_[at_];
            const char lower = static_cast<char>(c | 0x20);
            if (is_digit(c)) {
                value = value * 16 + static_cast<char32_t>(c - '0');
            } else if (lower >= 'a' && lower <= 'f') {
                value = value * 16 + static_cast<char32_t>(lower - 'a') + 10;
            } else {
                return problem("bad-escape", {begin, at_},
                               fmt::format("`\\{}` needs {} hexadecimal digits", text_[begin + 1], digits));
            }
        }
        return append(value, {begin, at_});
    }

    std::expected<void, Diagnostic> append(char32_t value, Span span) {
        if (out_.bytes) {
            if (value > 0xff) return problem("bad-escape", span, "the escape is larger than one byte");
            out_.value.push_back(static_cast<char>(static_cast<unsigned char>(value)));
            return {};
        }
        if (is_surrogate(value))
            return problem("lone-surrogate", span,
                           fmt::format("U+{:04X} is half of a surrogate pair, no character",
                                       static_cast<std::uint32_t>(value)),
                           "write the whole character as `\\U........`");
        if (value > 0x10ffff) return problem("bad-escape", span, "no character has this number");
        append_utf8(out_.value, value);
        return {};
    }

    std::string_view text_;
    std::uint32_t at_;
    std::uint32_t end_;
    Sink& warnings_;
    bool raw_ = false;
    StringLiteral out_;
};

}  // namespace

std::expected<StringLiteral, Diagnostic> read_strings(std::string_view text, Span span, const Limits& limits,
                                                      Sink& warnings) {
    auto read = StringReader(text, span, warnings).run();
    if (read && read->value.size() > limits.literal_bytes)
        return Failure(Diagnostic{Severity::error, "limit-literal-bytes",
                                  fmt::format("the literal has {} bytes, the limit `literal_bytes` is {}",
                                              read->value.size(), limits.literal_bytes),
                                  span, ""});
    return read;
}

}  // namespace guardc::grammar
