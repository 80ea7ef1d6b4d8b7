#include "compiler/sema/reporter.h"

#include <algorithm>
#include <numeric>

#include "grammar/closest.h"

namespace guardc::compiler {

// Not std::stable_sort, whose buffer clang calls deprecated.
void put_in_text_order(grammar::Diagnostics& diagnostics, std::size_t from) {
    std::vector<std::size_t> order(diagnostics.size() - from);
    std::iota(order.begin(), order.end(), from);
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(diagnostics[i].span.begin, i); });
    grammar::Diagnostics sorted;
    for (const std::size_t i : order) sorted.push_back(std::move(diagnostics[i]));
    std::ranges::move(sorted, diagnostics.begin() + static_cast<std::ptrdiff_t>(from));
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
    const std::string_view found = grammar::closest(word, candidates);
    return found.empty() ? std::string() : "did you mean `" + std::string(found) + "`?";
}

}  // namespace guardc::compiler
