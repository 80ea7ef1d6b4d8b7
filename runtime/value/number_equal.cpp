#include "runtime/value/number_equal.h"

#include <bit>
#include <cmath>

namespace guardc {
namespace {

bool is_int(Kind kind) {
    return kind == Kind::boolean || kind == Kind::integer;
}

BigView whole(const Value& value, std::uint64_t& storage) {
    if (value.kind == Kind::boolean)
        return big_view(static_cast<std::int64_t>(as<BooleanValue>(value).truth), storage);
    return big_view(as<IntegerValue>(value), storage);
}

double real_part(const Value& value) {
    return value.kind == Kind::floating ? as<FloatingValue>(value).number : as<ComplexValue>(value).real;
}

double imaginary_part(const Value& value) {
    return value.kind == Kind::complex ? as<ComplexValue>(value).imaginary : 0.0;
}

std::uint64_t hash_whole(BigView number) {
    std::uint64_t hash = number.negative ? 1 : 2;
    for (const std::uint64_t limb : number.limbs)
        hash = mix_hash(hash, limb);
    return hash;
}

std::uint64_t hash_double(double number) {
    if (std::isnan(number)) return 3;
    if (std::isfinite(number) && number == std::trunc(number)) {
        std::uint64_t limbs[17];
        BigView view = whole_number(number, limbs);
        if (view.limbs.empty()) view.negative = false;
        return hash_whole(view);
    }
    return mix_hash(4, std::bit_cast<std::uint64_t>(number));
}

}  // namespace

bool number_equal(const Value& left, const Value& right) noexcept {
    std::uint64_t mine = 0;
    std::uint64_t theirs = 0;
    if (is_int(left.kind) && is_int(right.kind)) return compare(whole(left, mine), whole(right, theirs)) == 0;
    if (is_int(left.kind))
        return compare(whole(left, mine), real_part(right)) == 0 && imaginary_part(right) == 0;
    if (is_int(right.kind))
        return compare(whole(right, theirs), real_part(left)) == 0 && imaginary_part(left) == 0;
    return real_part(left) == real_part(right) && imaginary_part(left) == imaginary_part(right);
}

std::uint64_t number_hash(const Value& number) noexcept {
    std::uint64_t storage = 0;
    if (is_int(number.kind)) return hash_whole(whole(number, storage));
    const std::uint64_t real = hash_double(real_part(number));
    const double imaginary = imaginary_part(number);
    return imaginary == 0 ? real : mix_hash(real, hash_double(imaginary));
}

std::optional<std::uint64_t> range_length(const RangeValue& range) noexcept {
    const auto& start = as<IntegerValue>(*range.start);
    const auto& stop = as<IntegerValue>(*range.stop);
    const auto& step = as<IntegerValue>(*range.step);
    if (is_big(start) || is_big(stop) || is_big(step)) return std::nullopt;
    const bool up = step.number > 0;
    if (up ? start.number >= stop.number : start.number <= stop.number) return 0;
    // Differences of two 64-bit numbers need the unsigned 64 bits in full.
    const std::uint64_t distance =
        up ? static_cast<std::uint64_t>(stop.number) - static_cast<std::uint64_t>(start.number)
           : static_cast<std::uint64_t>(start.number) - static_cast<std::uint64_t>(stop.number);
    const std::uint64_t stride =
        up ? static_cast<std::uint64_t>(step.number) : 0 - static_cast<std::uint64_t>(step.number);
    const std::uint64_t length = (distance - 1) / stride + 1;
    if (length > INT64_MAX) return std::nullopt;
    return length;
}

std::optional<std::int64_t> range_item(const RangeValue& range, std::uint64_t position) noexcept {
    // Within the length, start + position * step lies between start and stop: it cannot wrap.
    const auto start = static_cast<std::uint64_t>(as<IntegerValue>(*range.start).number);
    const auto step = static_cast<std::uint64_t>(as<IntegerValue>(*range.step).number);
    return static_cast<std::int64_t>(start + position * step);
}

}  // namespace guardc
