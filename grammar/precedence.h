// The order in which operators bind.
#pragma once

#include "grammar/ast.h"

namespace guardc::grammar {

// How tightly an expression holds together; the reader and the printer go by the same numbers.
enum Precedence : int {
    kKeywordArgument = 0,
    kConditional = 1,
    kOr = 2,
    kAnd = 3,
    kNot = 4,
    kCompare = 5,
    kRange = 6,
    kBitOr = 7,
    kBitXor = 8,
    kBitAnd = 9,
    kShift = 10,
    kSum = 11,
    kProduct = 12,
    kSign = 13,
    kPower = 14,
    kSuffix = 15,
    kAtom = 16,
    kBase = 17,  // what a suffix applies to: as kSuffix, but `5.real` is no attribute
};

// Of an operator, unary or binary; a comparison for what has no precedence of its own.
int precedence_of(ExprOp op);

}  // namespace guardc::grammar
