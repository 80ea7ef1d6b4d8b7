// The table of what makes guards of each kind hold and what makes them fail: one row for each row of
// compiler/terms/term_kinds.h.
#pragma once

#include "compiler/example/assume.h"
#include "compiler/example/change.h"

namespace guardc::compiler::example {

// Asks places for what makes a test hold (wanted) or be false. False: that takes more than one place, and
// nothing was asked.
using Witness = bool (*)(Assume& assume, TermId term, bool wanted);
// Asks places for what makes a value meet the goal.
using Steering = bool (*)(Assume& assume, TermId term, const Goal& goal);
// Lists changes of single places after which the term may give something else, the smallest first.
using Mutants = void (*)(Changes& changes, TermId term);

struct Rule {
    TermOp op;
    Witness witness;    // of tests; null for values
    Steering steering;  // of values; null for tests
    Mutants mutants;
};
const Rule& rule_of(TermOp op);
std::span<const Rule> all_rules();

// The functions of the rows, by the file that they stand in.
// rules_places.cpp
bool steer_place(Assume&, TermId, const Goal&);
bool steer_constant(Assume&, TermId, const Goal&);
bool steer_type(Assume&, TermId, const Goal&);
void put_others(Changes&, NodeId place);
void mutate_place(Changes&, TermId);
void mutate_type(Changes&, TermId);
void mutate_nothing(Changes&, TermId);
// rules_numbers.cpp
bool steer_sum(Assume&, TermId, const Goal&);
bool steer_sign(Assume&, TermId, const Goal&);
bool steer_product(Assume&, TermId, const Goal&);
bool steer_quotient(Assume&, TermId, const Goal&);
bool steer_remainder(Assume&, TermId, const Goal&);
bool steer_division(Assume&, TermId, const Goal&);
bool steer_extreme(Assume&, TermId, const Goal&);
bool steer_by_trying(Assume&, TermId, const Goal&);
void mutate_operands(Changes&, TermId);
// rules_compare.cpp
bool witness_comparison(Assume&, TermId, bool);
bool witness_constant(Assume&, TermId, bool);
bool witness_range(Assume&, TermId, bool);
bool witness_truth(Assume&, TermId, bool);
bool witness_nan(Assume&, TermId, bool);
// rules_identity.cpp
bool witness_same(Assume&, TermId, bool);
bool witness_type(Assume&, TermId, bool);
bool witness_identity(Assume&, TermId, bool);
bool witness_distinct(Assume&, TermId, bool);
void mutate_same(Changes&, TermId);
void mutate_identity(Changes&, TermId);
void mutate_distinct(Changes&, TermId);
// rules_parts.cpp
bool witness_contains(Assume&, TermId, bool);
bool witness_attribute(Assume&, TermId, bool);
void mutate_contains(Changes&, TermId);
void mutate_attribute(Changes&, TermId);
// rules_convert.cpp
bool steer_bits(Assume&, TermId, const Goal&);
bool steer_shift(Assume&, TermId, const Goal&);
bool steer_inversion(Assume&, TermId, const Goal&);
bool steer_conversion(Assume&, TermId, const Goal&);
bool steer_function(Assume&, TermId, const Goal&);
void mutate_conversion(Changes&, TermId);
// rules_sets.cpp
bool witness_subset(Assume&, TermId, bool);
bool witness_instance(Assume&, TermId, bool);
bool witness_overlap(Assume&, TermId, bool);
bool witness_external(Assume&, TermId, bool);
bool witness_extern(Assume&, TermId, bool);
void mutate_instance(Changes&, TermId);
void mutate_overlap(Changes&, TermId);
// rules_logic.cpp
bool witness_not(Assume&, TermId, bool);
bool witness_and(Assume&, TermId, bool);
bool witness_or(Assume&, TermId, bool);
bool steer_conditional(Assume&, TermId, const Goal&);

}  // namespace guardc::compiler::example
