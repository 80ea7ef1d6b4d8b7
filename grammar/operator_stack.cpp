#include "grammar/operator_stack.h"

#include <algorithm>
#include <string>

#include "grammar/precedence.h"

namespace guardc::grammar {

namespace {

Diagnostic mistake(std::string id, Span at, std::string message, std::string hint = {}) {
    return {Severity::error, std::move(id), std::move(message), at, std::move(hint)};
}

std::vector<ExprId> ids_of(const std::vector<Value>& values) {
    std::vector<ExprId> ids(values.size());
    std::ranges::transform(values, ids.begin(), &Value::id);
    return ids;
}

Span around(const std::vector<Value>& values) {
    return {values.front().extent.begin, values.back().extent.end};
}

}  // namespace

OperatorStack::Problem OperatorStack::push_prefix(ExprOp op, Span at, std::size_t level) {
    const bool is_not = op == ExprOp::not_;
    if (is_not && pending_.size() > level && pending_.back().precedence > kNot)
        return mistake("not-needs-brackets", at, "`not` stands behind an operator that binds tighter",
                       "put `not ..` in brackets");
    pending_.push_back({Kind::prefix, op, is_not ? kNot : kSign, 1, at});
    return std::nullopt;
}

OperatorStack::Problem OperatorStack::push_infix(ExprOp op, Span at, std::size_t level) {
    const int precedence = precedence_of(op);
    const bool joins = precedence <= kCompare;  // a chain, or `and` and `or` of any number of operands
    const bool to_the_right = precedence == kPower;
    if (auto problem = fold_above(joins || to_the_right ? precedence : precedence - 1, level)) return problem;
    if (precedence == kCompare) chain_.push_back(op);
    if (joins && pending_.size() > level && pending_.back().precedence == precedence) {
        ++pending_.back().operators;
        return std::nullopt;
    }
    const Kind kind = precedence == kCompare ? Kind::compare : joins ? Kind::logic : Kind::binary;
    pending_.push_back({kind, op, precedence, 1, at});
    return std::nullopt;
}

OperatorStack::Problem OperatorStack::push_if(Span at, std::size_t level) {
    if (auto problem = fold_above(kConditional, level)) return problem;
    if (pending_.size() > level && pending_.back().kind == Kind::if_)
        return mistake("expected-else", at, "expected `else`, found `if`",
                       "put the inner `a if c else b` in brackets");
    pending_.push_back({Kind::if_, ExprOp::none, kConditional, 2, at});
    return std::nullopt;
}

OperatorStack::Problem OperatorStack::push_else(Span at, std::size_t level) {
    if (auto problem = fold_above(kConditional, level)) return problem;
    if (pending_.size() == level || pending_.back().kind != Kind::if_)
        return mistake("unexpected-else", at, "`else` without `if`");
    pending_.back().kind = Kind::conditional;
    return std::nullopt;
}

OperatorStack::Problem OperatorStack::push_range(Span at, std::size_t level) {
    if (auto problem = fold_above(kRange, level)) return problem;
    if (pending_.size() > level && pending_.back().kind == Kind::range)
        return mistake("double-range", at, "a second `..` in one range",
                       "a range is written `a..b` or `a..b step s`");
    pending_.push_back({Kind::range, ExprOp::none, kRange, 1, at});
    return std::nullopt;
}

OperatorStack::Problem OperatorStack::push_step(Span at, std::size_t level) {
    if (auto problem = fold_above(kRange, level)) return problem;
    const bool behind_range = pending_.size() > level && pending_.back().kind == Kind::range;
    if (!behind_range || pending_.back().operators > 1)
        return mistake("unexpected-step", at,
                       behind_range ? "a second `step` in one range" : "`step` without a range",
                       "a range is written `a..b step s`");
    ++pending_.back().operators;
    return std::nullopt;
}

void OperatorStack::push_keyword(std::string name, Span at) {
    keywords_.push_back(std::move(name));
    pending_.push_back({Kind::keyword, ExprOp::none, kKeywordArgument, 1, at});
}

OperatorStack::Problem OperatorStack::finish_level(std::size_t level) {
    return fold_above(-1, level);
}

OperatorStack::Problem OperatorStack::fold_above(int precedence, std::size_t level) {
    while (pending_.size() > level && pending_.back().precedence > precedence)
        if (auto problem = fold_top()) return problem;
    return std::nullopt;
}

std::vector<Value> OperatorStack::take(std::size_t count) {
    std::vector<Value> taken(values_.end() - static_cast<std::ptrdiff_t>(count), values_.end());
    values_.resize(values_.size() - count);
    return taken;
}

OperatorStack::Problem OperatorStack::fold_top() {
    const Pending top = pending_.back();
    pending_.pop_back();
    if (top.kind == Kind::prefix) {
        fold_prefix(top);
        return std::nullopt;
    }
    if (top.kind == Kind::if_) {
        const std::uint32_t end = values_.back().extent.end;
        return mistake("expected-else", {end, end}, "expected `else` behind `a if c`");
    }
    if (top.kind == Kind::keyword) {
        const Value value = take(1).front();
        const Span span{top.at.begin, value.extent.end};
        put(writer_.node(ExprKind::keyword, span, std::move(keywords_.back()), value.id), span);
        keywords_.pop_back();
        return std::nullopt;
    }
    const std::vector<Value> values = take(top.operators + 1);
    const Span span = around(values);
    std::vector<ExprId> ids = ids_of(values);
    switch (top.kind) {
        case Kind::binary:
            put(writer_.node(ExprKind::binary, span, ids, top.op), span);
            break;
        case Kind::logic:
            put(writer_.node(ExprKind::logic, span, ids, top.op), span);
            break;
        case Kind::range:
            put(writer_.node(ExprKind::step_range, span, ids), span);
            break;
        case Kind::conditional:
            std::swap(ids[0], ids[1]);  // written `a if c else b`, kept as c, a, b
            put(writer_.node(ExprKind::conditional, span, ids), span);
            break;
        default: {
            const std::span<const ExprOp> ops(chain_.data() + (chain_.size() - top.operators), top.operators);
            put(writer_.comparison(span, ids, ops), span);
            chain_.resize(chain_.size() - top.operators);
            break;
        }
    }
    return std::nullopt;
}

void OperatorStack::fold_prefix(const Pending& top) {
    const Value value = values_.back();
    values_.pop_back();
    const Span span{top.at.begin, value.extent.end};
    Expr& operand = writer_.pool().exprs[value.id];
    const bool literal = operand.kind == ExprKind::integer && !value.bracketed &&
                         !writer_.pool().texts[operand.text].starts_with('-');
    if (top.op == ExprOp::minus && literal) {
        std::string& digits = writer_.pool().texts[operand.text];
        if (digits != "0") digits.insert(0, 1, '-');
        operand.span = span;
        put(value.id, span);
        return;
    }
    put(writer_.node(ExprKind::unary, span, std::span(&value.id, 1), top.op), span);
}

}  // namespace guardc::grammar
