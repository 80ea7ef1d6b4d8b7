#include "compiler/example/rules.h"

#include <array>

namespace guardc::compiler::example {

namespace {

constexpr Rule value(TermOp op, Steering steering, Mutants mutants) {
    return {op, nullptr, steering, mutants};
}
constexpr Rule test(TermOp op, Witness witness, Mutants mutants) {
    return {op, witness, nullptr, mutants};
}

// In the order of the table of terms.
constexpr std::array kRules = {
    value(TermOp::local, steer_place, mutate_place),
    value(TermOp::global, steer_place, mutate_place),
    value(TermOp::derived, steer_place, mutate_place),
    value(TermOp::numbered_type, steer_place, mutate_place),
    value(TermOp::ambient, steer_place, mutate_place),
    value(TermOp::constant, steer_constant, mutate_nothing),
    value(TermOp::attribute, steer_place, mutate_place),
    value(TermOp::item, steer_place, mutate_place),
    value(TermOp::length, steer_place, mutate_place),
    value(TermOp::type, steer_type, mutate_type),
    value(TermOp::dtype, steer_place, mutate_place),
    value(TermOp::device, steer_place, mutate_place),
    value(TermOp::device_type, steer_place, mutate_place),
    value(TermOp::device_index, steer_place, mutate_place),
    value(TermOp::rank, steer_place, mutate_place),
    value(TermOp::size, steer_place, mutate_place),
    value(TermOp::stride, steer_place, mutate_place),
    value(TermOp::storage_offset, steer_place, mutate_place),
    value(TermOp::requires_grad, steer_place, mutate_place),
    value(TermOp::negate, steer_sign, mutate_operands),
    value(TermOp::add, steer_sum, mutate_operands),
    value(TermOp::subtract, steer_sum, mutate_operands),
    value(TermOp::multiply, steer_product, mutate_operands),
    value(TermOp::divide, steer_division, mutate_operands),
    value(TermOp::floor_divide, steer_quotient, mutate_operands),
    value(TermOp::modulo, steer_remainder, mutate_operands),
    value(TermOp::power, steer_by_trying, mutate_operands),
    value(TermOp::absolute, steer_sign, mutate_operands),
    value(TermOp::minimum, steer_extreme, mutate_operands),
    value(TermOp::maximum, steer_extreme, mutate_operands),
    value(TermOp::bit_and, steer_bits, mutate_operands),
    value(TermOp::bit_or, steer_bits, mutate_operands),
    value(TermOp::bit_xor, steer_bits, mutate_operands),
    value(TermOp::shift_left, steer_shift, mutate_operands),
    value(TermOp::shift_right, steer_shift, mutate_operands),
    value(TermOp::invert, steer_inversion, mutate_operands),
    value(TermOp::to_integer, steer_conversion, mutate_conversion),
    value(TermOp::to_float, steer_conversion, mutate_conversion),
    value(TermOp::floor, steer_conversion, mutate_operands),
    value(TermOp::ceil, steer_conversion, mutate_operands),
    value(TermOp::trunc, steer_conversion, mutate_operands),
    value(TermOp::round, steer_conversion, mutate_operands),
    value(TermOp::sqrt, steer_function, mutate_operands),
    value(TermOp::exp, steer_function, mutate_operands),
    value(TermOp::log, steer_function, mutate_operands),
    value(TermOp::log2, steer_function, mutate_operands),
    value(TermOp::sin, steer_function, mutate_operands),
    value(TermOp::cos, steer_function, mutate_operands),
    value(TermOp::tan, steer_function, mutate_operands),
    value(TermOp::asin, steer_function, mutate_operands),
    value(TermOp::acos, steer_function, mutate_operands),
    value(TermOp::atan, steer_function, mutate_operands),
    value(TermOp::sinh, steer_function, mutate_operands),
    value(TermOp::cosh, steer_function, mutate_operands),
    value(TermOp::tanh, steer_function, mutate_operands),
    value(TermOp::key_at, steer_place, mutate_place),
    value(TermOp::stored_key, steer_place, mutate_place),
    value(TermOp::type_object, steer_place, mutate_place),
    value(TermOp::printed, steer_place, mutate_place),
    value(TermOp::referent, steer_place, mutate_place),
    value(TermOp::derived_from, steer_place, mutate_place),
    value(TermOp::version, steer_place, mutate_place),
    value(TermOp::remaining, steer_place, mutate_place),
    value(TermOp::upcoming, steer_place, mutate_place),
    value(TermOp::next_value, steer_place, mutate_place),
    value(TermOp::step, steer_place, mutate_place),
    value(TermOp::dispatch_keys, steer_place, mutate_place),
    value(TermOp::conditional, steer_conditional, mutate_operands),
    test(TermOp::is_constant, witness_constant, mutate_operands),
    test(TermOp::is_same, witness_same, mutate_same),
    test(TermOp::is_type, witness_type, mutate_type),
    test(TermOp::is_identity, witness_identity, mutate_identity),
    test(TermOp::equal, witness_comparison, mutate_operands),
    test(TermOp::not_equal, witness_comparison, mutate_operands),
    test(TermOp::less, witness_comparison, mutate_operands),
    test(TermOp::less_equal, witness_comparison, mutate_operands),
    test(TermOp::greater, witness_comparison, mutate_operands),
    test(TermOp::greater_equal, witness_comparison, mutate_operands),
    test(TermOp::in_range, witness_range, mutate_operands),
    test(TermOp::contains, witness_contains, mutate_contains),
    test(TermOp::not_, witness_not, mutate_operands),
    test(TermOp::and_, witness_and, mutate_operands),
    test(TermOp::or_, witness_or, mutate_operands),
    test(TermOp::truthy, witness_truth, mutate_operands),
    test(TermOp::has_attribute, witness_attribute, mutate_attribute),
    test(TermOp::distinct, witness_distinct, mutate_distinct),
    test(TermOp::is_nan, witness_nan, mutate_operands),
    test(TermOp::no_overlap, witness_overlap, mutate_overlap),
    test(TermOp::is_subset, witness_subset, mutate_operands),
    test(TermOp::is_instance, witness_instance, mutate_instance),
    test(TermOp::external, witness_external, mutate_place),
    test(TermOp::extern_, witness_extern, mutate_operands),
};

}  // namespace

// A row that is missing gives no witness; the tests tell.
const Rule& rule_of(TermOp op) {
    static constexpr Rule none{TermOp::constant, nullptr, nullptr, mutate_operands};
    static const auto by_op = [] {
        std::vector<const Rule*> rules(term_kinds().size(), &none);
        for (const Rule& rule : kRules)
            rules[static_cast<std::size_t>(rule.op)] = &rule;
        return rules;
    }();
    return *by_op[static_cast<std::size_t>(op)];
}

std::span<const Rule> all_rules() {
    return kRules;
}

}  // namespace guardc::compiler::example
