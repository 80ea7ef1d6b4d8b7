#include "grammar/sink.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace guardc::grammar {

void Sink::add(Diagnostic diagnostic) {
    if (kept_.size() < limit_) {
        kept_.push_back(std::move(diagnostic));
        return;
    }
    ++dropped_;
    dropped_error_ = dropped_error_ || diagnostic.severity == Severity::error;
}

void Sink::error(std::string id, Span span, std::string message, std::string hint) {
    add({Severity::error, std::move(id), std::move(message), span, std::move(hint)});
}

void Sink::warning(std::string id, Span span, std::string message, std::string hint) {
    add({Severity::warning, std::move(id), std::move(message), span, std::move(hint)});
}

void Sink::take_back(const Mark& mark) {
    kept_.resize(std::min(kept_.size(), mark.kept));
    dropped_ = mark.dropped;
    dropped_error_ = mark.dropped_error;
}

Diagnostics Sink::finish() {
    // In the order of the text, and at one place in the order in which they were said.
    std::vector<std::size_t> order(kept_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(kept_[i].span.begin, i); });
    Diagnostics sorted;
    sorted.reserve(order.size() + 1);
    for (const std::size_t i : order)
        sorted.push_back(std::move(kept_[i]));
    kept_ = std::move(sorted);
    if (dropped_ > 0) {
        const Span at = kept_.empty() ? Span{} : kept_.back().span;
        kept_.push_back({dropped_error_ ? Severity::error : Severity::warning, "limit-diagnostics",
                         fmt::format("{} more not shown: the limit `diagnostics` is {}", dropped_, limit_),
                         at, ""});
    }
    return std::move(kept_);
}

}  // namespace guardc::grammar
