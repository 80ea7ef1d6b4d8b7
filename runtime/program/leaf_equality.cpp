// Equality of values that have no parts, and of ranges, whose parts are ints.
#include "runtime/program/equality.h"
#include "runtime/program/number.h"

namespace guardc {
namespace {

template <class Read>
Truth equal_texts(Read read_text, const Operand& left, const Operand& right) {
    std::string_view left_text;
    std::string_view right_text;
    if (const Truth outcome = read_text(left, left_text); outcome != Truth::yes) return outcome;
    if (const Truth outcome = read_text(right, right_text); outcome != Truth::yes) return outcome;
    return truth(left_text == right_text);
}

Truth equal_named(const Operand& left, const Operand& right) {
    std::uint64_t left_bits = 0;
    std::uint64_t right_bits = 0;
    if (const Truth outcome = named_bits(left, left_bits); outcome != Truth::yes) return outcome;
    if (const Truth outcome = named_bits(right, right_bits); outcome != Truth::yes) return outcome;
    return truth(left_bits == right_bits);
}

Truth equal_types(const Operand& left, const Operand& right) {
    if (left.is_immediate() && right.is_immediate() && left.model == right.model)
        return truth(left.cell.bits == right.cell.bits);
    return equal_texts(named_type, left, right);
}

bool strictly_equal(const Number& left, const Number& right) {
    if (left.form != right.form) return false;
    switch (left.form) {
        case NumberForm::integer:
        case NumberForm::big:
            return order_numbers(left, right) == 0;
        case NumberForm::floating:
            return same_float(left.floating, right.floating);
        case NumberForm::complex:
            return same_float(left.floating, right.floating) && same_float(left.imaginary, right.imaginary);
    }
    return false;
}

Truth compare_numbers(Sense sense, const Operand& left, const Operand& right, bool inside) {
    Number left_number;
    Number right_number;
    if (const Truth outcome = read_number(left, left_number); outcome != Truth::yes) return outcome;
    if (const Truth outcome = read_number(right, right_number); outcome != Truth::yes) return outcome;
    if (sense == Sense::strict) return truth(strictly_equal(left_number, right_number));
    if (inside && has_nan(left_number) && has_nan(right_number)) {
        if (sense == Sense::python) return Truth::undefined;
        return is_same_object(left, right) ? Truth::yes : compare_identities(left, right);
    }
    return truth(equal_numbers(left_number, right_number));
}

// As written, part by part; the strict sense, and what decides where ints beyond 64 bits take part.
Truth same_bounds(const Operand& left, const Operand& right) {
    for (const FactId id : {FactId::start, FactId::stop, FactId::step}) {
        Operand left_part;
        Operand right_part;
        if (const Truth outcome = part(left, id, 0, left_part); outcome != Truth::yes) return outcome;
        if (const Truth outcome = part(right, id, 0, right_part); outcome != Truth::yes) return outcome;
        const Truth equal = compare_numbers(Sense::python, left_part, right_part, false);
        if (equal != Truth::yes) return equal;
    }
    return Truth::yes;
}

// Two ranges are equal when they yield the same ints.
Truth equal_ranges(const Operand& left, const Operand& right) {
    RangeBounds left_bounds;
    RangeBounds right_bounds;
    const Truth left_read = read_range(left, left_bounds);
    const Truth right_read = read_range(right, right_bounds);
    if (left_read == Truth::error || right_read == Truth::error) return Truth::error;
    if (left_read != Truth::yes || right_read != Truth::yes) {
        const Truth same = same_bounds(left, right);
        return same == Truth::no ? Truth::undefined : same;
    }
    const std::uint64_t count = left_bounds.count();
    if (count != right_bounds.count()) return Truth::no;
    if (count == 0) return Truth::yes;
    if (left_bounds.start != right_bounds.start) return Truth::no;
    return truth(count == 1 || left_bounds.step == right_bounds.step);
}

}  // namespace

bool is_same_object(const Operand& left, const Operand& right) noexcept {
    if (left.is_immediate() || right.is_immediate() || left.model != right.model) return false;
    return left.cell.bits == right.cell.bits || compare_identities(left, right) == Truth::yes;
}

Truth compare_identities(const Operand& left, const Operand& right) noexcept {
    if (left.is_immediate() || right.is_immediate() || left.constant || right.constant)
        return Truth::undefined;
    const auto mine = identity_of(*left.model, left.cell.as_reference());
    const auto theirs = identity_of(*right.model, right.cell.as_reference());
    return mine && theirs ? truth(*mine == *theirs) : Truth::undefined;
}

std::uint64_t RangeBounds::count() const {
    const bool up = step > 0;
    if (up ? start >= stop : start <= stop) return 0;
    const std::uint64_t distance = up ? static_cast<std::uint64_t>(stop) - static_cast<std::uint64_t>(start)
                                      : static_cast<std::uint64_t>(start) - static_cast<std::uint64_t>(stop);
    const std::uint64_t size =
        up ? static_cast<std::uint64_t>(step) : std::uint64_t{0} - static_cast<std::uint64_t>(step);
    return (distance - 1) / size + 1;
}

Truth read_range(const Operand& range, RangeBounds& bounds) noexcept {
    std::int64_t* const parts[] = {&bounds.start, &bounds.stop, &bounds.step};
    constexpr FactId ids[] = {FactId::start, FactId::stop, FactId::step};
    for (unsigned i = 0; i < 3; ++i) {
        Operand operand;
        Number number;
        if (const Truth outcome = part(range, ids[i], 0, operand); outcome != Truth::yes) return outcome;
        if (const Truth outcome = read_number(operand, number); outcome != Truth::yes) return outcome;
        if (number.form != NumberForm::integer) return Truth::undefined;
        *parts[i] = number.integer;
    }
    return bounds.step == 0 ? Truth::undefined : Truth::yes;
}

Family family_of(Kind kind) noexcept {
    switch (kind) {
        case Kind::none:
            return Family::none;
        case Kind::boolean:
        case Kind::integer:
        case Kind::floating:
        case Kind::complex:
            return Family::number;
        case Kind::string:
            return Family::string;
        case Kind::bytes:
            return Family::bytes;
        case Kind::list:
            return Family::list;
        case Kind::tuple:
        case Kind::size:
            return Family::tuple;
        case Kind::dict:
            return Family::dict;
        case Kind::set:
        case Kind::frozenset:
            return Family::set;
        case Kind::range:
            return Family::range;
        case Kind::slice:
            return Family::slice;
        case Kind::dtype:
            return Family::dtype;
        case Kind::device:
            return Family::device;
        case Kind::type:
            return Family::type;
        case Kind::mapping_proxy:
        case Kind::iterator:
        case Kind::tensor:
        case Kind::module:
        case Kind::function:
        case Kind::code:
        case Kind::cell:
        case Kind::weak_reference:
        case Kind::object:
            break;
    }
    return Family::opaque;
}

Truth compare_leaves(Sense sense, Family family, const Operand& left, const Operand& right,
                     bool inside) noexcept {
    switch (family) {
        case Family::none:
            return Truth::yes;
        case Family::number:
            return compare_numbers(sense, left, right, inside);
        case Family::string:
            return equal_texts(characters, left, right);
        case Family::bytes:
            return equal_texts(raw_bytes, left, right);
        case Family::dtype:
        case Family::device:
            return equal_named(left, right);
        case Family::type:
            return equal_types(left, right);
        case Family::range:
            return sense == Sense::strict ? same_bounds(left, right) : equal_ranges(left, right);
        case Family::opaque:
        case Family::list:
        case Family::tuple:
        case Family::dict:
        case Family::set:
        case Family::slice:
            break;
    }
    return Truth::undefined;
}

}  // namespace guardc
