#include <cstdlib>

#include "compiler/guards/check_order.h"
#include "compiler/reference/evaluator.h"
#include "compiler/reference/meaning.h"

namespace guardc::compiler {

bool is_test(const TermPool& terms, TermId term) {
    return kind_of(terms[term].op).term_class == TermClass::test;
}

const Evaluation& Evaluator::run(TermId root) {
    pending_.push_back(root);
    while (!pending_.empty()) {
        const TermId term = pending_.back();
        if (done_.contains(term)) {
            pending_.pop_back();
        } else if (const std::optional<Evaluation> evaluation = attempt(term)) {
            done_.emplace(term, *evaluation);
            pending_.pop_back();
        }
    }
    return done_.at(root);
}

// The outcome of an operand, or null after having put it on the list.
const Evaluation* Evaluator::need(TermId term) {
    const auto found = done_.find(term);
    if (found != done_.end()) return &found->second;
    pending_.push_back(term);
    return nullptr;
}

// Nothing while an operand is still to come.
std::optional<Evaluation> Evaluator::attempt(TermId term) {
    const auto operands = terms_.operands(term);
    switch (terms_[term].op) {
        case TermOp::and_:
            return first_to_decide(operands, Truth::no);
        case TermOp::or_:
            return first_to_decide(operands, Truth::yes);
        case TermOp::not_:
            return negation(operands[0]);
        case TermOp::conditional:
            return choice(operands);
        default:
            return strict(term, operands);
    }
}

std::optional<Evaluation> Evaluator::first_to_decide(std::span<const TermId> operands, Truth deciding) {
    Truth last = Truth::undefined;
    for (const TermId operand : operands) {
        const Evaluation* found = need(operand);
        if (found == nullptr) return std::nullopt;
        last = found->truth;
        if (last == deciding || last == Truth::undefined || last == Truth::error) break;
    }
    return Evaluation{last, {}};
}

std::optional<Evaluation> Evaluator::negation(TermId operand) {
    const Evaluation* found = need(operand);
    if (found == nullptr) return std::nullopt;
    if (found->truth == Truth::yes) return Evaluation{Truth::no, {}};
    return Evaluation{found->truth == Truth::no ? Truth::yes : found->truth, {}};
}

std::optional<Evaluation> Evaluator::choice(std::span<const TermId> operands) {
    const Evaluation* condition = need(operands[0]);
    if (condition == nullptr) return std::nullopt;
    if (condition->truth != Truth::yes && condition->truth != Truth::no)
        return Evaluation{condition->truth, {}};
    const TermId chosen = operands[condition->truth == Truth::yes ? 1 : 2];
    const Evaluation* found = need(chosen);
    if (found == nullptr) return std::nullopt;
    return as_value(chosen, *found);
}

// Everything else needs all its operands, from left to right, and is what the first that fails is.
std::optional<Evaluation> Evaluator::strict(TermId term, std::span<const TermId> operands) {
    std::vector<Cell> cells;
    cells.reserve(operands.size());
    for (const TermId operand : operands) {
        const Evaluation* found = need(operand);
        if (found == nullptr) return std::nullopt;
        const Evaluation value = as_value(operand, *found);
        if (value.truth != Truth::yes) return value;
        cells.push_back(value.value);
    }
    return meaning(terms_, term, cells, surroundings_);
}

// A test may stand where a bool value may.
Evaluation Evaluator::as_value(TermId term, const Evaluation& found) const {
    if (!is_test(terms_, term) || (found.truth != Truth::yes && found.truth != Truth::no)) return found;
    return {Truth::yes, Cell::boolean(found.truth == Truth::yes)};
}

Evaluation evaluate(const TermPool& terms, TermId term, const Surroundings& surroundings) {
    return Evaluator(terms, surroundings).run(term);
}

Verdict judge(const TermPool& terms, std::span<const Guard> guards, const Surroundings& surroundings) {
    Evaluator evaluator(terms, surroundings);
    for (const std::size_t i : check_order(terms, guards)) {
        if (!is_test(terms, guards[i].term)) std::abort();  // sema gives tests only
        const Truth truth = evaluator.run(guards[i].term).truth;
        if (truth != Truth::yes) return {truth, i};
    }
    return {};
}

}  // namespace guardc::compiler
