// What a guard asks of one value.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/example/int_set.h"
#include "compiler/terms/term_kinds.h"
#include "runtime/model/truth.h"
#include "runtime/value/arena.h"

namespace guardc::compiler::example {

enum class GoalKind : std::uint8_t {
    defined,     // any value
    is_value,    // strictly this one
    compares,    // `value op other`, op from == to >=
    in_numbers,  // a number of this set
    member_of,   // in this container
    truth,       // bool(value)
    nan,
    type,      // exactly this type
    within,    // a set, all of whose elements are in this one
    includes,  // a set that has all elements of this one
};

struct Goal {
    GoalKind kind = GoalKind::defined;
    bool wanted = true;            // false: it must be false, which is not the same as undefined
    TermOp op = TermOp::equal;     // of `compares`
    const Value* value = nullptr;  // is_value, compares, member_of, within, includes
    const TypeInfo* type = nullptr;
    IntSet numbers = {};

    static Goal is(const Value& value, bool wanted = true) {
        return {.kind = GoalKind::is_value, .wanted = wanted, .value = &value};
    }
    static Goal compares(TermOp op, const Value& value, bool wanted = true) {
        return {.kind = GoalKind::compares, .wanted = wanted, .op = op, .value = &value};
    }
    static Goal in(IntSet numbers, bool wanted = true) {
        return {.kind = GoalKind::in_numbers, .wanted = wanted, .numbers = std::move(numbers)};
    }
    static Goal of_type(const TypeInfo* type, bool wanted = true) {
        return {.kind = GoalKind::type, .wanted = wanted, .type = type};
    }
    Goal opposite() const {
        Goal turned = *this;
        turned.wanted = !wanted;
        return turned;
    }
};

// Which guard asks.
struct TaggedGoal {
    Goal goal;
    std::size_t guard = 0;
    // Rests on what other places hold at the moment, and goes when they change.
    bool passing = false;
};

// As the reference evaluator judges it.
bool meets(const Value& value, const Goal& goal);
Truth compare(TermOp op, const Value& left, const Value& right);

// The ints that the goal leaves, or all of the goals, as far as they speak of ints.
IntSet numbers_of(const Goal& goal);
IntSet numbers_of(std::span<const TaggedGoal> goals);

// Values to try, the likeliest first. They need not meet the goals, and there may be none that do.
std::vector<const Value*> candidates(std::span<const TaggedGoal> goals, ValueArena& arena);

// Some value of this type, and others of it; empty for types whose values have parts that matter.
std::vector<const Value*> values_of_type(const TypeInfo* type, ValueArena& arena);

// Values unlike this one: next to it, then of other types.
std::vector<const Value*> neighbours(const Value& value, ValueArena& arena);

}  // namespace guardc::compiler::example
