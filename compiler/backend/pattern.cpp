#include "compiler/backend/pattern.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "compiler/backend/guard_values.h"
#include "compiler/sema/sema.h"
#include "compiler/terms/print_term.h"
#include "grammar/print.h"
#include "runtime/value/value.h"

namespace guardc::compiler {
namespace {

using grammar::Expr;
using grammar::ExprId;
using grammar::ExprKind;
using grammar::ExprPool;

// Constants to put in place of `_`. Where a number is a mistake (as the name of an attribute is no number), a
// text may do, so both are tried.
enum class Form : std::uint8_t { number, text };
constexpr Form kForms[] = {Form::number, Form::text};

std::string placeholder(Form form, std::size_t count) {
    std::string digits = std::to_string(4'611'686'018'000'000'000ULL + count);
    return form == Form::number ? digits : "any constant " + digits;
}

struct Copied {
    ExprPool pool;
    ExprId root = grammar::kNoExpr;
    std::vector<std::string> wildcards;  // the constants put in, as they print
    std::vector<std::string> any_steps;  // names of the attributes put in for `.*`
};

// The expression alone, in a pool of its own, with its wildcards replaced.
Copied copy_expression(const ExprPool& from, ExprId root, Form form) {
    std::unordered_set<ExprId> seen{root};
    std::vector<ExprId> ids{root};
    for (std::size_t i = 0; i < ids.size(); ++i) {
        for (const ExprId operand : from.operands_of(ids[i])) {
            if (seen.insert(operand).second) ids.push_back(operand);
        }
    }
    std::ranges::sort(ids);  // operands first

    Copied copied;
    ExprPool& to = copied.pool;
    std::unordered_map<ExprId, ExprId> renamed;
    for (const ExprId id : ids) {
        Expr expr = from[id];
        expr.text = static_cast<std::uint32_t>(to.texts.size());
        const bool has_text = from[id].text < from.texts.size();
        to.texts.push_back(has_text ? std::string(from.text_of(id)) : std::string());
        if (expr.kind == ExprKind::wildcard) {
            expr.kind = form == Form::text ? ExprKind::string : ExprKind::integer;
            to.texts.back() = placeholder(form, copied.wildcards.size());
            copied.wildcards.push_back(form == Form::text ? grammar::quote_string(to.texts.back())
                                                          : to.texts.back());
        }
        if (expr.kind == ExprKind::any_steps) {
            expr.kind = ExprKind::attribute;
            to.texts.back() = "any steps " + placeholder(Form::number, copied.any_steps.size());
            copied.any_steps.push_back(to.texts.back());
        }
        expr.first_operand = static_cast<std::uint32_t>(to.operands.size());
        for (const ExprId operand : from.operands_of(id))
            to.operands.push_back(renamed.at(operand));
        if (expr.kind == ExprKind::compare) {
            expr.first_op = static_cast<std::uint32_t>(to.ops.size());
            const auto ops = from.ops_of(id);
            to.ops.insert(to.ops.end(), ops.begin(), ops.end());
        }
        renamed[id] = static_cast<ExprId>(to.exprs.size());
        to.exprs.push_back(expr);
    }
    copied.root = renamed.at(root);
    return copied;
}

ExprId add_number(ExprPool& pool, grammar::Span span) {
    Expr number;
    number.kind = ExprKind::integer;
    number.text = static_cast<std::uint32_t>(pool.texts.size());
    number.span = span;
    pool.texts.push_back(placeholder(Form::number, 999'999));
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

// `path is 46116..`: a test that holds the path as its first operand.
void test_against_constant(Copied& copied) {
    const grammar::Span span = copied.pool[copied.root].span;
    const ExprId number = add_number(copied.pool, span);
    copied.root = add_node(copied.pool, ExprKind::compare, span, {copied.root, number});
    copied.pool.ops.push_back(grammar::ExprOp::is);
}

// `path == [46116..]`: the tests of a shape, the last one of a size.
void test_against_shape(Copied& copied) {
    const grammar::Span span = copied.pool[copied.root].span;
    const ExprId number = add_number(copied.pool, span);
    const ExprId list = add_node(copied.pool, ExprKind::list, span, {number});
    copied.root = add_node(copied.pool, ExprKind::compare, span, {copied.root, list});
    copied.pool.ops.push_back(grammar::ExprOp::equal);
}

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

// False when a wildcard ended up inside a constant.
bool find_wildcards(const TermPool& terms, const std::vector<std::string>& wanted,
                    const std::vector<std::string>& any_steps, Pattern& pattern) {
    std::unordered_map<std::string, TermId> constants;
    const std::unordered_set<std::string_view> steps(any_steps.begin(), any_steps.end());
    for (const TermId term : below(terms, pattern.terms)) {
        if (terms[term].op == TermOp::attribute && steps.contains(terms.name(term)))
            pattern.any_steps.push_back(term);
        if (terms[term].op != TermOp::constant) continue;
        const Value& value = terms.constant(term);
        if (value.kind == Kind::integer || value.kind == Kind::string) {
            constants.emplace(print_constant(value), term);
        }
    }
    for (const std::string& text : wanted) {
        const auto found = constants.find(text);
        if (found == constants.end()) return false;
        pattern.wildcards.push_back(found->second);
    }
    return true;
}

std::optional<Pattern> lower(FrameRules& rules, Copied copied, const Provenance& provenance,
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
    if (find_wildcards(*rules.terms, copied.wildcards, copied.any_steps, pattern)) return pattern;
    mistakes.push_back({grammar::Severity::error, "wildcard-in-constant",
                        "`_` stands for a whole constant, not for a part of one", statement.span, ""});
    return std::nullopt;
}

template <typename Prepare>
std::optional<Pattern> check(FrameRules& rules, const ExprPool& pool, ExprId expression,
                             const Provenance& provenance, grammar::Diagnostics& diagnostics,
                             Prepare prepare) {
    grammar::Diagnostics first;
    for (const Form form : kForms) {
        Copied copied = copy_expression(pool, expression, form);
        const bool has_wildcards = !copied.wildcards.empty();
        prepare(copied);
        grammar::Diagnostics mistakes;
        if (auto pattern = lower(rules, std::move(copied), provenance, mistakes)) return pattern;
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

// A value and what it is read off, and so on: the last step first.
std::vector<TermId> steps_of(const TermPool& terms, TermId value) {
    std::vector<TermId> steps{value};
    while (is_reading(terms[value].op)) {
        value = base_of(terms, value);
        if (value == kNoTerm) break;
        steps.push_back(value);
    }
    return steps;
}

// One step, whatever it is taken from; the first one of a path is a whole value.
bool matches_step(const TermPool& terms, const Pattern& path, TermId wanted, TermId actual) {
    const Term& left = terms[wanted];
    const Term& right = terms[actual];
    const auto wanted_operands = terms.operands(wanted);
    const auto actual_operands = terms.operands(actual);
    if (!is_reading(left.op) || wanted_operands.empty()) return matches(terms, path, wanted, actual);
    if (left.op != right.op || left.data != right.data || wanted_operands.size() != actual_operands.size())
        return false;
    for (std::size_t i = 1; i < wanted_operands.size(); ++i)
        if (!matches(terms, path, wanted_operands[i], actual_operands[i])) return false;
    return true;
}

}  // namespace

// As with any runs of characters in a text, only the last `.*` can need another try: what lies before it has
// matched as early as it can.
bool matches_path(const TermPool& terms, const Pattern& path, TermId value) {
    if (path.any_steps.empty()) return matches(terms, path, path.terms.front(), value);
    const std::vector<TermId> wanted = steps_of(terms, path.terms.front());
    const std::vector<TermId> actual = steps_of(terms, value);
    const std::unordered_set<TermId> any_steps(path.any_steps.begin(), path.any_steps.end());
    const auto is_any = [&](std::size_t at) { return any_steps.contains(wanted[at]); };
    constexpr std::size_t kNone = ~std::size_t{0};
    std::size_t at = 0, in_value = 0, any = kNone, behind_any = 0;
    while (in_value < actual.size()) {
        if (at < wanted.size() && is_any(at)) {
            any = at++;
            behind_any = in_value;
        } else if (at < wanted.size() && matches_step(terms, path, wanted[at], actual[in_value])) {
            ++at;
            ++in_value;
        } else if (any != kNone) {
            at = any + 1;
            in_value = ++behind_any;
        } else {
            return false;
        }
    }
    return at == wanted.size();  // a path begins with a value, never with `.*`
}

std::optional<Pattern> check_pattern(FrameRules& rules, const ExprPool& pool, ExprId expression,
                                     const Provenance& provenance, grammar::Diagnostics& diagnostics) {
    return check(rules, pool, expression, provenance, diagnostics, [](Copied&) {});
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

bool matches(const TermPool& terms, const Pattern& pattern, TermId pattern_term, TermId term) {
    std::vector<std::pair<TermId, TermId>> pending{{pattern_term, term}};
    while (!pending.empty()) {
        const auto [wanted, actual] = pending.back();
        pending.pop_back();
        if (wanted == actual) continue;
        const Term& left = terms[wanted];
        const Term& right = terms[actual];
        if (left.op != right.op) return false;
        if (left.op == TermOp::constant) {
            if (std::ranges::find(pattern.wildcards, wanted) == pattern.wildcards.end()) return false;
            continue;
        }
        const auto wanted_operands = terms.operands(wanted);
        const auto actual_operands = terms.operands(actual);
        if (left.data != right.data || wanted_operands.size() != actual_operands.size()) return false;
        for (std::size_t i = 0; i < wanted_operands.size(); ++i) {
            pending.emplace_back(wanted_operands[i], actual_operands[i]);
        }
    }
    return true;
}

}  // namespace guardc::compiler
