#include "runtime/value/python_equal.h"

#include <cmath>

#include "runtime/value/equality_walk.h"
#include "runtime/value/number_equal.h"

namespace guardc {
namespace {

bool same_object(const Value& left, const Value& right) {
    return &left == &right || (left.identity != 0 && left.identity == right.identity);
}

// Equality is that of the contents, and runs no code.
bool is_plain(const Value& value) {
    switch (value.kind) {
        case Kind::dict:
            return value.type == builtin_type(Kind::dict);
        case Kind::mapping_proxy:  // asks what it stands for, which a value does not tell
        case Kind::iterator:
        case Kind::tensor:
        case Kind::module:
        case Kind::function:
        case Kind::code:
        case Kind::cell:
        case Kind::weak_reference:
        case Kind::object:
            return false;
        default:
            return true;
    }
}

bool goes_by_identity(EqualityMode mode, const Value& value) {
    return (value.kind == Kind::tensor && mode == EqualityMode::key) || value.kind == Kind::module ||
           value.kind == Kind::function || value.kind == Kind::code || value.kind == Kind::cell;
}

Truth two_nans(const Value& left, const Value& right) {
    if (&left == &right) return Truth::yes;
    if (left.identity == 0 || right.identity == 0) return Truth::undefined;
    return truth(left.identity == right.identity);
}

// A size is a tuple with another name.
bool is_tuple(Kind kind) {
    return kind == Kind::tuple || kind == Kind::size;
}

// Ranges are equal when they yield the same numbers, however they are written.
Truth ranges_equal(const RangeValue& left, const RangeValue& right) {
    const std::optional<std::uint64_t> mine = range_length(left);
    const std::optional<std::uint64_t> theirs = range_length(right);
    if (!mine || !theirs) {
        // Beyond 64 bits only ranges that are written alike are known to be equal.
        const bool alike = number_equal(*left.start, *right.start) && number_equal(*left.stop, *right.stop) &&
                           number_equal(*left.step, *right.step);
        return alike ? Truth::yes : Truth::undefined;
    }
    if (*mine != *theirs) return Truth::no;
    if (*mine == 0) return Truth::yes;
    if (!number_equal(*left.start, *right.start)) return Truth::no;
    return truth(*mine == 1 || number_equal(*left.step, *right.step));
}

}  // namespace

Truth EqualityWalk::equal(const Value& left, const Value& right, unsigned depth) noexcept {
    if (depth == 0 || ++steps_ > kEqualitySteps) return Truth::undefined;
    if (is_nan(left) && is_nan(right)) return two_nans(left, right);
    if (same_object(left, right)) return Truth::yes;
    if (!is_plain(left) || !is_plain(right)) return unlike(left, right);
    if (is_number(left.kind) && is_number(right.kind)) return truth(number_equal(left, right));
    if (is_tuple(left.kind) && is_tuple(right.kind))
        return each_equal(items_of(left), items_of(right), depth);
    if (is_set(left.kind) && is_set(right.kind))
        return sets_equal(as<SequenceValue>(left), as<SequenceValue>(right), depth);
    if (left.kind != right.kind) return Truth::no;
    switch (left.kind) {
        case Kind::none:
            return Truth::yes;
        case Kind::string:
            return truth(text_of(left) == text_of(right));
        case Kind::bytes:
            return truth(bytes_of(left) == bytes_of(right));
        case Kind::list:
            return each_equal(items_of(left), items_of(right), depth);
        case Kind::dict:
            return dicts_equal(as<DictValue>(left), as<DictValue>(right), depth);
        case Kind::range:
            return ranges_equal(as<RangeValue>(left), as<RangeValue>(right));
        case Kind::slice: {
            const auto& mine = as<SliceValue>(left);
            const auto& theirs = as<SliceValue>(right);
            const Value* const my_parts[] = {mine.start, mine.stop, mine.step};
            const Value* const their_parts[] = {theirs.start, theirs.stop, theirs.step};
            return each_equal(my_parts, their_parts, depth);
        }
        case Kind::dtype:
            return truth(as<DTypeValue>(left).dtype == as<DTypeValue>(right).dtype);
        case Kind::device:
            return truth(as<DeviceValue>(left).device == as<DeviceValue>(right).device);
        case Kind::type:
            return truth(as<TypeValue>(left).named == as<TypeValue>(right).named);
        default:
            return Truth::undefined;
    }
}

Truth EqualityWalk::unlike(const Value& left, const Value& right) const {
    for (const Value* side : {&left, &right})
        if (!is_plain(*side) && !goes_by_identity(mode_, *side)) return Truth::undefined;
    if (left.kind != right.kind) return Truth::no;
    // Equal identities were found before.
    return left.identity != 0 && right.identity != 0 ? Truth::no : Truth::undefined;
}

Truth EqualityWalk::each_equal(std::span<const Value* const> left, std::span<const Value* const> right,
                               unsigned depth) {
    if (left.size() != right.size()) return Truth::no;
    for (std::size_t index = 0; index < left.size(); ++index) {
        const Truth same = equal(*left[index], *right[index], depth - 1);
        if (same != Truth::yes) return same;
    }
    return Truth::yes;
}

Truth EqualityWalk::sets_equal(const SequenceValue& left, const SequenceValue& right, unsigned depth) {
    if (left.count != right.count) return Truth::no;
    for (const Value* element : std::span(left.items, left.count)) {
        const Truth found = find({right.items, right.count}, right.index, *element, depth - 1).found;
        if (found != Truth::yes) return found;
    }
    return Truth::yes;
}

Truth EqualityWalk::dicts_equal(const DictValue& left, const DictValue& right, unsigned depth) {
    if (left.length != right.length) return Truth::no;
    if (left.length != left.count || right.length != right.count) return Truth::undefined;
    for (std::size_t index = 0; index < left.count; ++index) {
        const KeyPlace place = find(keys_of(right), right.index, *left.keys[index], depth - 1);
        if (place.found != Truth::yes) return place.found;
        const Truth same = equal(*left.values[index], *right.values[place.position], depth - 1);
        if (same != Truth::yes) return same;
    }
    return Truth::yes;
}

Truth key_equal(const Value& left, const Value& right) noexcept {
    return EqualityWalk(EqualityMode::key).equal(left, right, kEqualityDepth);
}

Truth element_equal(const Value& left, const Value& right) noexcept {
    return EqualityWalk(EqualityMode::element).equal(left, right, kEqualityDepth);
}

bool is_nan(const Value& value) noexcept {
    if (value.kind == Kind::floating) return std::isnan(as<FloatingValue>(value).number);
    if (value.kind != Kind::complex) return false;
    const auto& parts = as<ComplexValue>(value);
    return std::isnan(parts.real) || std::isnan(parts.imaginary);
}

}  // namespace guardc
