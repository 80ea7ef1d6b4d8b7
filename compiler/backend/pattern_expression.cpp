#include "compiler/backend/pattern_expression.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "grammar/print.h"

namespace guardc::compiler {
namespace {

using grammar::Expr;
using grammar::ExprId;
using grammar::ExprKind;
using grammar::ExprPool;

std::string placeholder(WildcardForm form, std::size_t count) {
    std::string digits = std::to_string(4'611'686'018'000'000'000ULL + count);
    return form == WildcardForm::number ? digits : "any constant " + digits;
}

// Operands before what holds them.
std::vector<ExprId> expressions_below(const ExprPool& pool, ExprId root) {
    std::unordered_set<ExprId> seen{root};
    std::vector<ExprId> ids{root};
    for (std::size_t i = 0; i < ids.size(); ++i) {
        for (const ExprId operand : pool.operands_of(ids[i])) {
            if (seen.insert(operand).second) ids.push_back(operand);
        }
    }
    std::ranges::sort(ids);
    return ids;
}

// The `_` of `getattr(x, _)` or `hasattr(x, _)`; kNoExpr for anything else.
ExprId any_name_in(const ExprPool& pool, ExprId id, std::string_view function) {
    const auto operands = pool.operands_of(id);
    if (pool[id].kind != ExprKind::call || pool[id].keywords != 0 || operands.size() != 3)
        return grammar::kNoExpr;
    if (pool[operands[0]].kind != ExprKind::name || pool.text_of(operands[0]) != function)
        return grammar::kNoExpr;
    return pool[operands[2]].kind == ExprKind::wildcard ? operands[2] : grammar::kNoExpr;
}

class Copying {
  public:
    Copying(const ExprPool& from, WildcardForm form) : from_(from), form_(form) {}

    PatternExpression run(ExprId root) && {
        const std::vector<ExprId> ids = expressions_below(from_, root);
        for (const ExprId id : ids)
            for (const char* function : {"getattr", "hasattr"})
                names_.insert(any_name_in(from_, id, function));
        for (const ExprId id : ids)
            copy(id);
        copied_.root = renamed_.at(root);
        return std::move(copied_);
    }

  private:
    void copy(ExprId id) {
        ExprPool& to = copied_.pool;
        Expr expr = from_[id];
        expr.text = static_cast<std::uint32_t>(to.texts.size());
        const bool has_text = from_[id].text < from_.texts.size();
        to.texts.push_back(has_text ? std::string(from_.text_of(id)) : std::string());
        std::vector<ExprId> operands;
        for (const ExprId operand : from_.operands_of(id))
            operands.push_back(renamed_.at(operand));
        if (expr.kind == ExprKind::wildcard) {
            expr.kind = replace_wildcard(id, to.texts.back());
        } else if (expr.kind == ExprKind::any_steps) {
            expr.kind = ExprKind::attribute;
            to.texts.back() = "any steps " + placeholder(WildcardForm::number, copied_.any_steps.size());
            copied_.any_steps.push_back(to.texts.back());
        } else if (any_name_in(from_, id, "getattr") != grammar::kNoExpr) {
            expr.kind = ExprKind::attribute;
            to.texts.back() = to.text_of(operands[2]);
            operands = {operands[1]};
        }
        expr.first_operand = static_cast<std::uint32_t>(to.operands.size());
        expr.operand_count = static_cast<std::uint32_t>(operands.size());
        to.operands.insert(to.operands.end(), operands.begin(), operands.end());
        if (expr.kind == ExprKind::compare) {
            expr.first_op = static_cast<std::uint32_t>(to.ops.size());
            const auto ops = from_.ops_of(id);
            to.ops.insert(to.ops.end(), ops.begin(), ops.end());
        }
        renamed_[id] = static_cast<ExprId>(to.exprs.size());
        to.exprs.push_back(expr);
    }

    ExprKind replace_wildcard(ExprId id, std::string& text) {
        if (names_.contains(id)) {
            text = "any name " + placeholder(WildcardForm::number, copied_.any_names.size());
            copied_.any_names.push_back(text);
            return ExprKind::string;
        }
        text = placeholder(form_, copied_.wildcards.size());
        copied_.wildcards.push_back(form_ == WildcardForm::text ? grammar::quote_string(text) : text);
        return form_ == WildcardForm::text ? ExprKind::string : ExprKind::integer;
    }

    const ExprPool& from_;
    const WildcardForm form_;
    std::unordered_set<ExprId> names_;
    std::unordered_map<ExprId, ExprId> renamed_;
    PatternExpression copied_;
};

ExprId add_number(ExprPool& pool, grammar::Span span) {
    Expr number;
    number.kind = ExprKind::integer;
    number.text = static_cast<std::uint32_t>(pool.texts.size());
    number.span = span;
    pool.texts.push_back(placeholder(WildcardForm::number, 999'999));
    pool.exprs.push_back(number);
    return static_cast<ExprId>(pool.exprs.size() - 1);
}

ExprId add_node(ExprPool& pool, ExprKind kind, grammar::Span span, std::initializer_list<ExprId> operands) {
    Expr node;
    node.kind = kind;
    node.first_operand = static_cast<std::uint32_t>(pool.operands.size());
    node.operand_count = static_cast<std::uint32_t>(operands.size());
    node.first_op = static_cast<std::uint32_t>(pool.ops.size());
    node.span = span;
    pool.operands.insert(pool.operands.end(), operands);
    pool.exprs.push_back(node);
    return static_cast<ExprId>(pool.exprs.size() - 1);
}

}  // namespace

PatternExpression pattern_expression(const ExprPool& pool, ExprId root, WildcardForm form) {
    return Copying(pool, form).run(root);
}

void test_against_constant(PatternExpression& path) {
    const grammar::Span span = path.pool[path.root].span;
    const ExprId number = add_number(path.pool, span);
    path.root = add_node(path.pool, ExprKind::compare, span, {path.root, number});
    path.pool.ops.push_back(grammar::ExprOp::is);
}

void test_against_shape(PatternExpression& path) {
    const grammar::Span span = path.pool[path.root].span;
    const ExprId number = add_number(path.pool, span);
    const ExprId list = add_node(path.pool, ExprKind::list, span, {number});
    path.root = add_node(path.pool, ExprKind::compare, span, {path.root, list});
    path.pool.ops.push_back(grammar::ExprOp::equal);
}

}  // namespace guardc::compiler
