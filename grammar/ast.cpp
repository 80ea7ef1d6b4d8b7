#include "grammar/ast.h"

namespace guardc::grammar {

std::string_view spelling(ExprOp op) {
    switch (op) {
        case ExprOp::none:
            return "";
        case ExprOp::not_:
            return "not";
        case ExprOp::minus:
            return "-";
        case ExprOp::plus:
            return "+";
        case ExprOp::invert:
            return "~";
        case ExprOp::add:
            return "+";
        case ExprOp::subtract:
            return "-";
        case ExprOp::multiply:
            return "*";
        case ExprOp::divide:
            return "/";
        case ExprOp::floor_divide:
            return "//";
        case ExprOp::modulo:
            return "%";
        case ExprOp::power:
            return "**";
        case ExprOp::bit_and:
            return "&";
        case ExprOp::bit_or:
            return "|";
        case ExprOp::bit_xor:
            return "^";
        case ExprOp::shift_left:
            return "<<";
        case ExprOp::shift_right:
            return ">>";
        case ExprOp::equal:
            return "==";
        case ExprOp::not_equal:
            return "!=";
        case ExprOp::less:
            return "<";
        case ExprOp::less_equal:
            return "<=";
        case ExprOp::greater:
            return ">";
        case ExprOp::greater_equal:
            return ">=";
        case ExprOp::is:
            return "is";
        case ExprOp::is_not:
            return "is not";
        case ExprOp::in:
            return "in";
        case ExprOp::not_in:
            return "not in";
        case ExprOp::and_:
            return "and";
        case ExprOp::or_:
            return "or";
    }
    return "";
}

}  // namespace guardc::grammar
