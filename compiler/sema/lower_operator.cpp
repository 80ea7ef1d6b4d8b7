// Arithmetic, `not` and conditionals.
#include "compiler/sema/lowering.h"

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;
using grammar::ExprOp;

Lowering::Form Lowering::unary(ExprId id) {
    const ExprId operand = operands(id)[0];
    switch (expr(id).op) {
        case ExprOp::not_: {
            const TermId found = test(operand);
            return as_term(found == kNoTerm ? kNoTerm : negation(found));
        }
        case ExprOp::minus:
            return as_term(make(TermOp::negate, {value(operand)}));
        case ExprOp::invert:
            return as_term(make(TermOp::invert, {value(operand)}));
        // As Python's, it makes an int of a bool and fails on what is no number.
        case ExprOp::plus:
            return as_term(make(TermOp::multiply, {value(operand), constant(1)}));
        default:
            break;
    }
    return fail(
        "unsupported-operator", span(id),
        "the operator `" + std::string(grammar::spelling(expr(id).op)) + "` has no meaning in guards");
}

Lowering::Form Lowering::binary(ExprId id) {
    const auto parts = operands(id);
    const std::optional<TermOp> op = find_infix(grammar::spelling(expr(id).op));
    if (!op)
        return fail(
            "unsupported-operator", span(id),
            "the operator `" + std::string(grammar::spelling(expr(id).op)) + "` has no meaning in guards");
    // `1 + 2j` is how Python writes a complex constant.
    const Value* left = constant_form(parts[0]);
    const bool imaginary = expr(parts[1]).kind == ExprKind::imaginary;
    if (imaginary && left != nullptr && (*op == TermOp::add || *op == TermOp::subtract)) {
        const double part = expr(parts[1]).number;
        const double sign = *op == TermOp::add ? 1 : -1;
        if (left->kind == Kind::floating)
            return as_term(constant(*values_->make_complex(as<FloatingValue>(*left).number, sign * part)));
        if (left->kind == Kind::integer && !is_big(as<IntegerValue>(*left)))
            return as_term(constant(
                *values_->make_complex(static_cast<double>(as<IntegerValue>(*left).number), sign * part)));
    }
    const TermId one = value(parts[0]);
    return as_term(make(*op, {one, value(parts[1])}));
}

Lowering::Form Lowering::conditional(ExprId id) {
    const auto parts = operands(id);
    const TermId condition = test(parts[0]);
    const TermId chosen = value(parts[1]);
    return as_term(make(TermOp::conditional, {condition, chosen, value(parts[2])}));
}

}  // namespace guardc::compiler
