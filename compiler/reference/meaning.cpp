#include "compiler/reference/meaning.h"

#include <cmath>
#include <cstdlib>
#include <vector>

#include "compiler/reference/arithmetic.h"
#include "compiler/reference/conversion.h"
#include "compiler/reference/equality.h"
#include "compiler/reference/identity.h"
#include "compiler/reference/lookup.h"
#include "compiler/reference/sets.h"
#include "compiler/reference/tensors.h"
#include "compiler/terms/fact_terms.h"
#include "runtime/program/math_functions.h"

namespace guardc::compiler {

namespace {

Evaluation value(const std::optional<Cell>& cell) {
    return cell ? Evaluation{Truth::yes, *cell} : Evaluation{};
}

Evaluation test(Truth truth) {
    return {truth, {}};
}

Evaluation slot(std::uint32_t index, const Surroundings& surroundings) {
    if (index >= surroundings.slots.size() || surroundings.slots[index] == nullptr) return {};
    if (surroundings.shape != nullptr) {
        const std::uint64_t kinds = surroundings.shape->slots[index].kinds;
        if (std::has_single_bit(kinds))
            return value(Cell::reference_of_kind(surroundings.slots[index],
                                                 static_cast<std::uint32_t>(std::countr_zero(kinds))));
    }
    return value(Cell::reference(surroundings.slots[index]));
}

Evaluation ambient(std::uint32_t field, const Surroundings& surroundings) {
    const Cell& cell = surroundings.ambient[field];
    return cell.tag == CellTag::absent ? Evaluation{} : value(cell);
}

Cell literal(const Value& constant) {
    return {std::bit_cast<std::uint64_t>(&constant), CellTag::literal, 0};
}

// One fact of an object, its failures passed on.
Evaluation read(const Seen& seen, FactId id, const Cell& argument) {
    Evaluation evaluation;
    evaluation.truth = fact(seen, id, argument, evaluation.value);
    return evaluation;
}

Evaluation has_attribute(const Seen& seen, std::string_view name) {
    const Evaluation absent = read(seen, FactId::attribute_absent, Cell::text(name));
    if (absent.truth != Truth::yes) return absent;
    return test(truth(absent.value.bits == 0));
}

Evaluation type_of(const Seen& seen, const Surroundings& surroundings) {
    if (seen.object != nullptr && seen.model == &surroundings.model) return read(seen, FactId::type, {});
    const Model& model = surroundings.model;
    const auto handle =
        model.resolve_type == nullptr ? std::nullopt : model.resolve_type(model, type_name(seen));
    return handle ? value(Cell{*handle, CellTag::type, 0}) : Evaluation{};
}

Evaluation arithmetic_of(TermOp op, std::span<const Seen> operands) {
    const std::optional<Number> left = number_of(operands[0]);
    if (!left) return {};
    if (op == TermOp::negate) return value(negate(*left));
    if (op == TermOp::absolute) return value(absolute(*left));
    const std::optional<Number> right = number_of(operands[1]);
    return right ? value(arithmetic(op, *left, *right)) : Evaluation{};
}

// The first of the smallest or largest, as it stands. A NaN is neither less nor greater than anything.
Evaluation extreme(TermOp op, std::span<const Seen> operands) {
    std::size_t best = 0;
    std::vector<Number> numbers;
    for (const Seen& operand : operands) {
        const std::optional<Number> number = number_of(operand);
        if (!number || number->form == Number::Form::big) return {};
        numbers.push_back(*number);
        const std::partial_ordering found = order(numbers.back(), numbers[best]);
        if (op == TermOp::minimum ? found < 0 : found > 0) best = numbers.size() - 1;
    }
    const Number& number = numbers[best];
    if (number.form == Number::Form::real) return value(Cell::floating(number.real));
    return value(operands[best].kind == Kind::boolean ? Cell::boolean(number.small != 0)
                                                      : Cell::integer(number.small));
}

Truth holds(TermOp op, std::partial_ordering found) {
    switch (op) {
        case TermOp::less:
            return truth(found < 0);
        case TermOp::less_equal:
            return truth(found <= 0);
        case TermOp::greater:
            return truth(found > 0);
        default:
            return truth(found >= 0);
    }
}

Truth compare_order(TermOp op, const Seen& left, const Seen& right) {
    const std::optional<Number> one = number_of(left);
    const std::optional<Number> other = number_of(right);
    if (one && other) return holds(op, order(*one, *other));
    // Unsigned bytes of UTF-8 sort as the scalars that they stand for.
    for (const auto read_characters : {text_of, bytes_of}) {
        const std::optional<std::string_view> mine = read_characters(left);
        const std::optional<std::string_view> theirs = read_characters(right);
        if (mine && theirs) return holds(op, mine->compare(*theirs) <=> 0);
    }
    return Truth::undefined;
}

Truth is_nan(const Seen& seen) {
    const std::optional<Number> number = number_of(seen);
    if (!number || number->form == Number::Form::big) return Truth::undefined;
    return truth(number->form == Number::Form::real && std::isnan(number->real));
}

Truth opposite(Truth truth) {
    return truth == Truth::yes ? Truth::no : truth == Truth::no ? Truth::yes : truth;
}

Truth same(const TermPool& terms, TermId term, const Seen& left, const Seen& right) {
    const auto operands = terms.operands(term);
    if (!is_stored_place(terms[operands[0]].op) || !is_stored_place(terms[operands[1]].op))
        return strictly_equal(left, right);
    const std::optional<Identity> mine = identity(left);
    const std::optional<Identity> theirs = identity(right);
    return mine && theirs ? truth(*mine == *theirs) : Truth::undefined;
}

Truth is_type(const Seen& seen, const Seen& type) {
    const std::string_view actual = type_name(seen);
    return actual.empty() ? Truth::undefined : truth(actual == named_type(type));
}

Truth is_identity(const Seen& seen, const Seen& number) {
    if (seen.object == nullptr) return Truth::undefined;
    const std::optional<std::uint64_t> actual = identity_of(*seen.model, seen.object);
    const std::optional<Number> wanted = number_of(number);
    if (!actual || !wanted) return Truth::undefined;
    if (wanted->form == Number::Form::big)
        return truth(!wanted->big.negative && wanted->big.limbs.size() == 1 &&
                     wanted->big.limbs[0] == *actual);
    return truth(wanted->small >= 0 && static_cast<std::uint64_t>(wanted->small) == *actual);
}

// Bounds are ints within 64 bits and the step is at least 1; both were checked.
Truth in_range(std::span<const Seen> operands) {
    const std::optional<std::int64_t> number = exact_integer(operands[0]);
    const std::optional<std::int64_t> first = exact_integer(operands[1]);
    const std::optional<std::int64_t> last = exact_integer(operands[2]);
    const std::optional<std::int64_t> step = exact_integer(operands[3]);
    if (!first || !last || !step || *step <= 0) std::abort();
    if (!number || *number < *first || *number > *last) return Truth::no;
    return truth((static_cast<__int128>(*number) - *first) % *step == 0);
}

Truth distinct(std::span<const Seen> operands) {
    std::vector<Identity> identities;
    for (const Seen& operand : operands) {
        const std::optional<Identity> found = identity(operand);
        if (!found) return Truth::undefined;
        identities.push_back(*found);
    }
    for (std::size_t i = 0; i < identities.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (identities[i] == identities[j]) return Truth::no;
        }
    }
    return Truth::yes;
}

// Positions are exact ints or bools from 0; any other argument is what the fact makes of it.
Evaluation plain(FactId id, std::span<const Seen> operands) {
    if (operands.size() == 1) return read(operands[0], id, {});
    if (id == FactId::derived) {
        const std::optional<std::string_view> text = text_of(operands[1]);
        return text ? read(operands[0], id, Cell::text(*text)) : Evaluation{};
    }
    if (id == FactId::stored_key) return value(stored_key(operands[0], operands[1]));
    const std::optional<std::int64_t> place = index_of(operands[1]);
    return place && *place >= 0 ? read(operands[0], id, Cell::integer(*place)) : Evaluation{};
}

}  // namespace

Evaluation meaning(const TermPool& terms, TermId term, std::span<const Cell> operands,
                   const Surroundings& surroundings) {
    const Term& node = terms[term];
    std::vector<Seen> seen;
    for (const Cell& cell : operands) {
        const std::optional<Seen> operand = see(cell, surroundings.model);
        if (!operand) return {};
        seen.push_back(*operand);
    }
    switch (node.op) {
        case TermOp::local:
        case TermOp::global:
        case TermOp::derived:
        case TermOp::numbered_type:
            return slot(node.data, surroundings);
        case TermOp::ambient:
            return ambient(node.data, surroundings);
        case TermOp::constant:
            return value(literal(terms.constant(term)));
        case TermOp::attribute:
            return read(seen[0], FactId::attribute, Cell::text(terms.name(term)));
        case TermOp::has_attribute:
            return has_attribute(seen[0], terms.name(term));
        case TermOp::item:
            return value(subscript(seen[0], seen[1]));
        case TermOp::length: {
            const std::optional<std::uint64_t> length = length_of(seen[0]);
            return length ? value(Cell::integer(static_cast<std::int64_t>(*length))) : Evaluation{};
        }
        case TermOp::type:
            return type_of(seen[0], surroundings);
        case TermOp::dtype:
            return tensor_property(seen[0], FactId::dtype, "dtype");
        case TermOp::device:
            return tensor_property(seen[0], FactId::device, "device");
        case TermOp::requires_grad:
            return tensor_property(seen[0], FactId::requires_grad, "requires_grad");
        case TermOp::device_type:
            return value(device_type_of(seen[0]));
        case TermOp::device_index:
            return value(device_index_of(seen[0]));
        case TermOp::rank:
            return tensor_fact(seen[0], FactId::rank);
        case TermOp::storage_offset:
            return tensor_fact(seen[0], FactId::storage_offset);
        case TermOp::size:
            return dimension(seen[0], FactId::size, seen[1]);
        case TermOp::stride:
            return dimension(seen[0], FactId::stride, seen[1]);
        case TermOp::negate:
        case TermOp::absolute:
        case TermOp::add:
        case TermOp::subtract:
        case TermOp::multiply:
        case TermOp::divide:
        case TermOp::floor_divide:
        case TermOp::modulo:
        case TermOp::power:
            return arithmetic_of(node.op, seen);
        case TermOp::minimum:
        case TermOp::maximum:
            return extreme(node.op, seen);
        case TermOp::bit_and:
        case TermOp::bit_or:
        case TermOp::bit_xor:
        case TermOp::shift_left:
        case TermOp::shift_right:
            return value(bits(node.op, seen[0], seen[1]));
        case TermOp::invert:
            return value(invert(seen[0]));
        case TermOp::to_integer:
        case TermOp::to_float:
        case TermOp::floor:
        case TermOp::ceil:
        case TermOp::trunc:
            return value(convert(node.op, seen[0]));
        case TermOp::round:
            return value(round(seen));
#define GUARDC_FUNCTION(name, least, most) case TermOp::name:
            GUARDC_MATH(GUARDC_FUNCTION)
#undef GUARDC_FUNCTION
            return value(math(node.op, seen[0]));
        case TermOp::key_at:
        case TermOp::stored_key:
        case TermOp::type_object:
        case TermOp::printed:
        case TermOp::derived_from:
        case TermOp::referent:
        case TermOp::version:
        case TermOp::remaining:
        case TermOp::upcoming:
        case TermOp::next_value:
        case TermOp::step:
        case TermOp::dispatch_keys:
            return plain(*plain_fact(node.op), seen);
        case TermOp::is_constant:
            return test(strictly_equal(seen[0], seen[1]));
        case TermOp::is_same:
            return test(same(terms, term, seen[0], seen[1]));
        case TermOp::is_type:
            return test(is_type(seen[0], seen[1]));
        case TermOp::is_identity:
            return test(is_identity(seen[0], seen[1]));
        case TermOp::equal:
            return test(equal(seen[0], seen[1]));
        case TermOp::not_equal:
            return test(opposite(equal(seen[0], seen[1])));
        case TermOp::less:
        case TermOp::less_equal:
        case TermOp::greater:
        case TermOp::greater_equal:
            return test(compare_order(node.op, seen[0], seen[1]));
        case TermOp::in_range:
            return test(in_range(seen));
        case TermOp::contains:
            return test(contains(seen[0], seen[1]));
        case TermOp::truthy:
            return test(truth_of(seen[0]));
        case TermOp::distinct:
            return test(distinct(seen));
        case TermOp::extern_: {
            const auto& declaration = terms.extern_declaration(term);
            if (declaration == nullptr || declaration->operands != operands.size()) return {};
            const Truth found = declaration->binding.function(declaration->binding.self, operands);
            return test(found < Truth::no || found > Truth::error ? Truth::error : found);
        }
        case TermOp::is_nan:
            return test(is_nan(seen[0]));
        case TermOp::no_overlap:
            return test(no_overlap(seen));
        case TermOp::is_subset:
            return test(is_subset(seen[0], seen[1]));
        case TermOp::is_instance:
            return test(is_instance(seen[0], seen[1]));
        case TermOp::external: {
            const Evaluation verdict = slot(node.data, surroundings);
            const std::optional<Seen> bool_object =
                verdict.truth == Truth::yes ? see(verdict.value, surroundings.model) : std::nullopt;
            return bool_object ? test(truth_of(*bool_object)) : Evaluation{};
        }
        case TermOp::conditional:
        case TermOp::not_:
        case TermOp::and_:
        case TermOp::or_:
            break;
    }
    std::abort();  // these evaluate their operands by need
}

}  // namespace guardc::compiler
