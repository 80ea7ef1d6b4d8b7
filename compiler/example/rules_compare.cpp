// Comparisons, with constants and between places.
#include "compiler/example/rules.h"
#include "compiler/terms/comparisons.h"

namespace guardc::compiler::example {

namespace {

bool is_leaf_place(Assume& assume, TermId term) {
    const NodeId place = assume.sketch().place(term);
    return place != kNoNode && assume.sketch()[place].children.empty() && !assume.sketch().has_parts(place);
}

}  // namespace

bool witness_comparison(Assume& assume, TermId term, bool wanted) {
    const auto operands = assume.terms().operands(term);
    const TermOp op = assume.terms()[term].op;
    const bool first = assume.reads(operands[0]), second = assume.reads(operands[1]);
    if (first && second && !assume.passing()) {
        const bool equal = op == TermOp::equal ? wanted : op == TermOp::not_equal && !wanted;
        if (!equal || !is_leaf_place(assume, operands[0]) || !is_leaf_place(assume, operands[1]))
            return false;
        assume.ask(assume.sketch().place(operands[0]), Goal{});
        assume.sketch().tie(assume.sketch().place(operands[0]), assume.sketch().place(operands[1]));
        return false;  // a NaN equals nothing: it is looked at once values are there
    }
    const bool left = first && second ? assume.choose(2) == 0 : first;
    const Value* other = assume.value_now(operands[left ? 1 : 0]);
    if (other == nullptr) return false;
    return assume.steer(operands[left ? 0 : 1], Goal::compares(left ? op : mirrored(op), *other, wanted));
}

bool witness_constant(Assume& assume, TermId term, bool wanted) {
    const auto operands = assume.terms().operands(term);
    return assume.steer(operands[0], Goal::is(assume.terms().constant(operands[1]), wanted));
}

bool witness_range(Assume& assume, TermId term, bool wanted) {
    const auto operands = assume.terms().operands(term);
    std::int64_t parts[3];
    for (std::size_t i = 0; i < 3; ++i)
        parts[i] = as<IntegerValue>(assume.terms().constant(operands[i + 1])).number;
    IntSet set = IntSet::between(parts[0], parts[1]);
    set.modulus = parts[2];
    set.residue =
        static_cast<std::int64_t>(((static_cast<__int128>(parts[0]) % parts[2]) + parts[2]) % parts[2]);
    return assume.steer(operands[0], Goal::in(set, wanted));
}

bool witness_truth(Assume& assume, TermId term, bool wanted) {
    return assume.steer(assume.terms().operands(term)[0], {.kind = GoalKind::truth, .wanted = wanted});
}

bool witness_nan(Assume& assume, TermId term, bool wanted) {
    return assume.steer(assume.terms().operands(term)[0], {.kind = GoalKind::nan, .wanted = wanted});
}

}  // namespace guardc::compiler::example
