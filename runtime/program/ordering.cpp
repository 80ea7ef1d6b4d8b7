#include "runtime/program/ordering.h"

#include <algorithm>

#include "runtime/program/equality.h"
#include "runtime/program/number.h"

namespace guardc {
namespace {

// Against an unordered pair all four are false.
bool holds(Comparison comparison, std::partial_ordering order) {
    switch (comparison) {
        case Comparison::less:
            return order < 0;
        case Comparison::less_equal:
            return order <= 0;
        case Comparison::greater:
            return order > 0;
        case Comparison::greater_equal:
            return order >= 0;
        case Comparison::equal:
        case Comparison::not_equal:
            break;
    }
    return false;
}

Truth compare_numbers(Comparison comparison, const Operand& left, const Operand& right) {
    Number left_number;
    Number right_number;
    if (const Truth outcome = read_number(left, left_number); outcome != Truth::yes) return outcome;
    if (const Truth outcome = read_number(right, right_number); outcome != Truth::yes) return outcome;
    if (left_number.form == NumberForm::complex || right_number.form == NumberForm::complex)
        return Truth::undefined;
    return truth(holds(comparison, order_numbers(left_number, right_number)));
}

// UTF-8 orders by bytes as its code points do.
template <class Read>
Truth compare_texts(Read read_text, Comparison comparison, const Operand& left, const Operand& right) {
    std::string_view left_text;
    std::string_view right_text;
    if (const Truth outcome = read_text(left, left_text); outcome != Truth::yes) return outcome;
    if (const Truth outcome = read_text(right, right_text); outcome != Truth::yes) return outcome;
    return truth(holds(comparison, left_text <=> right_text));
}

// Finds the first elements that differ, and goes on with those. yes: they are in `left` and `right` now. Else
// the sequences are ordered by their lengths, and `outcome` is settled.
bool descend(Comparison comparison, Operand& left, Operand& right, Budget& budget, Truth& outcome) {
    std::uint64_t left_count = 0;
    std::uint64_t right_count = 0;
    if (outcome = length(left, left_count); outcome != Truth::yes) return false;
    if (outcome = length(right, right_count); outcome != Truth::yes) return false;
    for (std::uint64_t index = 0; index < std::min(left_count, right_count); ++index) {
        Operand left_part;
        Operand right_part;
        if (outcome = part(left, FactId::item, index, left_part); outcome != Truth::yes) return false;
        if (outcome = part(right, FactId::item, index, right_part); outcome != Truth::yes) return false;
        outcome = compare_equal(Sense::python, left_part, right_part, true, budget);
        if (outcome == Truth::yes) continue;
        if (outcome != Truth::no) return false;
        left = left_part;
        right = right_part;
        return true;
    }
    outcome = truth(holds(comparison, left_count <=> right_count));
    return false;
}

}  // namespace

Truth compare_order(Comparison comparison, const Operand& first, const Operand& second) noexcept {
    Operand left = first;
    Operand right = second;
    Budget budget;
    for (std::uint32_t depth = 0; depth < kComparisonDepth; ++depth) {
        const Family family = family_of(left.kind);
        for (const Operand* side : {&left, &right}) {
            const Truth exact = has_exact_type(*side);
            if (exact != Truth::yes) return exact == Truth::error ? Truth::error : Truth::undefined;
        }
        if (family != family_of(right.kind)) return Truth::undefined;
        switch (family) {
            case Family::number:
                return compare_numbers(comparison, left, right);
            case Family::string:
                return compare_texts(characters, comparison, left, right);
            case Family::bytes:
                return compare_texts(raw_bytes, comparison, left, right);
            case Family::list:
            case Family::tuple:
                break;
            default:
                return Truth::undefined;
        }
        Truth outcome = Truth::undefined;
        if (!descend(comparison, left, right, budget, outcome)) return outcome;
    }
    return Truth::undefined;
}

}  // namespace guardc
