// Evaluates terms against one frame and remembers what each gave.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "compiler/reference/reference.h"

namespace guardc::compiler {

bool is_test(const TermPool& terms, TermId term);

// Guards are pure, so what a term gave once it gives again: shared terms are evaluated once, and chains of
// any length without recursion. Both arguments must outlive the evaluator; the frame must not change
// meanwhile.
class Evaluator {
  public:
    Evaluator(const TermPool& terms, const Surroundings& surroundings)
        : terms_(terms), surroundings_(surroundings) {}

    // Valid until the next call.
    const Evaluation& run(TermId root);

  private:
    const Evaluation* need(TermId term);
    std::optional<Evaluation> attempt(TermId term);
    std::optional<Evaluation> first_to_decide(std::span<const TermId> operands, Truth deciding);
    std::optional<Evaluation> negation(TermId operand);
    std::optional<Evaluation> choice(std::span<const TermId> operands);
    std::optional<Evaluation> strict(TermId term, std::span<const TermId> operands);
    Evaluation as_value(TermId term, const Evaluation& found) const;

    const TermPool& terms_;
    const Surroundings& surroundings_;
    std::unordered_map<TermId, Evaluation> done_;
    std::vector<TermId> pending_;
};

}  // namespace guardc::compiler
