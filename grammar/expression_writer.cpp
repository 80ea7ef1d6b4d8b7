#include "grammar/expression_writer.h"

namespace guardc::grammar {

namespace {

template <typename Container>
std::uint32_t size_of(const Container& container) {
    return static_cast<std::uint32_t>(container.size());
}

}  // namespace

ExpressionWriter::ExpressionWriter(ExprPool& pool) : pool_(pool) {
    // Nodes without a text refer to this one.
    if (pool_.texts.empty()) pool_.texts.emplace_back();
}

ExprId ExpressionWriter::leaf(ExprKind kind, Span span) {
    Expr expr;
    expr.kind = kind;
    expr.span = span;
    pool_.exprs.push_back(expr);
    return size_of(pool_.exprs) - 1;
}

ExprId ExpressionWriter::leaf(ExprKind kind, Span span, std::string text, double number) {
    const ExprId id = leaf(kind, span);
    pool_.exprs[id].text = add_text(std::move(text));
    pool_.exprs[id].number = number;
    return id;
}

ExprId ExpressionWriter::node(ExprKind kind, Span span, std::span<const ExprId> operands, ExprOp op) {
    const ExprId id = leaf(kind, span);
    Expr& expr = pool_.exprs[id];
    expr.op = op;
    expr.first_operand = size_of(pool_.operands);
    expr.operand_count = size_of(operands);
    pool_.operands.insert(pool_.operands.end(), operands.begin(), operands.end());
    return id;
}

ExprId ExpressionWriter::node(ExprKind kind, Span span, std::string text, ExprId operand) {
    const ExprId id = node(kind, span, std::span(&operand, 1));
    pool_.exprs[id].text = add_text(std::move(text));
    return id;
}

void ExpressionWriter::set_text(ExprId id, std::string text) {
    pool_.exprs[id].text = add_text(std::move(text));
}

ExprId ExpressionWriter::comparison(Span span, std::span<const ExprId> operands,
                                    std::span<const ExprOp> ops) {
    const ExprId id = node(ExprKind::compare, span, operands);
    pool_.exprs[id].first_op = size_of(pool_.ops);
    pool_.ops.insert(pool_.ops.end(), ops.begin(), ops.end());
    return id;
}

ExpressionWriter::Mark ExpressionWriter::mark() const {
    return {pool_.exprs.size(), pool_.operands.size(), pool_.ops.size(), pool_.texts.size()};
}

void ExpressionWriter::take_back(const Mark& mark) {
    pool_.exprs.resize(mark.exprs);
    pool_.operands.resize(mark.operands);
    pool_.ops.resize(mark.ops);
    pool_.texts.resize(mark.texts);
}

std::uint32_t ExpressionWriter::add_text(std::string text) {
    pool_.texts.push_back(std::move(text));
    return size_of(pool_.texts) - 1;
}

}  // namespace guardc::grammar
