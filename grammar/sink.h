// Collects the diagnostics of one text up to the limit and puts them in the order of the text.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "grammar/diagnostic.h"

namespace guardc::grammar {

class Sink {
  public:
    explicit Sink(std::uint32_t limit) : limit_(limit) {}

    void add(Diagnostic diagnostic);
    void error(std::string id, Span span, std::string message, std::string hint = {});
    void warning(std::string id, Span span, std::string message, std::string hint = {});

    // Taking back what was said since a mark, when a stretch of text is read again.
    struct Mark {
        std::size_t kept = 0;
        std::uint64_t dropped = 0;
        bool dropped_error = false;
    };
    Mark mark() const { return {kept_.size(), dropped_, dropped_error_}; }
    void take_back(const Mark& mark);
    // What was said since the mark and kept.
    std::span<const Diagnostic> since(const Mark& mark) const { return std::span(kept_).subspan(mark.kept); }

    // In text order; what went over the limit is counted in a last one.
    Diagnostics finish();

  private:
    std::uint32_t limit_;
    Diagnostics kept_;
    std::uint64_t dropped_ = 0;
    bool dropped_error_ = false;
};

}  // namespace guardc::grammar
