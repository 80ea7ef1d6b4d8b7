#include "grammar/layout_scanner.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "grammar/utf8.h"

namespace guardc::grammar {

namespace {

struct CodeRange {
    char32_t first, last;
};
// Beyond ASCII any letter may stand in a name. Spaces, quotes, dashes, arrows and invisible marks may not:
// they look like something else.
constexpr std::array<CodeRange, 10> kNotInNames = {{{0x80, 0xa9},
                                                    {0xab, 0xb4},
                                                    {0xb6, 0xb9},
                                                    {0xbb, 0xbf},
                                                    {0xd7, 0xd7},
                                                    {0xf7, 0xf7},
                                                    {0x2000, 0x2bff},
                                                    {0x3000, 0x3004},
                                                    {0x3008, 0x3020},
                                                    {0xfe00, 0xff0f}}};

bool may_stand_in_name(char32_t value) {
    return std::ranges::none_of(kNotInNames,
                                [&](CodeRange r) { return value >= r.first && value <= r.last; });
}

std::string hint_for(char32_t value) {
    if (value == 0x201c || value == 0x201d || value == 0x2018 || value == 0x2019)
        return "write plain quotes, `\"` or `'`";
    if (value == 0x2264 || value == 0x2265 || value == 0x2260) return "write `<=`, `>=` or `!=`";
    if (value == 0xa0 || value == 0x3000 || (value >= 0x2000 && value <= 0x200f))
        return "write a plain blank";
    if (value >= 0x2010 && value <= 0x2015) return "write `-`";
    return "";
}

}  // namespace

LayoutScanner::LayoutScanner(std::string_view source, BlockKind top, const Limits& limits, Sink& sink)
    : source_(source), top_(top), limits_(limits), sink_(sink) {}

Layout LayoutScanner::run() {
    if (source_.size() > limits_.bytes) {
        refuse({0, 0}, "limit-bytes",
               fmt::format("the text has {} bytes, the limit `bytes` is {}", source_.size(), limits_.bytes));
        return std::move(layout_);
    }
    end_ = static_cast<std::uint32_t>(source_.size());
    retreat_budget_ = 4ULL * end_ + 4096;
    layout_.text = source_;
    if (source_.starts_with("\xef\xbb\xbf")) {
        blank(0, 3);
        at_ = 3;
    }
    while (!layout_.refused) {
        while (at_ < end_ && !layout_.refused)
            step();
        if (layout_.refused) break;
        if (!in_brackets() || !drop_unclosed_brackets(true)) break;
    }
    finish();
    return std::move(layout_);
}

void LayoutScanner::step() {
    const char c = source_[at_];
    switch (c) {
        case ' ':
            ++at_;
            return;
        case '\t':
        case '\f':
            blank(at_, at_ + 1);
            ++at_;
            return;
        case '\n':
            scan_newline();
            return;
        case '\r':
            scan_return();
            return;
        case '#':
            scan_comment();
            return;
        case '"':
        case '\'':
            scan_string(at_);
            return;
        case '(':
        case '[':
        case '{':
            open_bracket(c);
            return;
        case ')':
        case ']':
        case '}':
            close_bracket(c);
            return;
        case ';':
            if (in_brackets()) {
                touch(at_, at_ + 1);
            } else {
                end_statement();
            }
            ++at_;
            return;
        default:
            break;
    }
    if (is_identifier_part(c) && static_cast<unsigned char>(c) < 0x80) {
        scan_word();
    } else {
        scan_other();
    }
}

void LayoutScanner::scan_newline() {
    if (in_brackets()) {
        blank(at_, at_ + 1);
        ++at_;
        physical_line_ = at_;
        physical_blank_ = true;
        note_retreat();
        return;
    }
    end_statement();
    ++at_;
    physical_line_ = at_;
    physical_blank_ = true;
}

void LayoutScanner::scan_return() {
    if (at_ + 1 < end_ && source_[at_ + 1] != '\n') {
        sink_.error("control-character", {at_, at_ + 1}, "carriage return that ends no line",
                    "lines end with a line feed, or with both");
        broken_ = true;
    }
    blank(at_, at_ + 1);
    ++at_;
}

void LayoutScanner::scan_comment() {
    std::uint32_t stop = line_end(at_);
    if (stop > at_ && source_[stop - 1] == '\r') --stop;
    layout_.comments.push_back({{at_, stop}, physical_blank_});
    for (std::uint32_t i = at_; i < stop;) {
        const CodePoint point = decode_utf8(source_, i);
        const bool control = point.value < 0x20 && point.value != '\t' && point.value != '\f';
        if (point.bytes == 0) {
            sink_.error("invalid-utf8", {i, i + 1}, "invalid UTF-8 in a comment");
            break;
        }
        if (control) {
            sink_.error("control-character", {i, i + 1},
                        fmt::format("control character U+{:04X} in a comment",
                                    static_cast<std::uint32_t>(point.value)));
            break;
        }
        i += point.bytes;
    }
    blank(at_, stop);
    at_ = stop;
}

void LayoutScanner::scan_word() {
    const std::uint32_t begin = at_;
    while (at_ < end_ && is_identifier_part(source_[at_]) && static_cast<unsigned char>(source_[at_]) < 0x80)
        ++at_;
    const std::string_view word = source_.substr(begin, at_ - begin);
    touch(begin, at_);
    if (at_ < end_ && is_quote(source_[at_]) && is_string_prefix(word)) scan_string(begin);
}

// Of a string that its line does not end: where the statement goes on. A block that opens at the end of the
// line, and those opened on the line and closed at its end, are more likely meant than quoted.
std::uint32_t LayoutScanner::unterminated_end(std::uint32_t begin, std::uint32_t line_end) const {
    const auto behind_blanks = [&](std::uint32_t last) {
        while (last > begin + 1 &&
               (source_[last - 1] == ' ' || source_[last - 1] == '\t' || source_[last - 1] == '\r'))
            --last;
        return last;
    };
    const std::uint32_t last = behind_blanks(line_end);
    const bool opens = source_[last - 1] == '{' && last - 1 > begin && statement_ != kNone &&
                       !in_brackets() && block_opened_here();
    if (opens) return last - 1;
    const auto opened_here = [&](const Open& open) { return open.block && open.at >= physical_line_; };
    std::uint32_t stop = line_end;
    for (auto closes = std::ranges::count_if(stack_, opened_here); closes > 0; --closes) {
        const std::uint32_t brace = behind_blanks(stop);
        if (brace - 1 <= begin || source_[brace - 1] != '}') break;
        stop = brace - 1;
    }
    return stop;
}

void LayoutScanner::scan_string(std::uint32_t prefix_begin) {
    const std::uint32_t quote_at = at_;
    const char quote = source_[quote_at];
    touch(prefix_begin, quote_at + 1);
    if (quote_at + 2 < end_ && source_[quote_at + 1] == quote && source_[quote_at + 2] == quote) {
        sink_.error("triple-quoted-string", {prefix_begin, quote_at + 3},
                    "triple-quoted strings are not supported", "write one quote and `\\n` where a line ends");
        broken_ = true;
        const auto close = source_.find(source_.substr(quote_at, 3), quote_at + 3);
        const std::uint32_t stop =
            close == std::string_view::npos ? line_end(quote_at) : static_cast<std::uint32_t>(close) + 3;
        blank(quote_at, stop);
        at_ = stop;
        touch(quote_at, at_);
        return;
    }
    std::uint32_t i = quote_at + 1;
    while (i < end_ && source_[i] != '\n') {
        const char c = source_[i];
        if (c == quote) {
            at_ = i + 1;
            touch(quote_at, at_);
            return;
        }
        if (c == '\\' && i + 1 < end_ && source_[i + 1] != '\n') {
            i += 1;
            if (static_cast<unsigned char>(source_[i]) < 0x80 && source_[i] != '\0') {
                ++i;
                continue;
            }
        }
        const CodePoint point = decode_utf8(source_, i);
        if (point.bytes == 0 || point.value == 0) {
            if (!broken_)
                sink_.error(point.bytes == 0 ? "invalid-utf8" : "control-character", {i, i + 1},
                            point.bytes == 0 ? "invalid UTF-8 in a string" : "NUL character in a string",
                            point.bytes == 0 ? "" : "write `\\0`");
            broken_ = true;
            ++i;
            continue;
        }
        i += point.bytes;
    }
    const std::uint32_t stop = unterminated_end(quote_at, i);
    if (!broken_)
        sink_.error("unterminated-string", {prefix_begin, stop}, "the string is not closed on its line",
                    fmt::format("close it with `{}`; a quote inside is written `\\{}`", quote, quote));
    broken_ = true;
    at_ = stop;
    touch(quote_at, stop);
    // What the string swallowed may have closed the brackets of this statement.
    drop_brackets();
    retreat_.reset();
}

void LayoutScanner::scan_other() {
    const char c = source_[at_];
    if (c == '\\' && at_ + 1 < end_) {
        std::uint32_t next = at_ + 1;
        if (source_[next] == '\r' && next + 1 < end_) ++next;
        if (source_[next] == '\n') {
            blank(at_, next + 1);
            at_ = next + 1;
            physical_line_ = at_;
            physical_blank_ = true;
            return;
        }
    }
    const CodePoint point = decode_utf8(source_, at_);
    if (point.bytes == 0) {
        if (!broken_) sink_.error("invalid-utf8", {at_, at_ + 1}, "invalid UTF-8");
        touch(at_, at_ + 1);
        broken_ = true;
        ++at_;
        return;
    }
    const std::uint32_t stop = at_ + point.bytes;
    const auto number = static_cast<std::uint32_t>(point.value);
    if (point.value < 0x20 || point.value == 0x7f) {
        if (!broken_)
            sink_.error("control-character", {at_, stop}, fmt::format("control character U+{:04X}", number));
        broken_ = true;
        blank(at_, stop);
    } else if (point.value >= 0x80 && !may_stand_in_name(point.value)) {
        if (!broken_)
            sink_.error(
                "unexpected-character", {at_, stop},
                fmt::format("unexpected character `{}` (U+{:04X})", source_.substr(at_, point.bytes), number),
                hint_for(point.value));
        broken_ = true;
    }
    touch(at_, stop);
    at_ = stop;
}

void LayoutScanner::blank(std::uint32_t begin, std::uint32_t end) {
    std::fill(layout_.text.begin() + begin, layout_.text.begin() + end, ' ');
}

void LayoutScanner::touch(std::uint32_t begin, std::uint32_t end) {
    if (statement_ == kNone) {
        statement_ = begin;
        statement_line_ = physical_line_;
    }
    statement_end_ = end;
    physical_blank_ = false;
}

void LayoutScanner::refuse(Span span, const char* id, std::string message) {
    sink_.error(id, span, std::move(message));
    layout_.refused = true;
}

std::uint32_t LayoutScanner::line_end(std::uint32_t offset) const {
    const auto found = source_.find('\n', offset);
    return found == std::string_view::npos ? end_ : static_cast<std::uint32_t>(found);
}

std::uint32_t LayoutScanner::indent_of(std::uint32_t line_start) const {
    return skip_blanks(source_, line_start, end_) - line_start;
}

}  // namespace guardc::grammar
