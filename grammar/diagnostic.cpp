#include "grammar/diagnostic.h"

#include <algorithm>

#include <fmt/format.h>

#include "grammar/utf8.h"

namespace guardc::grammar {

namespace {

constexpr std::size_t kShownBefore = 60;
constexpr std::size_t kShownAfter = 100;

// The part of a long line around the caret, so that a line of a megabyte prints as one screen line.
struct Window {
    std::string_view text;
    std::size_t caret = 0;  // byte offset in `text`
    bool cut_front = false;
    bool cut_back = false;
};

Window window_of(std::string_view line, std::size_t caret) {
    caret = std::min(caret, line.size());
    std::size_t begin = 0;
    if (line.size() > kShownBefore + kShownAfter && caret > kShownBefore) begin = caret - kShownBefore;
    while (begin > 0 && is_continuation(line[begin]))
        --begin;
    std::size_t end = std::min(line.size(), std::max(caret, begin) + kShownAfter);
    while (end < line.size() && is_continuation(line[end]))
        ++end;
    return {line.substr(begin, end - begin), caret - begin, begin > 0, end < line.size()};
}

// Control characters must not reach a terminal from a hostile file; tabs stay, the caret line repeats them.
std::string printable(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        out.push_back(byte == '\t' || (byte >= 0x20 && byte != 0x7f) ? c : '?');
    }
    return out;
}

std::string caret_run(const Window& window, std::size_t length) {
    std::string out(window.cut_front ? 3 : 0, ' ');
    for (std::size_t i = 0; i < window.caret; ++i)
        if (!is_continuation(window.text[i])) out.push_back(window.text[i] == '\t' ? '\t' : ' ');
    std::size_t run = 0;
    for (std::size_t i = window.caret; i < std::min(window.text.size(), window.caret + length); ++i)
        if (!is_continuation(window.text[i])) ++run;
    out.append(std::max<std::size_t>(run, 1), '^');
    return out;
}

}  // namespace

bool has_errors(const Diagnostics& diagnostics) {
    return std::ranges::any_of(diagnostics,
                               [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::string render(const Source& source, const Diagnostic& diagnostic, Colour colour) {
    const bool bright = colour == Colour::on;
    const auto paint = [&](const char* code, std::string_view text) {
        return bright ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
    };
    const bool error = diagnostic.severity == Severity::error;
    const Position at = source.position(diagnostic.span.begin);
    const std::string_view line = source.line(at.line);
    const auto size = static_cast<std::uint32_t>(source.text().size());
    const std::uint32_t begin = std::min(diagnostic.span.begin, size);
    const std::uint32_t end = std::clamp(diagnostic.span.end, begin, size);
    // Lines are views into the text, so their offset needs no second table. An empty view may point nowhere.
    const std::size_t caret =
        line.empty() ? 0
                     : begin - std::min<std::size_t>(
                                   begin, static_cast<std::size_t>(line.data() - source.text().data()));
    const Window window = window_of(line, caret);

    std::string out = fmt::format("{}:{}:{}: {}: {} [{}]\n", source.name(), at.line, at.column,
                                  paint(error ? "1;31" : "1;33", error ? "error" : "warning"),
                                  printable(diagnostic.message), diagnostic.id);
    out += fmt::format("    {}{}{}\n", window.cut_front ? "..." : "", printable(window.text),
                       window.cut_back ? "..." : "");
    out += fmt::format("    {}\n", paint(error ? "31" : "33", caret_run(window, end - begin)));
    if (!diagnostic.hint.empty())
        out += fmt::format("    {} {}\n", paint("36", "hint:"), printable(diagnostic.hint));
    return out;
}

}  // namespace guardc::grammar
