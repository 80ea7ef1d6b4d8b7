#include "runtime/program/functions.h"

#include <array>

#include "runtime/model/dtype.h"
#include "runtime/program/arithmetic.h"
#include "runtime/program/conversion.h"
#include "runtime/program/equality.h"
#include "runtime/program/function_shapes.h"
#include "runtime/program/integer_arithmetic.h"
#include "runtime/program/lookup.h"
#include "runtime/program/membership.h"
#include "runtime/program/number.h"
#include "runtime/program/object_identity.h"
#include "runtime/program/overlap.h"
#include "runtime/value/containers.h"

namespace guardc {
namespace {

bool fits(const FunctionShape& shape, std::size_t operands) {
    return operands >= shape.least && operands <= shape.most;
}

Truth view_both(const Model& model, std::span<const Cell> cells, Operand& first, Operand& second) {
    const Truth outcome = view(model, cells[0], first);
    return outcome == Truth::yes ? view(model, cells[1], second) : outcome;
}

// A bool, int within 64 bits or float as an immediate of its own kind.
Truth read_extreme(const Model& model, const Cell& cell, Number& number, Cell& immediate) {
    Operand operand;
    if (const Truth outcome = view(model, cell, operand); outcome != Truth::yes) return outcome;
    if (const Truth outcome = read_number(operand, number); outcome != Truth::yes) return outcome;
    switch (number.form) {
        case NumberForm::integer:
            immediate = operand.kind == Kind::boolean ? Cell::boolean(number.integer != 0)
                                                      : Cell::integer(number.integer);
            return Truth::yes;
        case NumberForm::floating:
            immediate = Cell::floating(number.floating);
            return Truth::yes;
        case NumberForm::big:
        case NumberForm::complex:
            break;
    }
    return Truth::undefined;
}

// The first of the smallest or largest. A NaN is neither less nor greater than anything.
Truth extreme(const Model& model, bool smallest, std::span<const Cell> cells, Cell& result) {
    Number best;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        Number number;
        Cell immediate;
        const Truth outcome = read_extreme(model, cells[i], number, immediate);
        if (outcome != Truth::yes) return outcome;
        const std::partial_ordering order = order_numbers(number, best);
        if (i != 0 && !(smallest ? order < 0 : order > 0)) continue;
        best = number;
        result = immediate;
    }
    return Truth::yes;
}

Truth device_part(const Model& model, bool type, const Cell& cell, Cell& result) {
    Operand operand;
    std::uint64_t bits = 0;
    if (const Truth outcome = view(model, cell, operand); outcome != Truth::yes) return outcome;
    if (operand.kind != Kind::device) return Truth::undefined;
    if (const Truth outcome = named_bits(operand, bits); outcome != Truth::yes) return outcome;
    const Device device = unpack_device(bits);
    if (type)
        result = Cell::text(device_type_name(device.type));
    else
        result = device.index < 0 ? Cell::none() : Cell::integer(device.index);
    return Truth::yes;
}

Truth subscript_cell(const Model& model, std::span<const Cell> cells, Cell& result) {
    Operand base;
    Operand key;
    Operand found;
    if (const Truth outcome = view_both(model, cells, base, key); outcome != Truth::yes) return outcome;
    if (const Truth outcome = subscript(base, key, found); outcome != Truth::yes) return outcome;
    return as_register(found, model, result);
}

Truth exact_integer(const Model& model, const Cell& cell, Number& number) {
    Operand operand;
    if (const Truth outcome = view(model, cell, operand); outcome != Truth::yes) return outcome;
    return operand.kind == Kind::integer ? read_number(operand, number) : Truth::undefined;
}

Truth in_steps(const Model& model, std::span<const Cell> cells) {
    std::array<std::int64_t, 3> bounds{};
    for (unsigned i = 0; i < 3; ++i) {
        Number number;
        const Truth outcome = exact_integer(model, cells[i + 1], number);
        if (outcome == Truth::error) return outcome;
        if (outcome != Truth::yes || number.form != NumberForm::integer) return Truth::undefined;
        bounds[i] = number.integer;
    }
    if (bounds[2] <= 0) return Truth::undefined;
    Number number;
    const Truth outcome = exact_integer(model, cells[0], number);
    if (outcome == Truth::error) return outcome;
    if (outcome != Truth::yes || number.form != NumberForm::integer) return Truth::no;
    return truth(is_in_steps(number.integer, bounds[0], bounds[1], bounds[2]));
}

// What other sets say of their elements, sets of objects among them, they say themselves.
Truth is_subset(const Operand& part_set, const Operand& whole) {
    std::uint64_t count = 0;
    if (!is_set(part_set.kind) || !is_set(whole.kind)) return Truth::undefined;
    if (const Truth outcome = length(part_set, count); outcome != Truth::yes) return outcome;
    for (std::uint64_t index = 0; index < count; ++index) {
        Operand element;
        if (const Truth outcome = part(part_set, FactId::item, index, element); outcome != Truth::yes)
            return outcome;
        if (const Truth outcome = contains(whole, element); outcome != Truth::yes) return outcome;
    }
    return Truth::yes;
}

// A model tells an object that derives from a container apart from one only where it has a kind for it.
Truth is_instance(const Operand& operand, const Cell& kind) {
    if (kind.tag != CellTag::integer) return Truth::undefined;
    if (static_cast<std::int64_t>(operand.kind) == kind.as_integer()) return Truth::yes;
    return operand.kind == Kind::object ? Truth::undefined : Truth::no;
}

Truth has_identity(const Model& model, std::span<const Cell> cells) {
    Operand object;
    Operand wanted;
    Number number;
    if (const Truth outcome = view_both(model, cells, object, wanted); outcome != Truth::yes) return outcome;
    if (object.is_immediate()) return Truth::undefined;
    const std::optional<std::uint64_t> identity = identity_of(*object.model, object.cell.as_reference());
    if (const Truth outcome = read_number(wanted, number); outcome != Truth::yes) return outcome;
    if (!identity) return Truth::undefined;
    if (number.form == NumberForm::big)
        return truth(!number.big.negative && number.big.limbs.size() == 1 &&
                     number.big.limbs[0] == *identity);
    return truth(number.form == NumberForm::integer && number.integer >= 0 &&
                 static_cast<std::uint64_t>(number.integer) == *identity);
}

}  // namespace

Truth call_value_function(const Model& model, ValueFunction function, std::span<const Cell> operands,
                          Cell& result) noexcept {
    const auto index = static_cast<std::size_t>(function);
    if (index >= std::size(kValueFunctions) || !fits(kValueFunctions[index], operands.size()))
        return Truth::undefined;
    Operand first;
    Operand second;
    switch (function) {
        case ValueFunction::add:
        case ValueFunction::subtract:
        case ValueFunction::multiply:
        case ValueFunction::divide:
        case ValueFunction::floor_divide:
        case ValueFunction::modulo:
        case ValueFunction::power: {
            const Truth outcome = view_both(model, operands, first, second);
            return outcome == Truth::yes ? compute(function, first, second, result) : outcome;
        }
        case ValueFunction::negate:
        case ValueFunction::absolute: {
            const Truth outcome = view(model, operands[0], first);
            if (outcome != Truth::yes) return outcome;
            return function == ValueFunction::negate ? negate(first, result) : absolute(first, result);
        }
        case ValueFunction::minimum:
            return extreme(model, true, operands, result);
        case ValueFunction::maximum:
            return extreme(model, false, operands, result);
        case ValueFunction::device_type:
            return device_part(model, true, operands[0], result);
        case ValueFunction::device_index:
            return device_part(model, false, operands[0], result);
        case ValueFunction::subscript:
            return subscript_cell(model, operands, result);
        case ValueFunction::bit_and:
        case ValueFunction::bit_or:
        case ValueFunction::bit_xor:
        case ValueFunction::shift_left:
        case ValueFunction::shift_right: {
            const Truth outcome = view_both(model, operands, first, second);
            return outcome == Truth::yes ? compute_bits(function, first, second, result) : outcome;
        }
        case ValueFunction::round: {
            const bool digits = operands.size() > 1;
            const Truth outcome =
                digits ? view_both(model, operands, first, second) : view(model, operands[0], first);
            return outcome == Truth::yes ? round_number(first, digits ? &second : nullptr, result) : outcome;
        }
        default: {
            const Truth outcome = view(model, operands[0], first);
            if (outcome != Truth::yes) return outcome;
            return function == ValueFunction::invert ? invert(first, result)
                                                     : convert(function, first, result);
        }
    }
}

Truth call_test_function(const Model& model, TestFunction function, std::span<const Cell> operands) noexcept {
    const auto index = static_cast<std::size_t>(function);
    if (index >= std::size(kTestFunctions) || !fits(kTestFunctions[index], operands.size()))
        return Truth::undefined;
    Operand first;
    Operand second;
    switch (function) {
        case TestFunction::distinct:
            return are_distinct(model, operands);
        case TestFunction::in_range:
            return in_steps(model, operands);
        case TestFunction::identity:
            return has_identity(model, operands);
        case TestFunction::contains: {
            const Truth outcome = view_both(model, operands, first, second);
            return outcome == Truth::yes ? contains(second, first) : outcome;
        }
        case TestFunction::strict: {
            const Truth outcome = view_both(model, operands, first, second);
            return outcome == Truth::yes ? compare_equal(Sense::strict, first, second) : outcome;
        }
        case TestFunction::no_overlap:
            return no_overlap(model, operands);
        case TestFunction::issubset: {
            const Truth outcome = view_both(model, operands, first, second);
            return outcome == Truth::yes ? is_subset(first, second) : outcome;
        }
        case TestFunction::instance: {
            const Truth outcome = view(model, operands[0], first);
            return outcome == Truth::yes ? is_instance(first, operands[1]) : outcome;
        }
    }
    return Truth::undefined;
}

}  // namespace guardc
