// Source text and places in it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace guardc::grammar {

// Half-open byte range of one source.
struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    friend bool operator==(const Span&, const Span&) = default;
};

// Both from 1; columns count code points.
struct Position {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
};

// Owns the bytes of one text and maps offsets to lines. `name` is what messages call it (a path, `-`, or
// what a backend calls its string).
class Source {
  public:
    Source(std::string name, std::string text);

    const std::string& name() const { return name_; }
    std::string_view text() const { return text_; }
    std::string_view slice(Span span) const;
    Position position(std::uint32_t offset) const;
    std::string_view line(std::uint32_t number) const;  // without its end; empty beyond the last

  private:
    std::string name_;
    std::string text_;
    std::vector<std::uint32_t> line_starts_;
};

}  // namespace guardc::grammar
