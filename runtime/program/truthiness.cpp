#include "runtime/program/truthiness.h"

#include "runtime/program/equality.h"
#include "runtime/program/number.h"

namespace guardc {

Truth is_true(const Operand& operand) noexcept {
    const Family family = family_of(operand.kind);
    if (family == Family::opaque) return Truth::undefined;
    if (const Truth exact = has_exact_type(operand); exact != Truth::yes)
        return exact == Truth::error ? Truth::error : Truth::undefined;
    switch (family) {
        case Family::none:
            return Truth::no;
        case Family::number: {
            Number number;
            if (const Truth outcome = read_number(operand, number); outcome != Truth::yes) return outcome;
            return truth(!equal_numbers(number, Number{}));
        }
        case Family::string:
        case Family::bytes: {
            std::string_view text;
            const Truth outcome =
                family == Family::string ? characters(operand, text) : raw_bytes(operand, text);
            return outcome == Truth::yes ? truth(!text.empty()) : outcome;
        }
        case Family::list:
        case Family::tuple:
        case Family::dict:
        case Family::set: {
            std::uint64_t count = 0;
            const Truth outcome = length(operand, count);
            return outcome == Truth::yes ? truth(count != 0) : outcome;
        }
        case Family::range: {
            RangeBounds bounds;
            const Truth outcome = read_range(operand, bounds);
            return outcome == Truth::yes ? truth(bounds.count() != 0) : outcome;
        }
        case Family::slice:
        case Family::dtype:
        case Family::device:
        case Family::type:
            return Truth::yes;
        case Family::opaque:
            break;
    }
    return Truth::undefined;
}

}  // namespace guardc
