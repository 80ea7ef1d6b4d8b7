// `x.shape == (2, 3)`: the rank and every size; the same for strides.
#include "compiler/sema/lowering.h"

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;

bool Lowering::is_sizes(ExprId id) {
    return form(id).state == State::sizes || form(id).state == State::strides;
}

TermId Lowering::same_rank(TermId tensor, std::size_t rank) {
    return make(TermOp::equal, {make(TermOp::rank, {tensor}), constant(static_cast<std::int64_t>(rank))});
}

// One condition for every entry that is not `None` or `_`; `op` is size or stride.
bool Lowering::dimension_list(TermId tensor, TermOp op, ExprId list, bool any_allowed,
                              std::vector<Condition>& out) {
    bool complete = true;
    std::int64_t index = 0;
    for (const ExprId entry : operands(list)) {
        const std::int64_t place = index++;
        const bool any = expr(entry).kind == ExprKind::none_literal || expr(entry).kind == ExprKind::wildcard;
        if (any && any_allowed) continue;
        const TermId wanted = any ? kNoTerm : value(entry);
        const Value* number = constant_at(wanted);
        const bool negative = number != nullptr && number->kind == Kind::integer &&
                              as<IntegerValue>(*number).number < 0 && op == TermOp::size;
        if (any || negative || (number != nullptr && number->kind != Kind::integer)) {
            fail("bad-dimension", span(entry), "a size is an int that is not negative",
                 any_allowed ? "`None` or `_` means any" : "");
            complete = false;
            continue;
        }
        if (wanted == kNoTerm) {
            complete = false;
            continue;
        }
        const TermId dimension = make(op, {tensor, constant(place)});
        // `size=[B]` with `dim B = x.size(0)` says nothing beyond the rank.
        if (dimension != wanted) out.push_back({make(TermOp::equal, {dimension, wanted}), span(entry)});
    }
    return complete;
}

bool Lowering::sizes_conditions(ExprId sizes, ExprId list, std::vector<Condition>& out) {
    const TermOp op = form(sizes).state == State::sizes ? TermOp::size : TermOp::stride;
    const TermId tensor = form(sizes).term;
    if (form(list).state == State::failed) return false;
    if (expr(list).kind == ExprKind::call && operands(list).size() == 2 &&
        (form(list).state == State::size_call ||
         (constant_form(list) != nullptr && constant_form(list)->kind == Kind::size)))
        list = operands(list)[1];  // torch.Size([2, 3])
    if (expr(list).kind != ExprKind::list && expr(list).kind != ExprKind::tuple) {
        value(sizes);  // says how a shape may be used
        return false;
    }
    out.push_back({same_rank(tensor, operands(list).size()), span(sizes)});
    return dimension_list(tensor, op, list, false, out);
}

}  // namespace guardc::compiler
