// Appends nodes to a pool.
#pragma once

#include <span>
#include <string>

#include "grammar/ast.h"

namespace guardc::grammar {

class ExpressionWriter {
  public:
    explicit ExpressionWriter(ExprPool& pool);

    ExprId leaf(ExprKind kind, Span span);
    ExprId leaf(ExprKind kind, Span span, std::string text, double number = 0);
    ExprId node(ExprKind kind, Span span, std::span<const ExprId> operands, ExprOp op = ExprOp::none);
    ExprId node(ExprKind kind, Span span, std::string text, ExprId operand);
    void set_text(ExprId id, std::string text);  // of a node without one
    ExprId comparison(Span span, std::span<const ExprId> operands, std::span<const ExprOp> ops);

    // Undoing: the sizes of the pool at one moment.
    struct Mark {
        std::size_t exprs, operands, ops, texts;
    };
    Mark mark() const;
    void take_back(const Mark& mark);

    ExprPool& pool() { return pool_; }

  private:
    std::uint32_t add_text(std::string text);

    ExprPool& pool_;
};

}  // namespace guardc::grammar
