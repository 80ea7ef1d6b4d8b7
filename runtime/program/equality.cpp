#include "runtime/program/equality.h"

#include "runtime/program/pair_walk.h"

namespace guardc {
namespace {

bool is_scalar(Kind kind) {
    switch (family_of(kind)) {
        case Family::none:
        case Family::number:
        case Family::string:
        case Family::bytes:
        case Family::dtype:
        case Family::device:
        case Family::type:
            return true;
        default:
            return false;
    }
}

// Apart, so that comparisons of scalars do not touch the large stack.
[[gnu::noinline]] Truth walk(Sense sense, const Operand& left, const Operand& right, bool inside,
                             Budget& budget) {
    PairWalk pairs(budget);
    return pairs.compare(sense, left, right, inside);
}

}  // namespace

Truth compare_equal(Sense sense, const Operand& left, const Operand& right, bool inside,
                    Budget& budget) noexcept {
    if (left.is_immediate() && right.is_immediate() && is_scalar(left.kind)) {
        const Family family = family_of(left.kind);
        if (sense == Sense::strict ? left.kind != right.kind : family != family_of(right.kind))
            return Truth::no;
        return compare_leaves(sense, family, left, right, inside);
    }
    return walk(sense, left, right, inside, budget);
}

}  // namespace guardc
