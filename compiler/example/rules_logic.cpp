// Conditions made of conditions.
#include "compiler/example/rules.h"

namespace guardc::compiler::example {

namespace {

bool all(Assume& assume, std::span<const TermId> operands, bool wanted) {
    bool settled = true;
    for (const TermId operand : operands)
        settled = assume.test(operand, wanted) && settled;
    return settled;
}

// The chosen one decides, and those before it do not: undefined they would be all there is.
bool one_of(Assume& assume, std::span<const TermId> operands, bool deciding) {
    const std::size_t way = assume.choose(operands.size());
    const bool before = all(assume, operands.first(way), !deciding);
    return assume.test(operands[way], deciding) && before;
}

}  // namespace

bool witness_not(Assume& assume, TermId term, bool wanted) {
    return assume.test(assume.terms().operands(term)[0], !wanted);
}

bool witness_and(Assume& assume, TermId term, bool wanted) {
    const auto operands = assume.terms().operands(term);
    return wanted ? all(assume, operands, true) : one_of(assume, operands, false);
}

bool witness_or(Assume& assume, TermId term, bool wanted) {
    const auto operands = assume.terms().operands(term);
    return wanted ? one_of(assume, operands, true) : all(assume, operands, false);
}

bool steer_conditional(Assume& assume, TermId term, const Goal& goal) {
    const auto operands = assume.terms().operands(term);
    const std::size_t way = assume.choose(2);
    const bool condition = assume.test(operands[0], way == 0);
    return assume.steer(operands[way + 1], goal) && condition;
}

}  // namespace guardc::compiler::example
