#include "runtime/program/ordering.h"

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

}  // namespace

Truth compare_order(Comparison comparison, const Operand& left, const Operand& right) noexcept {
    for (const Operand* side : {&left, &right}) {
        const Truth exact = has_exact_type(*side);
        if (exact != Truth::yes) return exact == Truth::error ? Truth::error : Truth::undefined;
    }
    const Family family = family_of(left.kind);
    if (family != family_of(right.kind)) return Truth::undefined;
    switch (family) {
        case Family::number:
            return compare_numbers(comparison, left, right);
        case Family::string:
            return compare_texts(characters, comparison, left, right);
        case Family::bytes:
            return compare_texts(raw_bytes, comparison, left, right);
        default:
            return Truth::undefined;
    }
}

}  // namespace guardc
