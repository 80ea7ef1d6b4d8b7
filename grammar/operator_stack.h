// Precedence climbing with stacks of its own: operands and operators of all open levels, folded into nodes as
// soon as what follows binds less tightly. Python's precedence, plus `a..b step s` just above comparison.
#pragma once

#include <optional>
#include <vector>

#include "grammar/diagnostic.h"
#include "grammar/expression_writer.h"

namespace guardc::grammar {

struct Value {
    ExprId id = kNoExpr;
    Span extent;             // brackets around it included
    bool bracketed = false;  // a sign in front of brackets does not belong to the literal inside
};

class OperatorStack {
  public:
    explicit OperatorStack(ExpressionWriter& writer) : writer_(writer) {}

    // A level is known by the number of operators that were open when it began.
    std::size_t depth() const { return pending_.size(); }

    // Each returns the mistake, if it is one. `level` is the depth at which the current level began.
    using Problem = std::optional<Diagnostic>;
    Problem push_prefix(ExprOp op, Span at, std::size_t level);
    Problem push_infix(ExprOp op, Span at, std::size_t level);
    Problem push_if(Span at, std::size_t level);
    Problem push_else(Span at, std::size_t level);
    Problem push_range(Span at, std::size_t level);
    Problem push_step(Span at, std::size_t level);
    void push_keyword(std::string name, Span at);
    Problem finish_level(std::size_t level);

    std::vector<Value>& values() { return values_; }

  private:
    enum class Kind : std::uint8_t { prefix, binary, compare, logic, if_, conditional, range, keyword };
    struct Pending {
        Kind kind;
        ExprOp op;
        int precedence;
        std::uint32_t operators;  // joined in this one: of a chain, of `and`, of `..` and `step`
        Span at;
    };

    Problem fold_above(int precedence, std::size_t level);
    Problem fold_top();
    void fold_prefix(const Pending& top);
    std::vector<Value> take(std::size_t count);
    void put(ExprId id, Span extent) { values_.push_back({id, extent, false}); }

    ExpressionWriter& writer_;
    std::vector<Value> values_;
    std::vector<Pending> pending_;
    std::vector<ExprOp> chain_;  // operators of the comparisons that are open
    std::vector<std::string> keywords_;
};

}  // namespace guardc::grammar
