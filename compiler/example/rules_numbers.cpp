// Arithmetic: goals of a result become goals of the operand that reads a place.
#include <algorithm>

#include "compiler/example/limits.h"
#include "compiler/example/rules.h"

namespace guardc::compiler::example {

namespace {

std::optional<std::int64_t> integer_now(Assume& assume, TermId term) {
    const Value* value = assume.value_now(term);
    if (value == nullptr || value->kind != Kind::integer || is_big(as<IntegerValue>(*value)))
        return std::nullopt;
    return as<IntegerValue>(*value).number;
}

// The ints that meet a goal, where it speaks of numbers.
std::optional<IntSet> numbers(const Goal& goal) {
    if (goal.kind == GoalKind::defined) return IntSet{};
    if (goal.kind == GoalKind::member_of && goal.wanted && is_sequence(goal.value->kind))
        for (const Value* item : items_of(*goal.value))
            if (item->kind == Kind::integer && !is_big(as<IntegerValue>(*item)))
                return IntSet::only(as<IntegerValue>(*item).number);
    if (goal.kind == GoalKind::in_numbers || goal.kind == GoalKind::compares ||
        goal.kind == GoalKind::is_value || goal.kind == GoalKind::truth) {
        return numbers_of(goal);
    }
    return std::nullopt;
}

// Which operand is asked: the one that reads, or by choice where both do.
struct Sides {
    TermId asked = kNoTerm;
    std::int64_t other = 0;
    bool left = true;  // the asked one stands left
};
std::optional<Sides> sides(Assume& assume, TermId term) {
    const auto operands = assume.terms().operands(term);
    const bool first = assume.reads(operands[0]), second = assume.reads(operands[1]);
    if (first && second && !assume.passing()) return std::nullopt;
    const bool left = first && second ? assume.choose(2) == 0 : first;
    const auto other = integer_now(assume, operands[left ? 1 : 0]);
    if (!other) return std::nullopt;
    return Sides{operands[left ? 0 : 1], *other, left};
}

// The same for floats: which number gives the one that is asked for, but for rounding.
bool steer_real(Assume& assume, TermId term, const Goal& goal) {
    if (goal.value == nullptr || (goal.kind != GoalKind::compares && goal.kind != GoalKind::is_value))
        return false;
    const auto real_of = [](const Value* value) -> std::optional<double> {
        if (value == nullptr) return std::nullopt;
        if (value->kind == Kind::floating) return as<FloatingValue>(*value).number;
        if (value->kind == Kind::integer && !is_big(as<IntegerValue>(*value)))
            return static_cast<double>(as<IntegerValue>(*value).number);
        return std::nullopt;
    };
    const std::optional<double> wanted = real_of(goal.value);
    const auto operands = assume.terms().operands(term);
    const TermOp op = assume.terms()[term].op;
    if (!wanted) return false;
    const auto asked = [&](TermId operand, double number) {
        Goal inner = goal;
        inner.value = assume.realiser().arena().make_floating(number);
        return assume.steer(operand, inner);
    };
    if (operands.size() == 1) return asked(operands[0], op == TermOp::negate ? -*wanted : *wanted);
    const bool first = assume.reads(operands[0]), second = assume.reads(operands[1]);
    if (first && second && !assume.passing()) return false;
    const bool left = first && second ? assume.choose(2) == 0 : first;
    const std::optional<double> other = real_of(assume.value_now(operands[left ? 1 : 0]));
    if (!other) return false;
    const TermId operand = operands[left ? 0 : 1];
    switch (op) {
        case TermOp::add:
            return asked(operand, *wanted - *other);
        case TermOp::subtract:
            return asked(operand, left ? *wanted + *other : *other - *wanted);
        case TermOp::multiply:
            return *other != 0 && asked(operand, *wanted / *other);
        case TermOp::divide:
            return asked(operand, left ? *wanted * *other : *other / *wanted);
        default:
            return false;
    }
}

bool speaks_of_reals(const Goal& goal) {
    return goal.value != nullptr && goal.value->kind == Kind::floating;
}

bool ask(Assume& assume, TermId term, const IntSet& set) {
    return !set.is_empty() && assume.steer(term, Goal::in(set));
}

}  // namespace

bool steer_sum(Assume& assume, TermId term, const Goal& goal) {
    if (speaks_of_reals(goal)) return steer_real(assume, term, goal);
    const auto set = numbers(goal);
    const auto found = set ? sides(assume, term) : std::nullopt;
    if (!found || found->other == INT64_MIN) return steer_by_trying(assume, term, goal);
    if (assume.terms()[term].op == TermOp::add) return ask(assume, found->asked, plus(*set, -found->other));
    if (found->left) return ask(assume, found->asked, plus(*set, found->other));
    return ask(assume, found->asked, plus(negated(*set), found->other));
}

bool steer_sign(Assume& assume, TermId term, const Goal& goal) {
    if (speaks_of_reals(goal)) return steer_real(assume, term, goal);
    const auto set = numbers(goal);
    if (!set) return steer_by_trying(assume, term, goal);
    const TermId operand = assume.terms().operands(term)[0];
    if (assume.terms()[term].op == TermOp::negate) return ask(assume, operand, negated(*set));
    return ask(assume, operand, intersect(*set, IntSet::between(0, INT64_MAX)));
}

bool steer_product(Assume& assume, TermId term, const Goal& goal) {
    if (speaks_of_reals(goal)) return steer_real(assume, term, goal);
    const auto set = numbers(goal);
    const auto found = set ? sides(assume, term) : std::nullopt;
    if (!found) return steer_by_trying(assume, term, goal);
    if (found->other == 0) return set->contains(0) && ask(assume, found->asked, {});
    return ask(assume, found->asked, factors(*set, found->other));
}

bool steer_quotient(Assume& assume, TermId term, const Goal& goal) {
    const auto set = numbers(goal);
    const auto found = set ? sides(assume, term) : std::nullopt;
    if (!found || !found->left || found->other < 1) return steer_by_trying(assume, term, goal);
    if (set->modulus == 1 && set->except.empty())
        return ask(assume, found->asked, dividends(*set, found->other));
    const auto some = elements(*set, 4);
    if (some.empty()) return false;
    return ask(assume, found->asked, dividends(IntSet::only(some[assume.choose(some.size())]), found->other));
}

bool steer_remainder(Assume& assume, TermId term, const Goal& goal) {
    const auto set = numbers(goal);
    const auto found = set ? sides(assume, term) : std::nullopt;
    if (!found || !found->left || found->other < 1) return steer_by_trying(assume, term, goal);
    const IntSet within = intersect(*set, IntSet::between(0, found->other - 1));
    std::vector<std::int64_t> some = elements(within, 4);
    std::ranges::sort(some);
    if (some.empty()) return false;
    IntSet asked;
    asked.modulus = found->other;
    asked.residue = some[assume.choose(some.size())];
    return ask(assume, found->asked, asked);
}

// min(..) in a set: one operand is in it, and no other is beyond its least number.
bool steer_extreme(Assume& assume, TermId term, const Goal& goal) {
    const auto set = numbers(goal);
    if (!set) return false;
    const auto operands = assume.terms().operands(term);
    const std::size_t decides = assume.choose(operands.size());
    const bool least = assume.terms()[term].op == TermOp::minimum;
    if (!assume.steer(operands[decides], Goal::in(*set))) return false;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (i == decides) continue;
        const IntSet rest = least ? IntSet::between(std::max(set->low, INT64_MIN), INT64_MAX)
                                  : IntSet::between(INT64_MIN, set->high);
        if (!assume.steer(operands[i], Goal::in(rest))) return false;
    }
    return true;
}

bool steer_division(Assume& assume, TermId term, const Goal& goal) {
    return steer_real(assume, term, goal);
}

// No rule tells which operand values do it; the solver tries some.
bool steer_by_trying(Assume&, TermId, const Goal&) {
    return false;
}

void mutate_operands(Changes& changes, TermId term) {
    for (const TermId operand : changes.terms().operands(term))
        changes.of(operand);
}

}  // namespace guardc::compiler::example
