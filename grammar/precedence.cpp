#include "grammar/precedence.h"

namespace guardc::grammar {

int precedence_of(ExprOp op) {
    switch (op) {
        case ExprOp::not_:
            return kNot;
        case ExprOp::minus:
        case ExprOp::plus:
        case ExprOp::invert:
            return kSign;
        case ExprOp::add:
        case ExprOp::subtract:
            return kSum;
        case ExprOp::multiply:
        case ExprOp::divide:
        case ExprOp::floor_divide:
        case ExprOp::modulo:
            return kProduct;
        case ExprOp::power:
            return kPower;
        case ExprOp::bit_and:
            return kBitAnd;
        case ExprOp::bit_or:
            return kBitOr;
        case ExprOp::bit_xor:
            return kBitXor;
        case ExprOp::shift_left:
        case ExprOp::shift_right:
            return kShift;
        case ExprOp::and_:
            return kAnd;
        case ExprOp::or_:
            return kOr;
        default:
            return kCompare;
    }
}

}  // namespace guardc::grammar
