#include "compiler/peer/line.h"

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;
using grammar::ExprOp;

Conditions Line::unread() const {
    return unread("`" + guard.kind + "` does not print this form",
                  "write the condition in guardc's own form, without the kind");
}

Conditions Line::unread(std::string message, std::string hint) const {
    lowering.reporter().error("unread-guard", span, std::move(message), std::move(hint));
    return {};
}

std::optional<Line::Equation> Line::equation() const {
    const ExprId id = expression();
    if (id == grammar::kNoExpr || pool()[id].kind != ExprKind::compare ||
        pool().operands_of(id).size() != 2 || pool().ops_of(id)[0] != ExprOp::equal)
        return std::nullopt;
    return Equation{pool().operands_of(id)[0], pool().operands_of(id)[1]};
}

std::optional<ExprId> Line::negated() const {
    const ExprId id = expression();
    if (id == grammar::kNoExpr || pool()[id].kind != ExprKind::unary || pool()[id].op != ExprOp::not_)
        return std::nullopt;
    return pool().operands_of(id)[0];
}

const Value* Line::constant(ExprId id) const {
    const TermId term = lowering.value_of(id);
    return term == kNoTerm ? nullptr : lowering.constant_at(term);
}

TermId Line::all_of(std::span<const TermId> tests) const {
    return tests.size() == 1 ? tests[0] : lowering.make(TermOp::and_, tests);
}

TermId Line::any_of(std::span<const TermId> tests) const {
    return tests.size() == 1 ? tests[0] : lowering.make(TermOp::or_, tests);
}

}  // namespace guardc::compiler
