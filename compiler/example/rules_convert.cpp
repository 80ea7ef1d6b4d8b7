// Bits, conversions and the functions of numbers.
#include <cmath>

#include "compiler/example/rules.h"
#include "compiler/reference/conversion.h"

namespace guardc::compiler::example {

namespace {

std::optional<std::int64_t> integer(const Value* value) {
    if (value == nullptr || value->kind != Kind::integer || is_big(as<IntegerValue>(*value)))
        return std::nullopt;
    return as<IntegerValue>(*value).number;
}

std::optional<double> real(const Value* value) {
    if (value != nullptr && value->kind == Kind::floating) return as<FloatingValue>(*value).number;
    const auto number = integer(value);
    return number ? std::optional(static_cast<double>(*number)) : std::nullopt;
}

bool speaks_of_numbers(const Goal& goal) {
    return goal.kind == GoalKind::in_numbers || goal.kind == GoalKind::compares ||
           goal.kind == GoalKind::is_value || goal.kind == GoalKind::truth;
}

std::vector<std::int64_t> numbers_that_meet(const Goal& goal, std::size_t most) {
    return elements(numbers_of(goal), most);
}

// What the other operand has to be for the result, where it can be.
std::optional<std::int64_t> bits_for(TermOp op, std::int64_t result, std::int64_t known) {
    switch (op) {
        case TermOp::bit_and:
            return (result & ~known) == 0 ? std::optional(result) : std::nullopt;
        case TermOp::bit_or:
            return (known & ~result) == 0 ? std::optional(result) : std::nullopt;
        default:
            return result ^ known;
    }
}

// A number that the function takes to the result, but for rounding.
std::optional<double> argument_for(TermOp op, double result) {
    switch (op) {
        case TermOp::sqrt:
            return result * result;
        case TermOp::exp:
            return std::log(result);
        case TermOp::log:
            return std::exp(result);
        case TermOp::log2:
            return std::exp2(result);
        case TermOp::sin:
            return std::asin(result);
        case TermOp::cos:
            return std::acos(result);
        case TermOp::tan:
            return std::atan(result);
        case TermOp::asin:
            return std::sin(result);
        case TermOp::acos:
            return std::cos(result);
        case TermOp::atan:
            return std::tan(result);
        case TermOp::sinh:
            return std::asinh(result);
        case TermOp::cosh:
            return std::acosh(result);
        case TermOp::tanh:
            return std::atanh(result);
        default:
            return std::nullopt;
    }
}

bool compare_meets(const Goal& goal, double number) {
    ValueArena scratch;
    return meets(*scratch.make_floating(number), goal);
}

// A place whose type has a name of its own holds the number in the object.
NodeId number_within(Assume& assume, TermId operand) {
    const NodeId place = assume.sketch().place(operand);
    if (place == kNoNode) return kNoNode;
    const TypeInfo* type = assume.sketch().type_of(place);
    for (const Kind kind : {Kind::boolean, Kind::integer, Kind::floating})
        if (type == nullptr || type == builtin_type(kind)) return kNoNode;
    return assume.sketch().child(place, Role::base_value);
}

}  // namespace

bool steer_bits(Assume& assume, TermId term, const Goal& goal) {
    const auto operands = assume.terms().operands(term);
    const bool first = assume.reads(operands[0]), second = assume.reads(operands[1]);
    if (!speaks_of_numbers(goal) || (first && second && !assume.passing())) return false;
    const bool left = first && second ? assume.choose(2) == 0 : first;
    const auto known = integer(assume.value_now(operands[left ? 1 : 0]));
    if (!known) return false;
    const TermOp op = assume.terms()[term].op;
    constexpr std::size_t kTried = 256;
    std::vector<std::int64_t> found;
    for (const std::int64_t result : numbers_that_meet(goal, kTried))
        if (const auto bits = bits_for(op, result, *known); bits && found.size() < 4) found.push_back(*bits);
    // Bits that the mask has are results of it, whatever the goal starts from.
    for (const std::int64_t result : {*known, std::int64_t{0}, *known & -*known})
        if (const auto bits = bits_for(op, result, *known);
            bits && meets(*assume.realiser().arena().make_integer(result), goal))
            found.push_back(*bits);
    if (found.empty()) return false;
    return assume.steer(operands[left ? 0 : 1], Goal::in(IntSet::only(found[assume.choose(found.size())])));
}

bool steer_shift(Assume& assume, TermId term, const Goal& goal) {
    const auto operands = assume.terms().operands(term);
    const auto places = integer(assume.value_now(operands[1]));
    if (!speaks_of_numbers(goal) || !places || *places < 0 || *places > 62 || !assume.reads(operands[0]))
        return false;
    const std::int64_t by = std::int64_t{1} << *places;
    const IntSet wanted = numbers_of(goal);
    const IntSet asked =
        assume.terms()[term].op == TermOp::shift_left ? factors(wanted, by) : dividends(wanted, by);
    return !asked.is_empty() && assume.steer(operands[0], Goal::in(asked));
}

bool steer_inversion(Assume& assume, TermId term, const Goal& goal) {
    if (!speaks_of_numbers(goal)) return false;
    const IntSet wanted = numbers_of(goal);
    return assume.steer(assume.terms().operands(term)[0], Goal::in(plus(negated(wanted), -1)));
}

// A number is its own int, and a float when that is asked for.
bool steer_conversion(Assume& assume, TermId term, const Goal& goal) {
    const TermId operand = assume.terms().operands(term)[0];
    const bool of_objects =
        assume.terms()[term].op == TermOp::to_integer || assume.terms()[term].op == TermOp::to_float;
    const NodeId within = of_objects ? number_within(assume, operand) : kNoNode;
    const auto ask = [&](const Goal& asked) {
        return within != kNoNode ? assume.ask(within, asked) : assume.steer(operand, asked);
    };
    if (goal.kind == GoalKind::defined) return ask(Goal::in({}));
    if (!speaks_of_numbers(goal)) return false;
    const NodeId place = assume.sketch().place(operand);
    const TypeInfo* type = place == kNoNode ? nullptr : assume.sketch().type_of(place);
    const std::size_t way = type == builtin_type(Kind::floating) ? 1 : type == nullptr ? assume.choose(2) : 0;
    if (const auto wanted = real(goal.value); wanted && goal.value->kind == Kind::floating) {
        Goal asked = Goal::compares(goal.kind == GoalKind::compares ? goal.op : TermOp::equal, *goal.value,
                                    goal.wanted);
        return ask(asked);
    }
    if (way == 0) return ask(Goal::in(numbers_of(goal)));
    const auto some = numbers_that_meet(goal, 1);
    if (some.empty()) return false;
    return ask(Goal::compares(TermOp::equal,
                              *assume.realiser().arena().make_floating(static_cast<double>(some.front()))));
}

bool steer_function(Assume& assume, TermId term, const Goal& goal) {
    const TermId operand = assume.terms().operands(term)[0];
    const TermOp op = assume.terms()[term].op;
    ValueArena& arena = assume.realiser().arena();
    std::optional<double> wanted = real(goal.value);
    if (goal.kind == GoalKind::nan && goal.wanted) wanted = NAN;
    if (!wanted) return assume.steer(operand, Goal::compares(TermOp::equal, *arena.make_floating(0.5)));
    // A little beyond what it is compared with, where that itself is not what is asked for.
    double aim = *wanted;
    if (goal.kind == GoalKind::compares && !compare_meets(goal, aim)) {
        for (const double step : {0.25, -0.25, 1.0, -1.0})
            if (compare_meets(goal, *wanted + step)) {
                aim = *wanted + step;
                break;
            }
    }
    if (!goal.wanted && goal.kind == GoalKind::is_value) aim += 0.25;
    const std::optional<double> argument = std::isnan(aim) ? std::optional(aim) : argument_for(op, aim);
    if (!argument || (std::isnan(*argument) && !std::isnan(aim))) return false;
    return assume.steer(operand, Goal::is(*arena.make_floating(*argument)));
}

void mutate_conversion(Changes& changes, TermId term) {
    const TermId operand = changes.terms().operands(term)[0];
    const NodeId place = changes.sketch().place(operand);
    const NodeId within = place == kNoNode ? kNoNode : changes.sketch().find_child(place, Role::base_value);
    if (within != kNoNode) put_others(changes, within);
    changes.of(operand);
}

}  // namespace guardc::compiler::example
