// Collects the mistakes of one check.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "grammar/diagnostic.h"

namespace guardc::compiler {

class Reporter {
  public:
    explicit Reporter(grammar::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    void error(std::string id, grammar::Span span, std::string message, std::string hint = {}) {
        add(grammar::Severity::error, std::move(id), span, std::move(message), std::move(hint));
    }
    void warning(std::string id, grammar::Span span, std::string message, std::string hint = {}) {
        add(grammar::Severity::warning, std::move(id), span, std::move(message), std::move(hint));
    }

  private:
    void add(grammar::Severity severity, std::string id, grammar::Span span, std::string message,
             std::string hint) {
        diagnostics_.push_back({severity, std::move(id), std::move(message), span, std::move(hint)});
    }

    grammar::Diagnostics& diagnostics_;
};

// Sorts what stands behind the first `from` by its place in the text; of one place, in the order found.
void put_in_text_order(grammar::Diagnostics& diagnostics, std::size_t from = 0);

// "did you mean `decode`?", or empty.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace guardc::compiler
