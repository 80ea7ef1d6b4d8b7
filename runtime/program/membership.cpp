#include "runtime/program/membership.h"

#include <cmath>
#include <cstring>

#include "runtime/program/equality.h"
#include "runtime/program/lookup.h"
#include "runtime/program/number.h"

namespace guardc {
namespace {

// Identity counts as it does among keys. But nothing keeps a list from asking its elements: what has an
// equality of its own may call equal what is another object.
Truth compare_element(const Operand& element, const Operand& needle, Budget& budget) {
    const Truth outcome = compare_equal(Sense::key, element, needle, true, budget);
    budget.steps += 2;  // the first step of each comparison is free
    if (outcome != Truth::no) return outcome;
    const Truth asked = compare_equal(Sense::python, element, needle, false, budget);
    return asked == Truth::undefined || asked == Truth::error ? asked : Truth::no;
}

// The first element that decides ends it, as in Python.
Truth in_sequence(const Operand& haystack, const Operand& needle) {
    std::uint64_t count = 0;
    if (const Truth outcome = length(haystack, count); outcome != Truth::yes) return outcome;
    Budget budget;
    for (std::uint64_t index = 0; index < count; ++index) {
        Operand element;
        if (const Truth outcome = part(haystack, FactId::item, index, element); outcome != Truth::yes)
            return outcome;
        const Truth outcome = compare_element(element, needle, budget);
        if (outcome != Truth::no) return outcome;
    }
    return Truth::no;
}

Truth in_table(const Operand& haystack, FactId key_fact, const Operand& needle) {
    if (sort_of_key(needle) == KeySort::unhashable) return Truth::undefined;
    const Truth known = has_key(haystack, needle);
    if (known != Truth::undefined) return known;
    std::uint64_t position = 0;
    return search_key(haystack, key_fact, needle, position);
}

// The parts of UTF-8 sequences never look like whole ones, so bytes find what code points would.
Truth in_text(std::string_view haystack, std::string_view needle) {
    if (needle.empty()) return Truth::yes;
    // Not std::string_view::find: that is quadratic on hostile texts.
    return truth(!haystack.empty() &&
                 ::memmem(haystack.data(), haystack.size(), needle.data(), needle.size()) != nullptr);
}

Truth in_string(const Operand& haystack, const Operand& needle) {
    if (needle.kind != Kind::string) return Truth::undefined;
    std::string_view text;
    std::string_view wanted;
    if (const Truth outcome = characters(haystack, text); outcome != Truth::yes) return outcome;
    if (const Truth outcome = characters(needle, wanted); outcome != Truth::yes) return outcome;
    return in_text(text, wanted);
}

Truth in_bytes(const Operand& haystack, const Operand& needle) {
    std::string_view bytes;
    if (const Truth outcome = raw_bytes(haystack, bytes); outcome != Truth::yes) return outcome;
    if (needle.kind == Kind::bytes) {
        std::string_view wanted;
        const Truth outcome = raw_bytes(needle, wanted);
        return outcome == Truth::yes ? in_text(bytes, wanted) : outcome;
    }
    if (needle.kind != Kind::integer && needle.kind != Kind::boolean) return Truth::undefined;
    Number number;
    if (const Truth outcome = read_number(needle, number); outcome != Truth::yes) return outcome;
    if (number.form != NumberForm::integer || number.integer < 0 || number.integer > 255)
        return Truth::undefined;
    return truth(bytes.find(static_cast<char>(number.integer)) != std::string_view::npos);
}

// The int that a number equals, if there is one within 64 bits.
bool whole_number(const Number& number, std::int64_t& whole) {
    if (number.form == NumberForm::integer) {
        whole = number.integer;
        return true;
    }
    const bool real =
        number.form == NumberForm::floating || (number.form == NumberForm::complex && number.imaginary == 0);
    constexpr double kLimit = 9223372036854775808.0;
    if (!real || number.floating != std::floor(number.floating)) return false;
    if (number.floating < -kLimit || number.floating >= kLimit) return false;
    whole = static_cast<std::int64_t>(number.floating);
    return true;
}

Truth in_range(const Operand& haystack, const Operand& needle) {
    RangeBounds bounds;
    if (const Truth outcome = read_range(haystack, bounds); outcome != Truth::yes) return outcome;
    if (bounds.count() == 0) return Truth::no;
    if (family_of(needle.kind) != Family::number || has_exact_type(needle) != Truth::yes) {
        // Anything else equals no int, or is asked itself.
        Operand first;
        if (const Truth outcome = part(haystack, FactId::start, 0, first); outcome != Truth::yes)
            return outcome;
        return compare_equal(Sense::python, needle, first);
    }
    Number number;
    if (const Truth outcome = read_number(needle, number); outcome != Truth::yes) return outcome;
    std::int64_t whole = 0;
    if (!whole_number(number, whole)) return Truth::no;
    const bool up = bounds.step > 0;
    if (up ? whole < bounds.start || whole >= bounds.stop : whole > bounds.start || whole <= bounds.stop)
        return Truth::no;
    const auto word = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
    const std::uint64_t distance = up ? word(whole) - word(bounds.start) : word(bounds.start) - word(whole);
    return truth(distance % (up ? word(bounds.step) : 0 - word(bounds.step)) == 0);
}

}  // namespace

Truth contains(const Operand& haystack, const Operand& needle) noexcept {
    switch (haystack.kind) {
        case Kind::list:
        case Kind::tuple:
        case Kind::size:
            return in_sequence(haystack, needle);
        case Kind::set:
        case Kind::frozenset:
            return in_table(haystack, FactId::item, needle);
        case Kind::dict:
        case Kind::mapping_proxy:
            return in_table(haystack, FactId::key_at, needle);
        case Kind::string:
            return in_string(haystack, needle);
        case Kind::bytes:
            return in_bytes(haystack, needle);
        case Kind::range:
            return in_range(haystack, needle);
        default:
            return Truth::undefined;
    }
}

}  // namespace guardc
