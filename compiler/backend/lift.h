// What becomes of a constant that a backend turns into an input.
#pragma once

#include <optional>

#include "compiler/guards/guard.h"
#include "compiler/plan/arguments.h"

namespace guardc::compiler {

// The value test goes and the value becomes an argument; the test of its type stays.
struct Lift {
    TermId value = kNoTerm;
    ArgumentType type = ArgumentType::floating;
    TermId type_test = kNoTerm;  // kNoTerm where the value has one type whenever it is defined
};

// Of a guard that compares a value with one constant that an argument block can hold: bool, int within 64
// bits, float, str or dtype. Other guards are not value tests, and stay when a waiver with `lift` selects
// them. May add a term to `terms`.
std::optional<Lift> lift_of(TermPool& terms, TermId guard);

}  // namespace guardc::compiler
