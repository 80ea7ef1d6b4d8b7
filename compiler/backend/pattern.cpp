#include "compiler/backend/pattern.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "compiler/backend/guard_values.h"
#include "compiler/backend/pattern_expression.h"
#include "compiler/sema/sema.h"
#include "compiler/terms/print_term.h"
#include "runtime/value/value.h"

namespace guardc::compiler {
namespace {

using grammar::ExprId;
using grammar::ExprPool;

std::vector<TermId> below(const TermPool& terms, const std::vector<TermId>& roots) {
    std::vector<TermId> reached = roots;
    std::unordered_set<TermId> seen(roots.begin(), roots.end());
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const TermId operand : terms.operands(reached[i])) {
            if (seen.insert(operand).second) reached.push_back(operand);
        }
    }
    return reached;
}

// False when what stands for anything ended up inside a constant.
bool find_placeholders(const TermPool& terms, const PatternExpression& expression, Pattern& pattern) {
    const std::unordered_set<std::string_view> steps(expression.any_steps.begin(),
                                                     expression.any_steps.end());
    const std::unordered_set<std::string_view> names(expression.any_names.begin(),
                                                     expression.any_names.end());
    std::unordered_map<std::string, TermId> constants;
    for (const TermId term : below(terms, pattern.terms)) {
        const TermOp op = terms[term].op;
        if (op == TermOp::attribute || op == TermOp::has_attribute) {
            if (steps.contains(terms.name(term))) pattern.any_steps.push_back(term);
            if (names.contains(terms.name(term))) pattern.any_names.push_back(term);
        }
        if (op != TermOp::constant) continue;
        const Value& value = terms.constant(term);
        if (value.kind == Kind::integer || value.kind == Kind::string) {
            constants.emplace(print_constant(value), term);
        }
    }
    for (const std::string& text : expression.wildcards) {
        const auto found = constants.find(text);
        if (found == constants.end()) return false;
        pattern.wildcards.push_back(found->second);
    }
    return pattern.any_names.size() == expression.any_names.size();
}

std::optional<Pattern> lower(FrameRules& rules, const PatternExpression& copied, const Provenance& provenance,
                             grammar::Diagnostics& mistakes) {
    grammar::GuardStatement statement;
    statement.expression = copied.root;
    statement.span = copied.pool[copied.root].span;
    Pattern pattern;
    for (const Guard& guard :
         check_guard(rules, provenance.source, copied.pool, statement, provenance, mistakes)) {
        pattern.terms.push_back(guard.term);
    }
    std::erase_if(mistakes, [](const auto& found) { return found.severity != grammar::Severity::error; });
    if (!mistakes.empty()) return std::nullopt;
    if (find_placeholders(*rules.terms, copied, pattern)) return pattern;
    mistakes.push_back({grammar::Severity::error, "wildcard-in-constant",
                        "`_` stands for a whole constant, not for a part of one", statement.span, ""});
    return std::nullopt;
}

template <typename Prepare>
std::optional<Pattern> check(FrameRules& rules, const ExprPool& pool, ExprId expression,
                             const Provenance& provenance, grammar::Diagnostics& diagnostics,
                             Prepare prepare) {
    grammar::Diagnostics first;
    for (const WildcardForm form : {WildcardForm::number, WildcardForm::text}) {
        PatternExpression copied = pattern_expression(pool, expression, form);
        const bool has_wildcards = !copied.wildcards.empty();
        prepare(copied);
        grammar::Diagnostics mistakes;
        if (auto pattern = lower(rules, copied, provenance, mistakes)) return pattern;
        if (first.empty()) first = std::move(mistakes);
        if (!has_wildcards) break;
    }
    diagnostics.insert(diagnostics.end(), first.begin(), first.end());
    return std::nullopt;
}

// The tensor whose whole shape the expression is; nothing where it is something else.
std::optional<Pattern> check_shape(FrameRules& rules, const ExprPool& pool, ExprId expression,
                                   const Provenance& provenance) {
    grammar::Diagnostics mistakes;
    auto pattern = check(rules, pool, expression, provenance, mistakes, test_against_shape);
    if (!pattern) return std::nullopt;
    const TermPool& terms = *rules.terms;
    const TermId size = terms.operands(pattern->terms.back())[0];
    if (terms[size].op != TermOp::size) return std::nullopt;
    pattern->terms = {terms.operands(size)[0]};
    pattern->is_shape = true;
    return pattern;
}

}  // namespace

std::optional<Pattern> check_pattern(FrameRules& rules, const ExprPool& pool, ExprId expression,
                                     const Provenance& provenance, grammar::Diagnostics& diagnostics) {
    return check(rules, pool, expression, provenance, diagnostics, [](PatternExpression&) {});
}

std::optional<Pattern> check_path(FrameRules& rules, const ExprPool& pool, ExprId expression,
                                  const Provenance& provenance, grammar::Diagnostics& diagnostics) {
    grammar::Diagnostics mistakes;
    auto pattern = check(rules, pool, expression, provenance, mistakes, test_against_constant);
    if (!pattern && !mistakes.empty() && mistakes.front().id == "whole-shape")
        pattern = check_shape(rules, pool, expression, provenance);
    if (!pattern) {
        diagnostics.insert(diagnostics.end(), mistakes.begin(), mistakes.end());
        return std::nullopt;
    }
    if (pattern->is_shape) return pattern;
    const TermPool& terms = *rules.terms;
    const TermId test = pattern->terms.size() == 1 ? pattern->terms.front() : kNoTerm;
    if (test != kNoTerm && terms[test].op == TermOp::is_constant) {
        pattern->terms = {terms.operands(test)[0]};
        if (is_reading(terms[pattern->terms[0]].op)) return pattern;
    }
    diagnostics.push_back({grammar::Severity::error, "not-a-path", "this names no value of the frame",
                           pool[expression].span, "a path is written `self.cache` or `x.size(0)`"});
    return std::nullopt;
}

}  // namespace guardc::compiler
