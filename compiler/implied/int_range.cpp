#include "compiler/implied/int_range.h"

#include <algorithm>
#include <numeric>

namespace guardc::compiler {
namespace {

using Wide = __int128;
// Steps beyond this say hardly more than the interval and would not multiply in 128 bits.
constexpr Wide kLargestStep = Wide{1} << 62;

Wide floor_mod(Wide number, Wide step) {
    const Wide rest = number % step;
    return rest < 0 ? rest + step : rest;
}
Wide floor_quotient(Wide number, Wide divisor) {
    return (number - floor_mod(number, divisor)) / divisor;
}
Wide greatest_divisor(Wide left, Wide right) {
    left = left < 0 ? -left : left;
    right = right < 0 ? -right : right;
    while (right != 0) {
        left %= right;
        std::swap(left, right);
    }
    return left;
}

bool fits(Wide number) {
    return number >= kLeastInt64 && number <= kMostInt64;
}

// The interval moved inwards to members, and a single member told as such.
IntRange tightened(IntRange range) {
    if (range.step > 1 && range.least <= range.most) {
        const Wide least = range.least + floor_mod(Wide{range.remainder} - range.least, range.step);
        const Wide most = range.most - floor_mod(Wide{range.most} - range.remainder, range.step);
        if (least <= most && fits(least) && fits(most)) {
            range.least = static_cast<std::int64_t>(least);
            range.most = static_cast<std::int64_t>(most);
        }
    }
    return range.least == range.most ? IntRange::only(range.least) : range;
}

// Of numbers that are `remainder` mod `step` (0: only that number).
std::optional<IntRange> made(Wide least, Wide most, Wide step, Wide remainder) {
    if (!fits(least) || !fits(most)) return std::nullopt;
    IntRange range{static_cast<std::int64_t>(least), static_cast<std::int64_t>(most), 1, 0};
    if (step > 1 && step < kLargestStep) {
        range.step = static_cast<std::int64_t>(step);
        range.remainder = static_cast<std::int64_t>(floor_mod(remainder, step));
    }
    return tightened(range);
}

std::int64_t any_member(const IntRange& range) {
    return range.remainder;
}

}  // namespace

IntRange IntRange::with_remainder(std::int64_t step, std::int64_t remainder) {
    IntRange range;
    range.step = step;
    range.remainder = static_cast<std::int64_t>(floor_mod(remainder, step));
    return range;
}

bool IntRange::excludes_remainder(std::int64_t of_step, std::int64_t of_remainder) const {
    const Wide common = greatest_divisor(step, of_step);
    return floor_mod(Wide{remainder} - of_remainder, common) != 0;
}

bool IntRange::has_remainder(std::int64_t of_step, std::int64_t of_remainder) const {
    return step % of_step == 0 && floor_mod(Wide{remainder} - of_remainder, of_step) == 0;
}

bool IntRange::excludes(std::int64_t number) const {
    if (number < least || number > most) return true;
    return step == 0 ? number != remainder : floor_mod(Wide{number} - remainder, step) != 0;
}

IntRange meet(const IntRange& left, const IntRange& right) {
    IntRange range = left.step == 0 || left.step >= right.step ? left : right;
    const IntRange& other = left.step == 0 || left.step >= right.step ? right : left;
    if (right.step == 0) range = right;
    range.least = std::max(left.least, right.least);
    range.most = std::min(left.most, right.most);
    if (range.step > 1 && other.step > 1) {
        // Solutions of both congruences, by trying: few steps where it matters, given up where not.
        const Wide common = greatest_divisor(range.step, other.step);
        const Wide joint = Wide{range.step} / common * other.step;
        const std::int64_t tries = static_cast<std::int64_t>(other.step / common);
        if (joint < kLargestStep && tries <= 4096) {
            for (std::int64_t i = 0; i < tries; ++i) {
                const Wide member = range.remainder + Wide{range.step} * i;
                if (floor_mod(member - other.remainder, other.step) != 0) continue;
                range.step = static_cast<std::int64_t>(joint);
                range.remainder = static_cast<std::int64_t>(floor_mod(member, joint));
                break;
            }
        }
    }
    if (range.least > range.most) return range.step == 0 ? range : IntRange{range.least, range.most, 1, 0};
    return tightened(range);
}

std::optional<IntRange> add(const IntRange& left, const IntRange& right) {
    return made(Wide{left.least} + right.least, Wide{left.most} + right.most,
                greatest_divisor(left.step, right.step), Wide{any_member(left)} + any_member(right));
}

std::optional<IntRange> subtract(const IntRange& left, const IntRange& right) {
    return made(Wide{left.least} - right.most, Wide{left.most} - right.least,
                greatest_divisor(left.step, right.step), Wide{any_member(left)} - any_member(right));
}

// (s a + r)(t b + q) = st ab + sq a + tr b + rq
std::optional<IntRange> multiply(const IntRange& left, const IntRange& right) {
    const Wide corners[] = {Wide{left.least} * right.least, Wide{left.least} * right.most,
                            Wide{left.most} * right.least, Wide{left.most} * right.most};
    const Wide r = any_member(left), q = any_member(right);
    Wide step = greatest_divisor(Wide{left.step} * right.step, Wide{left.step} * q);
    step = greatest_divisor(step, Wide{right.step} * r);
    return made(*std::ranges::min_element(corners), *std::ranges::max_element(corners), step, r * q);
}

std::optional<IntRange> floor_divide(const IntRange& left, const IntRange& right) {
    if (!right.is_single() || right.least <= 0) return std::nullopt;
    const Wide divisor = right.least;
    const bool divides = left.step % right.least == 0;
    return made(floor_quotient(left.least, divisor), floor_quotient(left.most, divisor),
                divides ? left.step / divisor : Wide{1}, floor_quotient(any_member(left), divisor));
}

std::optional<IntRange> modulo(const IntRange& left, const IntRange& right) {
    if (!right.is_single() || right.least <= 0) return std::nullopt;
    const Wide divisor = right.least;
    const Wide common = greatest_divisor(left.step, divisor);
    if (common == divisor) {
        return IntRange::only(static_cast<std::int64_t>(floor_mod(any_member(left), divisor)));
    }
    return made(0, divisor - 1, common, any_member(left));
}

std::optional<IntRange> negate(const IntRange& range) {
    return made(-Wide{range.most}, -Wide{range.least}, range.step, -Wide{any_member(range)});
}

namespace {

IntRange either(const IntRange& left, const IntRange& right, std::int64_t least, std::int64_t most) {
    const Wide apart = Wide{any_member(left)} - any_member(right);
    const Wide step = greatest_divisor(greatest_divisor(left.step, right.step), apart);
    return made(least, most, step, any_member(left)).value_or(IntRange{});
}

}  // namespace

IntRange minimum(const IntRange& left, const IntRange& right) {
    return either(left, right, std::min(left.least, right.least), std::min(left.most, right.most));
}

IntRange maximum(const IntRange& left, const IntRange& right) {
    return either(left, right, std::max(left.least, right.least), std::max(left.most, right.most));
}

}  // namespace guardc::compiler
