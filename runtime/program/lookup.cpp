#include "runtime/program/lookup.h"

#include <algorithm>

#include "runtime/program/equality.h"
#include "runtime/program/number.h"

namespace guardc {
namespace {

// Keys nest little; what nests deeper, or is larger, is searched for.
constexpr unsigned kKeyDepth = 16;
constexpr std::uint64_t kKeyParts = 256;

KeySort sort_of_part(const Operand& key, unsigned depth, std::uint64_t& parts);

KeySort sort_of_parts(const Operand& key, unsigned depth, std::uint64_t& parts) {
    std::uint64_t count = 0;
    if (depth == 0 || length(key, count) != Truth::yes) return KeySort::uncertain;
    parts += count;
    if (parts > kKeyParts) return KeySort::uncertain;
    KeySort sort = KeySort::plain;
    for (std::uint64_t index = 0; index < count; ++index) {
        Operand element;
        if (part(key, FactId::item, index, element) != Truth::yes) return KeySort::uncertain;
        sort = std::max(sort, sort_of_part(element, depth - 1, parts));
    }
    return sort;
}

KeySort sort_of_part(const Operand& key, unsigned depth, std::uint64_t& parts) {
    switch (key.kind) {
        case Kind::list:
        case Kind::dict:
        case Kind::set:
        case Kind::mapping_proxy:
        case Kind::slice:  // hashable since Python 3.12 only
            return KeySort::unhashable;
        default:
            break;
    }
    if (has_exact_type(key) != Truth::yes) return KeySort::uncertain;
    switch (key.kind) {
        case Kind::none:
        case Kind::boolean:
        case Kind::string:
        case Kind::bytes:
        case Kind::range:
        case Kind::dtype:
        case Kind::device:
        case Kind::type:
            return KeySort::plain;
        case Kind::integer:
        case Kind::floating:
        case Kind::complex: {
            Number number;
            const bool certain = read_number(key, number) == Truth::yes && !has_nan(number);
            return certain ? KeySort::plain : KeySort::uncertain;
        }
        case Kind::tuple:
        case Kind::size:
        case Kind::frozenset:
            return sort_of_parts(key, depth, parts);
        default:
            return KeySort::uncertain;
    }
}

// Bools index as the ints that they are; negative indices count from the end.
Truth read_index(const Operand& sequence, const Operand& index, std::uint64_t& position) {
    if (index.kind != Kind::integer && index.kind != Kind::boolean) return Truth::undefined;
    Number number;
    std::uint64_t count = 0;
    if (const Truth outcome = read_number(index, number); outcome != Truth::yes) return outcome;
    if (const Truth outcome = length(sequence, count); outcome != Truth::yes) return outcome;
    if (number.form != NumberForm::integer) return Truth::undefined;
    position = static_cast<std::uint64_t>(number.integer) + (number.integer < 0 ? count : 0);
    return position < count ? Truth::yes : Truth::undefined;
}

}  // namespace

KeySort sort_of_key(const Operand& key) noexcept {
    std::uint64_t parts = 0;
    return sort_of_part(key, kKeyDepth, parts);
}

Truth has_key(const Operand& container, const Operand& key) noexcept {
    if (container.is_immediate()) return Truth::undefined;
    Cell argument;
    if (!as_argument(key, *container.model, argument)) return Truth::undefined;
    Cell cell;
    if (find_fact(*container.row, FactId::contains) != nullptr) {
        const Truth outcome = read(container, FactId::contains, argument, cell);
        if (outcome != Truth::yes) return outcome;
        return cell.tag == CellTag::boolean ? truth(cell.bits != 0) : Truth::undefined;
    }
    if (find_fact(*container.row, FactId::lookup) == nullptr) return Truth::undefined;
    const Truth outcome = read(container, FactId::lookup, argument, cell);
    return outcome == Truth::undefined && sort_of_key(key) == KeySort::plain ? Truth::no : outcome;
}

Truth has_plain_key(const Operand& container, const Operand& key) noexcept {
    return sort_of_key(key) == KeySort::plain ? has_key(container, key) : Truth::undefined;
}

Truth look_up(const Operand& container, const Operand& key, Operand& found) noexcept {
    if (container.is_immediate() || find_fact(*container.row, FactId::lookup) == nullptr)
        return Truth::undefined;
    Cell argument;
    if (!as_argument(key, *container.model, argument) || sort_of_key(key) != KeySort::plain)
        return Truth::undefined;
    Cell cell;
    const Truth outcome = read(container, FactId::lookup, argument, cell);
    if (outcome == Truth::undefined)
        return has_key(container, key) == Truth::no ? Truth::no : Truth::undefined;
    if (outcome != Truth::yes) return outcome;
    const Truth viewed = view(*container.model, cell, found);
    found.constant |= container.constant;
    return viewed;
}

Truth search_key(const Operand& container, FactId keys, const Operand& key,
                 std::uint64_t& position) noexcept {
    std::uint64_t count = 0;
    if (const Truth outcome = length(container, count); outcome != Truth::yes) return outcome;
    Truth found = Truth::no;
    Budget budget;
    for (position = 0; position < count; ++position) {
        Operand candidate;
        const Truth read_key = part(container, keys, position, candidate);
        if (read_key == Truth::error) return read_key;
        if (read_key != Truth::yes) break;
        const Truth outcome = compare_equal(Sense::key, candidate, key, true, budget);
        ++budget.steps;  // the first step of each key is free
        if (outcome == Truth::yes || outcome == Truth::error) return outcome;
        if (outcome == Truth::undefined) found = outcome;
    }
    return found;
}

Truth subscript(const Operand& base, const Operand& key, Operand& result) noexcept {
    switch (base.kind) {
        case Kind::list:
        case Kind::tuple:
        case Kind::size:
        case Kind::object:  // where its model tells items by index
        {
            std::uint64_t position = 0;
            const Truth outcome = read_index(base, key, position);
            return outcome == Truth::yes ? part(base, FactId::item, position, result) : outcome;
        }
        case Kind::dict:
        case Kind::mapping_proxy:
            break;
        default:
            return Truth::undefined;
    }
    if (sort_of_key(key) == KeySort::unhashable) return Truth::undefined;
    Cell argument;
    if (as_argument(key, *base.model, argument)) {
        Cell cell;
        const Truth outcome = read(base, FactId::lookup, argument, cell);
        if (outcome != Truth::yes) return outcome;
        const Truth viewed = view(*base.model, cell, result);
        result.constant |= base.constant;
        return viewed;
    }
    std::uint64_t position = 0;
    const Truth outcome = search_key(base, FactId::key_at, key, position);
    if (outcome != Truth::yes) return outcome == Truth::error ? outcome : Truth::undefined;
    return part(base, FactId::value_at, position, result);
}

}  // namespace guardc
