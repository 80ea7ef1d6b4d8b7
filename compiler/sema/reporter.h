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

// "did you mean `decode`?", or empty.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace guardc::compiler
