#include "compiler/backend/lift.h"

#include "compiler/backend/guard_values.h"
#include "runtime/value/arena.h"
#include "runtime/value/scalars.h"

namespace guardc::compiler {
namespace {

// The type of a constant that an argument can hold.
std::optional<ArgumentType> argument_type(const Value& constant) {
    switch (constant.kind) {
        case Kind::boolean:
            return ArgumentType::boolean;
        case Kind::integer:
            if (as<IntegerValue>(constant).limb_count != 0) return std::nullopt;
            return ArgumentType::integer;
        case Kind::floating:
            return ArgumentType::floating;
        case Kind::string:
            return ArgumentType::text;
        case Kind::dtype:
            return ArgumentType::dtype;
        default:
            return std::nullopt;
    }
}

// Facts that are ints whenever they are defined.
bool is_always_an_int(TermOp op) {
    return op == TermOp::size || op == TermOp::stride || op == TermOp::rank || op == TermOp::storage_offset ||
           op == TermOp::length;
}

// No tensor has more dimensions; what asks for more is lifted by nobody.
constexpr std::int64_t kMostSizes = 64;

struct ValueTest {
    TermId value = kNoTerm;
    TermId constant = kNoTerm;
};
std::optional<ValueTest> value_test_of(const TermPool& terms, TermId guard) {
    const TermOp op = terms[guard].op;
    if (op != TermOp::is_constant && op != TermOp::equal) return std::nullopt;
    ValueTest test{terms.operands(guard)[0], terms.operands(guard)[1]};
    if (terms[test.value].op == TermOp::constant) std::swap(test.value, test.constant);
    if (!is_reading(terms[test.value].op) || terms[test.constant].op != TermOp::constant) return std::nullopt;
    return test;
}

std::optional<std::int64_t> constant_int(const TermPool& terms, TermId term) {
    if (terms[term].op != TermOp::constant) return std::nullopt;
    const Value& value = terms.constant(term);
    if (value.kind != Kind::integer || as<IntegerValue>(value).limb_count != 0) return std::nullopt;
    return as<IntegerValue>(value).number;
}

}  // namespace

std::optional<RankTest> rank_test_of(const TermPool& terms, TermId guard) {
    const auto test = value_test_of(terms, guard);
    if (!test || terms[test->value].op != TermOp::rank) return std::nullopt;
    const auto rank = constant_int(terms, test->constant);
    if (!rank || *rank < 0 || *rank > kMostSizes) return std::nullopt;
    return RankTest{terms.operands(test->value)[0], static_cast<std::uint32_t>(*rank)};
}

// A size that the tensor does not have must still miss, so as many are read as the guards have read.
std::optional<ShapeLift> shape_lift_of(const TermPool& terms, TermId guard) {
    if (const auto rank = rank_test_of(terms, guard)) return ShapeLift{rank->tensor, 0, true};
    const auto test = value_test_of(terms, guard);
    if (!test || terms[test->value].op != TermOp::size || !constant_int(terms, test->constant))
        return std::nullopt;
    const auto operands = terms.operands(test->value);
    const auto index = constant_int(terms, operands[1]);
    if (!index || *index >= kMostSizes || *index < -kMostSizes) return std::nullopt;
    return ShapeLift{operands[0], static_cast<std::uint32_t>(*index < 0 ? -*index : *index + 1), false};
}

bool can_lift(TermPool& terms, const GuardSelector& selector, TermId guard) {
    return selector.is_shape() ? shape_lift_of(terms, guard).has_value() : lift_of(terms, guard).has_value();
}

std::optional<Lift> lift_of(TermPool& terms, TermId guard) {
    const auto test = value_test_of(terms, guard);
    if (!test) return std::nullopt;
    const auto [value, constant] = *test;
    const auto type = argument_type(terms.constant(constant));
    if (!type) return std::nullopt;
    if (is_always_an_int(terms[value].op)) {
        if (*type != ArgumentType::integer) return std::nullopt;  // `x.size(0) == 8.0`
        return Lift{value, *type, kNoTerm};
    }
    ValueArena arena;
    const TermId type_term = terms.make_constant(*arena.make_type(intern_type(argument_value_type(*type))));
    const TermId operands[] = {value, type_term};
    return Lift{value, *type, terms.make(TermOp::is_type, operands)};
}

}  // namespace guardc::compiler
