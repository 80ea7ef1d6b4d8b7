// What the readers of printed lines share.
#pragma once

#include <optional>
#include <vector>

#include "compiler/sema/lowering.h"
#include "grammar/ast.h"

namespace guardc::compiler {

using Conditions = std::vector<Condition>;

// One line in hand: its text, where it stands, and what lowers its expressions.
struct Line {
    Lowering& lowering;
    const grammar::PeerGuard& guard;
    grammar::Span span;

    const grammar::ExprPool& pool() const { return lowering.pool(); }
    grammar::ExprId expression() const { return guard.expression; }

    // After a mistake that was reported: none.
    Conditions one(TermId term) const { return term == kNoTerm ? Conditions() : Conditions{{term, span}}; }
    // Reports that the kind does not print this form.
    Conditions unread() const;
    Conditions unread(std::string message, std::string hint = {}) const;

    // `left == right`, or nothing when the expression is something else.
    struct Equation {
        grammar::ExprId left;
        grammar::ExprId right;
    };
    std::optional<Equation> equation() const;
    // The expression below `not`, or nothing.
    std::optional<grammar::ExprId> negated() const;
    // `value is constant`, by the constant's own type; kNoTerm after a mistake, and null when `right` is
    // none.
    TermId is(TermId value, const Value& constant) const { return lowering.is_constant(value, constant); }
    const Value* constant(grammar::ExprId id) const;  // null: no constant, nothing reported or reported by it
    TermId all_of(std::span<const TermId> tests) const;
    TermId any_of(std::span<const TermId> tests) const;
};

// One row of the table in peer_guard.cpp.
using Meaning = Conditions (*)(const Line&);

// value_lines.cpp: one value each
Conditions type_match(const Line& line);
Conditions fake_script_type(const Line& line);
Conditions id_match(const Line& line);
Conditions equals_match(const Line& line);
Conditions boolean_match(const Line& line);
Conditions complex_is_nan(const Line& line);
Conditions key_set_match(const Line& line);
Conditions lambda(const Line& line);
Conditions own_form(const Line& line);

// container_lines.cpp: lengths, keys and members
Conditions length_check(const Line& line);
Conditions dict_length(const Line& line);
Conditions dict_contains(const Line& line);
Conditions set_contains(const Line& line);
Conditions mapping_keys(const Line& line);
Conditions dict_version(const Line& line);
Conditions tuple_iterator_length(const Line& line);
Conditions range_iterator(const Line& line);

// ambient_lines.cpp
Conditions global_state(const Line& line);
Conditions mode_stack(const Line& line);
Conditions default_device(const Line& line);
Conditions dual_level(const Line& line);
// The lambdas that test ambient state: nothing when the line is none of them.
std::optional<Conditions> ambient_lambda(const Line& line);

// tensor_lines.cpp, tensor_match.cpp
Conditions tensor_match(const Line& line);
Conditions dynamic_marking(const Line& line);
Conditions no_aliasing(const Line& line);
Conditions storage_overlapping(const Line& line);

}  // namespace guardc::compiler
