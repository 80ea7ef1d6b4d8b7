// The six comparisons, read from the other side and turned around.
#pragma once

#include "compiler/terms/term_kinds.h"

namespace guardc::compiler {

// `5 <= x` as `x >= 5`; equality is its own mirror, as is every other term.
constexpr TermOp mirrored(TermOp op) {
    switch (op) {
        case TermOp::less:
            return TermOp::greater;
        case TermOp::less_equal:
            return TermOp::greater_equal;
        case TermOp::greater:
            return TermOp::less;
        case TermOp::greater_equal:
            return TermOp::less_equal;
        default:
            return op;
    }
}

// What holds of two ints exactly where `op`, a comparison, does not.
constexpr TermOp opposite(TermOp op) {
    switch (op) {
        case TermOp::less:
            return TermOp::greater_equal;
        case TermOp::less_equal:
            return TermOp::greater;
        case TermOp::greater:
            return TermOp::less_equal;
        case TermOp::greater_equal:
            return TermOp::less;
        case TermOp::equal:
            return TermOp::not_equal;
        default:
            return TermOp::equal;
    }
}

}  // namespace guardc::compiler
