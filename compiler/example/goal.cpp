#include "compiler/example/goal.h"

#include <cmath>

#include "compiler/reference/arithmetic.h"
#include "compiler/reference/equality.h"
#include "compiler/reference/lookup.h"
#include "compiler/reference/seen.h"
#include "compiler/reference/sets.h"
#include "compiler/terms/comparisons.h"
#include "runtime/value/builtin_model.h"

namespace guardc::compiler::example {

namespace {

Seen seen(const Value& value) {
    return *see(Cell::reference(&value), builtin_model());
}
Seen constant(const Value& value) {
    return *see({std::bit_cast<std::uint64_t>(&value), CellTag::literal, 0}, builtin_model());
}

Truth opposite(Truth truth) {
    return truth == Truth::yes ? Truth::no : truth == Truth::no ? Truth::yes : truth;
}

Truth holds(TermOp op, std::partial_ordering found) {
    switch (op) {
        case TermOp::less:
            return found < 0 ? Truth::yes : Truth::no;
        case TermOp::less_equal:
            return found <= 0 ? Truth::yes : Truth::no;
        case TermOp::greater:
            return found > 0 ? Truth::yes : Truth::no;
        default:
            return found >= 0 ? Truth::yes : Truth::no;
    }
}

Truth is_nan(const Value& value) {
    const std::optional<Number> number = number_of(seen(value));
    if (!number || number->form == Number::Form::big) return Truth::undefined;
    return number->form == Number::Form::real && std::isnan(number->real) ? Truth::yes : Truth::no;
}

Truth in_numbers(const Value& value, const IntSet& numbers) {
    const std::optional<std::int64_t> number = exact_integer(seen(value));
    return number && numbers.contains(*number) ? Truth::yes : Truth::no;
}

Truth judge(const Value& value, const Goal& goal) {
    switch (goal.kind) {
        case GoalKind::defined:
            return Truth::yes;
        case GoalKind::is_value:
            return strictly_equal(seen(value), constant(*goal.value));
        case GoalKind::compares:
            return compare(goal.op, value, *goal.value);
        case GoalKind::in_numbers:
            return in_numbers(value, goal.numbers);
        case GoalKind::member_of:
            return contains(seen(value), constant(*goal.value));
        case GoalKind::truth:
            return truth_of(seen(value));
        case GoalKind::nan:
            return is_nan(value);
        case GoalKind::type:
            return type_name(seen(value)) == goal.type->name ? Truth::yes : Truth::no;
        case GoalKind::within:
            return is_subset(seen(value), constant(*goal.value));
        case GoalKind::includes:
            return is_subset(constant(*goal.value), seen(value));
    }
    return Truth::undefined;
}

// The ints n with `n op number`, for a number of any form.
IntSet bounded(TermOp op, const Number& number) {
    std::int64_t below = 0, above = 0;  // the ints next to the number, the number itself where it is one
    if (number.form == Number::Form::small) {
        below = above = number.small;
    } else if (number.form == Number::Form::real && std::fabs(number.real) < 0x1p62) {
        below = static_cast<std::int64_t>(std::floor(number.real));
        above = static_cast<std::int64_t>(std::ceil(number.real));
    } else {
        return {};
    }
    switch (op) {
        case TermOp::equal:
            return IntSet::between(above, below);
        case TermOp::less:
            return IntSet::between(INT64_MIN, below < above || below == INT64_MIN ? below : below - 1);
        case TermOp::less_equal:
            return IntSet::between(INT64_MIN, below);
        case TermOp::greater:
            return IntSet::between(below < above || above == INT64_MAX ? above : above + 1, INT64_MAX);
        case TermOp::greater_equal:
            return IntSet::between(above, INT64_MAX);
        default:
            return {};
    }
}

// An excluded number is one to go round; any other excluded set is left to the check.
IntSet without(const IntSet& numbers) {
    if (numbers.low == numbers.high) return {.except = {numbers.low}};
    if (numbers.modulus == 1 && numbers.low == INT64_MIN && numbers.high < INT64_MAX)
        return IntSet::between(numbers.high + 1, INT64_MAX);
    if (numbers.modulus == 1 && numbers.high == INT64_MAX && numbers.low > INT64_MIN)
        return IntSet::between(INT64_MIN, numbers.low - 1);
    return {};
}

}  // namespace

Truth compare(TermOp op, const Value& left, const Value& right) {
    const Seen one = seen(left), other = seen(right);
    if (op == TermOp::equal) return equal(one, other);
    if (op == TermOp::not_equal) return opposite(equal(one, other));
    const std::optional<Number> mine = number_of(one), theirs = number_of(other);
    if (mine && theirs) return holds(op, order(*mine, *theirs));
    for (const auto read : {compiler::text_of, compiler::bytes_of}) {
        const auto text = read(one), other_text = read(other);
        if (text && other_text) return holds(op, text->compare(*other_text) <=> 0);
    }
    return Truth::undefined;
}

bool meets(const Value& value, const Goal& goal) {
    return judge(value, goal) == (goal.wanted ? Truth::yes : Truth::no);
}

IntSet numbers_of(const Goal& goal) {
    if (goal.kind == GoalKind::in_numbers) return goal.wanted ? goal.numbers : without(goal.numbers);
    if (goal.kind == GoalKind::truth) return goal.wanted ? IntSet{.except = {0}} : IntSet::only(0);
    if (goal.kind != GoalKind::compares && goal.kind != GoalKind::is_value) return {};
    const std::optional<Number> number = number_of(seen(*goal.value));
    if (!number) return {};
    if (goal.kind == GoalKind::is_value) {
        const auto exact = exact_integer(seen(*goal.value));
        if (!exact) return {};
        return goal.wanted ? IntSet::only(*exact) : IntSet{.except = {*exact}};
    }
    const TermOp op = goal.wanted ? goal.op : opposite(goal.op);
    if (op == TermOp::not_equal)
        return number->form == Number::Form::small ? IntSet{.except = {number->small}} : IntSet{};
    return bounded(op, *number);
}

IntSet numbers_of(std::span<const TaggedGoal> goals) {
    IntSet all;
    for (const TaggedGoal& each : goals)
        all = intersect(all, numbers_of(each.goal));
    return all;
}

}  // namespace guardc::compiler::example
