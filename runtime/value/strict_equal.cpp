#include "runtime/value/strict_equal.h"

#include <bit>
#include <cmath>
#include <span>

#include "runtime/value/identity.h"
#include "runtime/value/key_index.h"
#include "runtime/value/number_equal.h"
#include "runtime/value/strict_walk.h"

namespace guardc {
namespace {

using strict::canonical_bits;

bool each_equal(std::span<const Value* const> left, std::span<const Value* const> right, unsigned depth);

// Elements of a set are told apart by Python's equality, so that at most one of the other set can be the one.
// NaNs are the exception, alone and in tuples: all that are strictly equal count alike.
std::size_t count_equal(const Value& element, std::span<const Value* const> items, unsigned depth) {
    std::size_t count = 0;
    for (const Value* item : items)
        count += strict::equal(element, *item, depth) ? 1 : 0;
    return count;
}

bool sets_equal(const SequenceValue& left, const SequenceValue& right, unsigned depth) {
    if (left.count != right.count) return false;
    const std::span<const Value* const> mine(left.items, left.count);
    const std::span<const Value* const> theirs(right.items, right.count);
    for (const Value* element : mine) {
        const KeyPlace place = find_element(right, *element);
        if (place.found == Truth::yes && strict::equal(*element, *theirs[place.position], depth - 1))
            continue;
        if (place.found == Truth::no && !strict::holds_nan(*element, depth)) return false;
        if (count_equal(*element, mine, depth - 1) != count_equal(*element, theirs, depth - 1)) return false;
    }
    return true;
}

bool dicts_equal(const DictValue& left, const DictValue& right, unsigned depth) {
    const bool whole = left.length == left.count && right.length == right.count;
    return whole && each_equal(keys_of(left), keys_of(right), depth) &&
           each_equal({left.values, left.count}, {right.values, right.count}, depth);
}

bool each_equal(std::span<const Value* const> left, std::span<const Value* const> right, unsigned depth) {
    if (left.size() != right.size()) return false;
    for (std::size_t index = 0; index < left.size(); ++index)
        if (!strict::equal(*left[index], *right[index], depth - 1)) return false;
    return true;
}

}  // namespace

bool strict::equal(const Value& left, const Value& right, unsigned depth) noexcept {
    if (&left == &right) return true;
    if (left.kind != right.kind || left.type != right.type) return false;
    if (depth == 0) return same_object(left, right);
    switch (left.kind) {
        case Kind::none:
            return true;
        case Kind::boolean:
        case Kind::integer:
            return number_equal(left, right);
        case Kind::floating:
            return canonical_bits(as<FloatingValue>(left).number) ==
                   canonical_bits(as<FloatingValue>(right).number);
        case Kind::complex: {
            const auto& mine = as<ComplexValue>(left);
            const auto& theirs = as<ComplexValue>(right);
            return canonical_bits(mine.real) == canonical_bits(theirs.real) &&
                   canonical_bits(mine.imaginary) == canonical_bits(theirs.imaginary);
        }
        case Kind::string:
            return text_of(left) == text_of(right);
        case Kind::bytes:
            return bytes_of(left) == bytes_of(right);
        case Kind::list:
        case Kind::tuple:
        case Kind::size:
            return each_equal(items_of(left), items_of(right), depth);
        case Kind::set:
        case Kind::frozenset:
            return sets_equal(as<SequenceValue>(left), as<SequenceValue>(right), depth);
        case Kind::dict:
        case Kind::mapping_proxy:
            return dicts_equal(as<DictValue>(left), as<DictValue>(right), depth);
        case Kind::range: {
            const auto& mine = as<RangeValue>(left);
            const auto& theirs = as<RangeValue>(right);
            const Value* const my_parts[] = {mine.start, mine.stop, mine.step};
            const Value* const their_parts[] = {theirs.start, theirs.stop, theirs.step};
            return each_equal(my_parts, their_parts, depth);
        }
        case Kind::slice: {
            const auto& mine = as<SliceValue>(left);
            const auto& theirs = as<SliceValue>(right);
            const Value* const my_parts[] = {mine.start, mine.stop, mine.step};
            const Value* const their_parts[] = {theirs.start, theirs.stop, theirs.step};
            return each_equal(my_parts, their_parts, depth);
        }
        case Kind::dtype:
            return as<DTypeValue>(left).dtype == as<DTypeValue>(right).dtype;
        case Kind::device:
            return as<DeviceValue>(left).device == as<DeviceValue>(right).device;
        case Kind::type:
            return as<TypeValue>(left).named == as<TypeValue>(right).named;
        default:
            return same_object(left, right);
    }
}

bool strict::same_object(const Value& left, const Value& right) noexcept {
    return &left == &right || (left.identity != 0 && left.identity == right.identity);
}

std::uint64_t strict::canonical_bits(double number) noexcept {
    if (std::isnan(number)) return 0x7ff8000000000000ULL;
    return std::bit_cast<std::uint64_t>(number);
}

bool strict::holds_nan(const Value& value, unsigned depth) noexcept {
    if (depth == 0) return true;
    if (value.kind == Kind::floating) return std::isnan(as<FloatingValue>(value).number);
    if (value.kind == Kind::complex)
        return std::isnan(as<ComplexValue>(value).real) || std::isnan(as<ComplexValue>(value).imaginary);
    if (!is_sequence(value.kind)) return value.kind == Kind::slice;
    for (const Value* item : items_of(value))
        if (holds_nan(*item, depth - 1)) return true;
    return false;
}

bool strict_equal(const Value& left, const Value& right) noexcept {
    return strict::equal(left, right, kStrictDepth);
}

}  // namespace guardc
