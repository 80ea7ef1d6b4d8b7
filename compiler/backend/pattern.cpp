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

// `path is 46116..`: a test that holds the path as its first operand.
void test_against_constant(Copied& copied) {
    ExprPool& pool = copied.pool;
    const auto constant = static_cast<ExprId>(pool.exprs.size());
    Expr number;
    number.kind = ExprKind::integer;
    number.text = static_cast<std::uint32_t>(pool.texts.size());
    number.span = pool[copied.root].span;
    pool.texts.push_back(placeholder(Form::number, 999'999));
    pool.exprs.push_back(number);
    Expr test;
    test.kind = ExprKind::compare;
    test.first_operand = static_cast<std::uint32_t>(pool.operands.size());
    test.operand_count = 2;
    test.first_op = static_cast<std::uint32_t>(pool.ops.size());
    test.span = number.span;
    pool.operands.insert(pool.operands.end(), {copied.root, constant});
    pool.ops.push_back(grammar::ExprOp::is);
    copied.root = static_cast<ExprId>(pool.exprs.size());
    pool.exprs.push_back(test);
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
bool find_wildcards(const TermPool& terms, const std::vector<std::string>& wanted, Pattern& pattern) {
    std::unordered_map<std::string, TermId> constants;
    for (const TermId term : below(terms, pattern.terms)) {
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
    if (find_wildcards(*rules.terms, copied.wildcards, pattern)) return pattern;
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

}  // namespace

std::optional<Pattern> check_pattern(FrameRules& rules, const ExprPool& pool, ExprId expression,
                                     const Provenance& provenance, grammar::Diagnostics& diagnostics) {
    return check(rules, pool, expression, provenance, diagnostics, [](Copied&) {});
}

std::optional<Pattern> check_path(FrameRules& rules, const ExprPool& pool, ExprId expression,
                                  const Provenance& provenance, grammar::Diagnostics& diagnostics) {
    auto pattern = check(rules, pool, expression, provenance, diagnostics, test_against_constant);
    if (!pattern) return std::nullopt;
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
