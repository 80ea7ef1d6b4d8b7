#include "grammar/source.h"

#include <algorithm>

#include "grammar/utf8.h"

namespace guardc::grammar {

Source::Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i)
        if (text_[i] == '\n') line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
}

std::string_view Source::slice(Span span) const {
    const std::size_t begin = std::min<std::size_t>(span.begin, text_.size());
    const std::size_t end = std::clamp<std::size_t>(span.end, begin, text_.size());
    return std::string_view(text_).substr(begin, end - begin);
}

Position Source::position(std::uint32_t offset) const {
    const auto size = static_cast<std::uint32_t>(text_.size());
    offset = std::min(offset, size);
    const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    const std::uint32_t start = *(after - 1);
    const auto line = static_cast<std::uint32_t>(after - line_starts_.begin());
    const auto before = std::string_view(text_).substr(start, offset - start);
    auto column = 1 + static_cast<std::uint32_t>(
                          std::ranges::count_if(before, [](char c) { return !is_continuation(c); }));
    const bool has_mark = line == 1 && text_.starts_with("\xef\xbb\xbf") && offset >= 3;
    if (has_mark) --column;  // a byte order mark stands in no column
    return {line, column};
}

std::string_view Source::line(std::uint32_t number) const {
    if (number == 0 || number > line_starts_.size()) return {};
    const std::uint32_t start = line_starts_[number - 1];
    const std::size_t stop = number < line_starts_.size() ? line_starts_[number] - 1 : text_.size();
    auto text = std::string_view(text_).substr(start, stop - start);
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (number == 1 && text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    return text;
}

}  // namespace guardc::grammar
