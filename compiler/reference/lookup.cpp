#include "compiler/reference/lookup.h"

#include <cmath>

#include "compiler/reference/arithmetic.h"
#include "compiler/reference/equality.h"
#include "runtime/value/containers.h"

namespace guardc::compiler {

namespace {

Cell position(std::uint64_t index) {
    return Cell::integer(static_cast<std::int64_t>(index));
}

// The keys that a dict is known to hold. One that is written in part is as if the rest were not there.
std::optional<std::uint64_t> find_key(const Seen& dict, const Seen& key, Truth& found) {
    found = Truth::undefined;
    const std::optional<std::uint64_t> length = length_of(dict);
    if (!length || is_hashable(key) != Truth::yes) return std::nullopt;
    found = Truth::no;
    for (std::uint64_t i = 0; i < *length; ++i) {
        const std::optional<Seen> candidate = part(dict, FactId::key_at, position(i));
        if (!candidate) break;
        const Truth same = key_equal(*candidate, key);
        if (same == Truth::yes) {
            found = same;
            return i;
        }
        if (same != Truth::no) found = same;
    }
    return std::nullopt;
}

bool tells_positions(const Seen& dict) {
    const std::optional<std::uint64_t> length = length_of(dict);
    return length && (*length == 0 || part(dict, FactId::key_at, position(0)));
}

Truth in_mapping(const Seen& element, const Seen& dict) {
    Truth found = Truth::undefined;
    if (tells_positions(dict)) {
        find_key(dict, element, found);
        return found;
    }
    const std::optional<Cell> answer = fact(dict, FactId::contains, element.cell);
    return answer && answer->tag == CellTag::boolean ? truth(answer->bits != 0) : Truth::undefined;
}

// Sets ask all their elements, sequences stop at the first that decides.
Truth in_elements(const Seen& element, const Seen& container) {
    const std::optional<std::uint64_t> length = length_of(container);
    if (!length || (is_set(container.kind) && is_hashable(element) != Truth::yes)) return Truth::undefined;
    Truth found = Truth::no;
    for (std::uint64_t i = 0; i < *length; ++i) {
        const std::optional<Seen> candidate = part(container, FactId::item, position(i));
        Truth same = candidate ? key_equal(*candidate, element) : Truth::undefined;
        // Hashes keep a set from asking objects for their own equality; a sequence asks it.
        if (same == Truth::no && !is_set(container.kind) && equal(*candidate, element) == Truth::undefined)
            same = Truth::undefined;
        if (same == Truth::yes || (same != Truth::no && !is_set(container.kind))) return same;
        if (same != Truth::no) found = same;
    }
    return found;
}

Truth in_text(const Seen& element, const Seen& container) {
    const std::optional<std::string_view> part_text = text_of(element);
    const std::optional<std::string_view> whole = text_of(container);
    return part_text && whole ? truth(whole->find(*part_text) != std::string_view::npos) : Truth::undefined;
}

Truth in_bytes(const Seen& element, const Seen& container) {
    const std::optional<std::string_view> whole = bytes_of(container);
    if (!whole) return Truth::undefined;
    if (const std::optional<std::string_view> piece = bytes_of(element))
        return truth(whole->find(*piece) != std::string_view::npos);
    const std::optional<std::int64_t> byte = index_of(element);
    if (!byte || *byte < 0 || *byte > 255) return Truth::undefined;
    return truth(whole->find(static_cast<char>(*byte)) != std::string_view::npos);
}

Truth in_steps(std::int64_t wanted, std::int64_t first, std::int64_t end, std::int64_t stride) {
    const bool inside = stride > 0 ? wanted >= first && wanted < end : wanted <= first && wanted > end;
    const __int128 distance = static_cast<__int128>(wanted) - first;
    return truth(inside && distance % stride == 0);
}

// Numbers that equal one of the numbers of the range; nothing else is in it, save objects that decide
// themselves. Of an empty range nobody is asked.
Truth in_numbers(const Seen& element, const Seen& range) {
    const std::optional<Seen> start = part(range, FactId::start);
    const std::optional<Seen> stop = part(range, FactId::stop);
    const std::optional<Seen> step = part(range, FactId::step);
    if (!start || !stop || !step) return Truth::undefined;
    const std::optional<std::int64_t> first = exact_integer(*start);
    const std::optional<std::int64_t> end = exact_integer(*stop);
    const std::optional<std::int64_t> stride = exact_integer(*step);
    if (!first || !end || !stride || *stride == 0) return Truth::undefined;
    if (*stride > 0 ? *end <= *first : *end >= *first) return Truth::no;
    double real = 0;
    if (const std::optional<Complex> complex = complex_of(element)) {
        if (complex->imaginary != 0) return Truth::no;
        real = complex->real;
    } else if (const std::optional<Number> number = number_of(element)) {
        if (number->form == Number::Form::big) return Truth::no;
        if (number->form == Number::Form::small) return in_steps(number->small, *first, *end, *stride);
        real = number->real;
    } else {
        return equal(element, *start);
    }
    if (!(real >= -0x1p63 && real < 0x1p63) || real != std::floor(real)) return Truth::no;
    return in_steps(static_cast<std::int64_t>(real), *first, *end, *stride);
}

}  // namespace

// Bools index as the ints that they are.
std::optional<std::int64_t> index_of(const Seen& key) {
    if (key.kind != Kind::integer && key.kind != Kind::boolean) return std::nullopt;
    const std::optional<Number> number = number_of(key);
    return number && number->form == Number::Form::small ? std::optional(number->small) : std::nullopt;
}

std::optional<Cell> stored_key(const Seen& dict, const Seen& key) {
    if (!is_mapping(dict.kind)) return std::nullopt;
    if (!tells_positions(dict)) return fact(dict, FactId::stored_key, key.cell);
    Truth found = Truth::no;
    const std::optional<std::uint64_t> place = find_key(dict, key, found);
    return place ? fact(dict, FactId::key_at, position(*place)) : std::nullopt;
}

std::optional<Cell> subscript(const Seen& base, const Seen& key) {
    if (base.kind == Kind::list || base.kind == Kind::tuple || base.kind == Kind::size ||
        base.kind == Kind::object) {
        const std::optional<std::uint64_t> length = length_of(base);
        const std::optional<std::int64_t> index = index_of(key);
        if (!length || !index) return std::nullopt;
        const auto count = static_cast<std::int64_t>(*length);
        const std::int64_t from_start = *index < 0 ? *index + count : *index;
        if (from_start < 0 || from_start >= count) return std::nullopt;
        return fact(base, FactId::item, Cell::integer(from_start));
    }
    if (!is_mapping(base.kind)) return std::nullopt;
    if (!tells_positions(base)) return fact(base, FactId::lookup, key.cell);
    Truth found = Truth::no;
    const std::optional<std::uint64_t> place = find_key(base, key, found);
    return place ? fact(base, FactId::value_at, position(*place)) : std::nullopt;
}

Truth contains(const Seen& element, const Seen& container) {
    if (is_mapping(container.kind)) return in_mapping(element, container);
    if (is_sequence(container.kind)) return in_elements(element, container);
    switch (container.kind) {
        case Kind::string:
            return in_text(element, container);
        case Kind::bytes:
            return in_bytes(element, container);
        case Kind::range:
            return in_numbers(element, container);
        default:
            return Truth::undefined;
    }
}

Truth truth_of(const Seen& value) {
    switch (value.kind) {
        case Kind::none:
            return Truth::no;
        case Kind::boolean:
        case Kind::integer:
        case Kind::floating: {
            const std::optional<Number> number = number_of(value);
            const Number zero;
            return number ? truth(order(*number, zero) != 0) : Truth::undefined;
        }
        case Kind::complex: {
            const std::optional<Complex> complex = complex_of(value);
            return complex ? truth(complex->real != 0 || complex->imaginary != 0) : Truth::undefined;
        }
        case Kind::dtype:
        case Kind::device:
        case Kind::type:
        case Kind::slice:
            return Truth::yes;
        default:
            break;
    }
    if (value.kind != Kind::string && value.kind != Kind::bytes && value.kind != Kind::range &&
        !(is_container(value.kind) && is_exact(value)))
        return Truth::undefined;
    const std::optional<std::uint64_t> length = length_of(value);
    return length ? truth(*length != 0) : Truth::undefined;
}

}  // namespace guardc::compiler
