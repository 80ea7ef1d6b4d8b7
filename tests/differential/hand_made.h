// Operations that programs built from guard texts do not hold: `element` is for models whose index is no
// constant, and a miss is a jump target rather than an operation.
#pragma once

#include "runtime/program/program.h"

namespace guardc::differential {

constexpr bool is_hand_made(Op op) {
    return op == Op::element || op == Op::miss;
}

}  // namespace guardc::differential
