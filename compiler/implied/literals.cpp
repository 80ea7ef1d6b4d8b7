#include "compiler/implied/literals.h"

#include <algorithm>

namespace guardc::compiler {
namespace {

// Operations that look at some of their operands only.
bool is_lazy(TermOp op) {
    return op == TermOp::and_ || op == TermOp::or_ || op == TermOp::conditional;
}

}  // namespace

Literals::Literals(const TermPool& terms, std::span<const TermId> kept) : terms_(terms) {
    for (const TermId guard : kept)
        learn(guard, true);
    for (std::size_t i = 0; i < all_.size(); ++i) {
        const auto [test, sense] = all_[i];
        const TermOp op = terms_[test].op;
        if (op == TermOp::not_) {
            learn(terms_.operands(test)[0], !sense);
        } else if ((op == TermOp::and_ && sense) || (op == TermOp::or_ && !sense)) {
            for (const TermId operand : terms_.operands(test))
                learn(operand, sense);
        } else {
            define_operands(test);
        }
    }
}

void Literals::learn(TermId test, bool sense) {
    // A contradiction keeps its first side: nothing satisfies both, so either may be relied on.
    if (senses_.try_emplace(test, sense).second) all_.push_back({test, sense});
}

// A test is defined, so whatever it always looks at is too.
void Literals::define_operands(TermId test) {
    std::vector<TermId> pending{test};
    while (!pending.empty()) {
        const TermId term = pending.back();
        pending.pop_back();
        const TermOp op = terms_[term].op;
        if (is_lazy(op)) {  // only the first operand is looked at whatever happens
            const TermId first = terms_.operands(term)[0];
            if (defined_.insert(first).second) pending.push_back(first);
            continue;
        }
        for (const TermId operand : terms_.operands(term))
            if (defined_.insert(operand).second) pending.push_back(operand);
    }
}

bool Literals::holds(TermId test, bool sense) const {
    const auto found = senses_.find(test);
    return found != senses_.end() && found->second == sense;
}

std::vector<TermId> Literals::defined_values() const {
    std::vector<TermId> values(defined_.begin(), defined_.end());
    std::ranges::sort(values);
    return values;
}

}  // namespace guardc::compiler
