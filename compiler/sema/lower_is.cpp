// `is`: strict equality with a constant, the exact type of a place, or identity of two places.
#include "compiler/sema/lowering.h"
#include "runtime/value/objects.h"

namespace guardc::compiler {

using grammar::ExprId;

TermId Lowering::is_pair(ExprId left, ExprId right) {
    const bool beside_type = form(right).state == State::term && terms()[form(right).term].op == TermOp::type;
    if (const std::optional<std::string> type = type_at(left); type && !beside_type) {
        // Two constants, as a folded `type(1) is int` is printed.
        const TermId other = beside(right, left);
        const Value* constant_right = constant_at(other);
        if (constant_right != nullptr)
            return is_constant(constant(*values_->make_type(intern_type(*type))), *constant_right);
        return fail("misplaced-type", span(left), "a type stands right of `is`", "write `x is " + *type + "`")
            .term;
    }
    const TermId one = beside(left, right);
    if (one == kNoTerm) return kNoTerm;
    const bool of_type = terms()[one].op == TermOp::type;
    if (const std::optional<std::string> type = type_at(right)) {
        // `type(x) is list` compares types, `x is list` tests the type of x: the same.
        return is_type(of_type ? terms().operands(one)[0] : one, *type);
    }
    // `x.device is cuda`: any device of this type.
    if (terms()[one].op == TermOp::device && form(right).state == State::name && is_free(text_at(right))) {
        if (const std::optional<DeviceType> type = parse_device_type(text_at(right)))
            return is_constant(make(TermOp::device_type, {one}),
                               *values_->make_string(device_type_name(*type)));
    }
    const TermId other = beside(right, left);
    if (other == kNoTerm) return kNoTerm;
    const Value* constant_right = constant_at(other);
    const Value* constant_left = constant_at(one);
    if (constant_right != nullptr && constant_right->kind == Kind::type && of_type)
        return is_type(terms().operands(one)[0], as<TypeValue>(*constant_right).named->name);
    if (constant_left != nullptr && constant_left->kind == Kind::type && terms()[other].op == TermOp::type)
        return is_type(terms().operands(other)[0], as<TypeValue>(*constant_left).named->name);
    if (constant_right != nullptr) return make(TermOp::is_constant, {one, other});
    if (constant_left != nullptr) return make(TermOp::is_constant, {other, one});
    return make(TermOp::is_same, {one, other});
}

}  // namespace guardc::compiler
