// What becomes of a constant that a backend turns into an input.
#pragma once

#include <optional>

#include "compiler/backend/selector.h"
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

// A guard on the shape of a tensor, where the shape is lifted as one.
struct ShapeLift {
    TermId tensor = kNoTerm;
    std::uint32_t least = 0;  // the guard reads so many sizes
    // It says how many there are: no value test, so it stays. The shape is an argument all the same, also of
    // an entry that asks nothing else of it.
    bool stays = false;
};
// Of guards that compare a size, or their number, with one constant.
std::optional<ShapeLift> shape_lift_of(const TermPool& terms, TermId guard);

// How many sizes the guard says that a tensor has, where that is all it says.
struct RankTest {
    TermId tensor = kNoTerm;
    std::uint32_t rank = 0;
};
std::optional<RankTest> rank_test_of(const TermPool& terms, TermId guard);

// Whether a lift with this selector, which selects the guard, makes an argument of it.
bool can_lift(TermPool& terms, const GuardSelector& selector, TermId guard);

}  // namespace guardc::compiler
