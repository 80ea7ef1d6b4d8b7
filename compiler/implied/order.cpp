#include "compiler/implied/order.h"

namespace guardc::compiler {
namespace {

bool is_order(TermOp op) {
    return op == TermOp::less || op == TermOp::less_equal || op == TermOp::greater ||
           op == TermOp::greater_equal;
}

bool is_equality(TermOp op) {
    return op == TermOp::equal || op == TermOp::not_equal;
}

// Where the comparison is true.
Relations satisfied_by(TermOp op) {
    switch (op) {
        case TermOp::equal:
            return kEqual;
        case TermOp::not_equal:
            return kLess | kGreater | kUnordered;
        case TermOp::less:
            return kLess;
        case TermOp::less_equal:
            return kLess | kEqual;
        case TermOp::greater:
            return kGreater;
        default:
            return kGreater | kEqual;
    }
}

constexpr Relations kAll = kLess | kEqual | kGreater | kUnordered;

Relations outcome(TermOp op, bool sense) {
    return sense ? satisfied_by(op) : static_cast<Relations>(kAll & ~satisfied_by(op));
}

Relations mirrored(Relations relations) {
    Relations mirror = relations & (kEqual | kUnordered);
    if ((relations & kLess) != 0) mirror |= kGreater;
    if ((relations & kGreater) != 0) mirror |= kLess;
    return mirror;
}

}  // namespace

bool is_comparison(TermOp op) {
    return is_order(op) || is_equality(op);
}

Order::Order(const TermPool& terms, const Literals& literals) {
    for (const auto& [test, sense] : literals.all()) {
        const TermOp op = terms[test].op;
        if (!is_comparison(op)) continue;
        const TermId left = terms.operands(test)[0], right = terms.operands(test)[1];
        const Relations relations = outcome(op, sense);
        Known& known = known_[{std::min(left, right), std::max(left, right)}];
        known.possible &= left <= right ? relations : mirrored(relations);
        known.has_order = known.has_order || is_order(op);
        known.has_equality = known.has_equality || is_equality(op);
    }
}

// Values that have an order also have an equality; values with an equality need have no order.
bool Order::proves(TermOp op, TermId left, TermId right, bool sense, bool ints) const {
    const auto found = known_.find({std::min(left, right), std::max(left, right)});
    if (found == known_.end()) return false;
    const Known& known = found->second;
    const bool has_order = known.has_order || ints;
    if (is_order(op) ? !has_order : !(has_order || known.has_equality)) return false;
    Relations possible = left <= right ? known.possible : mirrored(known.possible);
    if (ints) possible &= static_cast<Relations>(~kUnordered);
    return (possible & ~outcome(op, sense)) == 0;
}

}  // namespace guardc::compiler
