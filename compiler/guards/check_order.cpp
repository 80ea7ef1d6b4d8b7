#include "compiler/guards/check_order.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <unordered_set>

namespace guardc::compiler {
namespace {

// What the predicates in a guard cost together, each counted once; nothing where there are none.
std::optional<std::uint64_t> cost_of_predicates(const TermPool& terms, TermId guard) {
    std::optional<std::uint64_t> cost;
    std::vector<TermId> pending{guard};
    std::unordered_set<TermId> seen{guard};
    while (!pending.empty()) {
        const TermId term = pending.back();
        pending.pop_back();
        if (terms[term].op == TermOp::extern_) {
            const auto& declaration = terms.extern_declaration(term);
            cost = cost.value_or(0) + (declaration != nullptr ? declaration->cost : 0);
        }
        for (const TermId operand : terms.operands(term))
            if (seen.insert(operand).second) pending.push_back(operand);
    }
    return cost;
}

}  // namespace

std::vector<std::size_t> check_order(const TermPool& terms, std::span<const Guard> guards) {
    std::vector<std::size_t> order(guards.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!terms.has_externs()) return order;
    std::vector<std::optional<std::uint64_t>> costs;
    for (const Guard& guard : guards)
        costs.push_back(cost_of_predicates(terms, guard.term));
    // N.B. no predicate is less than one that costs nothing.
    std::ranges::stable_sort(order, {}, [&](std::size_t index) { return costs[index]; });
    return order;
}

}  // namespace guardc::compiler
