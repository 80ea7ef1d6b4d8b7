#include "compiler/example/int_set.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace guardc::compiler::example {

namespace {

using Wide = __int128;

std::int64_t clamped(Wide number) {
    if (number > INT64_MAX) return INT64_MAX;
    return number < INT64_MIN ? INT64_MIN : static_cast<std::int64_t>(number);
}

std::int64_t remainder(Wide number, std::int64_t modulus) {
    const Wide found = number % modulus;
    return static_cast<std::int64_t>(found < 0 ? found + modulus : found);
}

Wide floor_quotient(Wide number, Wide divisor) {
    const Wide quotient = number / divisor;
    return number % divisor != 0 && (number < 0) != (divisor < 0) ? quotient - 1 : quotient;
}
Wide ceiling_quotient(Wide number, Wide divisor) {
    return -floor_quotient(-number, divisor);
}

// x with number * x = 1 modulo `modulus`, where the two have no factor in common.
Wide inverse(Wide number, Wide modulus) {
    Wide before = 0, now = 1, larger = modulus, smaller = number % modulus;
    while (smaller > 1) {
        const Wide quotient = larger / smaller;
        const Wide left = larger - quotient * smaller;
        larger = smaller;
        smaller = left;
        const Wide next = before - quotient * now;
        before = now;
        now = next;
    }
    return modulus == 1 ? 0 : (now % modulus + modulus) % modulus;
}

constexpr std::int64_t kLargestModulus = std::int64_t{1} << 40;

// Nothing in both: a range that holds no number says so.
IntSet nothing() {
    return IntSet::between(1, 0);
}

// First element at or above `from`.
std::optional<std::int64_t> first_from(const IntSet& set, std::int64_t from) {
    const Wide start = std::max(from, set.low);
    const Wide found = start + remainder(Wide{set.residue} - start, set.modulus);
    if (found > set.high) return std::nullopt;
    return static_cast<std::int64_t>(found);
}
std::optional<std::int64_t> last_to(const IntSet& set, std::int64_t to) {
    const Wide start = std::min(to, set.high);
    const Wide found = start - remainder(start - set.residue, set.modulus);
    if (found < set.low) return std::nullopt;
    return static_cast<std::int64_t>(found);
}

}  // namespace

bool IntSet::contains(std::int64_t number) const {
    return number >= low && number <= high && remainder(Wide{number} - residue, modulus) == 0 &&
           std::ranges::find(except, number) == except.end();
}

bool IntSet::is_empty() const {
    return !first_from(*this, low);
}

IntSet intersect(const IntSet& left, const IntSet& right) {
    IntSet both = left;
    both.low = std::max(left.low, right.low);
    both.high = std::min(left.high, right.high);
    both.except.insert(both.except.end(), right.except.begin(), right.except.end());
    if (right.modulus == 1) return both;
    const std::int64_t common = std::gcd(left.modulus, right.modulus);
    if (remainder(Wide{left.residue} - right.residue, common) != 0) return nothing();
    const std::int64_t rest = right.modulus / common;
    // Too large to be combined: the larger one of the two says more.
    if (left.modulus > kLargestModulus / rest) {
        if (right.modulus > left.modulus) both.modulus = right.modulus, both.residue = right.residue;
        return both;
    }
    const Wide steps = Wide{remainder((Wide{right.residue} - left.residue) / common, rest)} *
                       inverse(left.modulus / common, rest);
    both.modulus = left.modulus * rest;
    both.residue = remainder(left.residue + Wide{left.modulus} * remainder(steps, rest), both.modulus);
    return both;
}

IntSet plus(const IntSet& set, std::int64_t number) {
    IntSet moved = set;
    moved.low = set.low == INT64_MIN ? INT64_MIN : clamped(Wide{set.low} + number);
    moved.high = set.high == INT64_MAX ? INT64_MAX : clamped(Wide{set.high} + number);
    moved.residue = remainder(Wide{set.residue} + number, set.modulus);
    for (std::int64_t& each : moved.except)
        each = clamped(Wide{each} + number);
    return moved;
}

IntSet negated(const IntSet& set) {
    IntSet turned = set;
    turned.low = set.high == INT64_MAX ? INT64_MIN : clamped(-Wide{set.high});
    turned.high = set.low == INT64_MIN ? INT64_MAX : clamped(-Wide{set.low});
    turned.residue = remainder(-Wide{set.residue}, set.modulus);
    for (std::int64_t& each : turned.except)
        each = clamped(-Wide{each});
    return turned;
}

IntSet factors(const IntSet& set, std::int64_t number) {
    if (number < 0) return number == INT64_MIN ? IntSet::only(0) : factors(negated(set), -number);
    IntSet found;
    found.low = clamped(ceiling_quotient(set.low, number));
    found.high = clamped(floor_quotient(set.high, number));
    const std::int64_t common = std::gcd(set.modulus, number);
    if (set.residue % common != 0) return nothing();
    found.modulus = set.modulus / common;
    found.residue =
        remainder(Wide{set.residue / common} * inverse(number / common, found.modulus), found.modulus);
    for (const std::int64_t each : set.except)
        if (each % number == 0) found.except.push_back(each / number);
    return found;
}

IntSet dividends(const IntSet& set, std::int64_t number) {
    IntSet found;
    found.low = set.low == INT64_MIN ? INT64_MIN : clamped(Wide{set.low} * number);
    found.high = set.high == INT64_MAX ? INT64_MAX : clamped(Wide{set.high} * number + (number - 1));
    return found;
}

std::vector<std::int64_t> elements(const IntSet& set, std::size_t count) {
    std::vector<std::int64_t> found;
    const auto add = [&](std::optional<std::int64_t> number) {
        if (number && found.size() < count && set.contains(*number) &&
            std::ranges::find(found, *number) == found.end())
            found.push_back(*number);
    };
    // A few from 2 on, then the ends, zero and one, then on and on. 0 and 1 are what frameworks treat apart.
    constexpr std::size_t kFirst = 4;
    std::optional<std::int64_t> next = first_from(set, 2);
    const auto advance = [&] {
        if (!next || *next > INT64_MAX - set.modulus)
            next = std::nullopt;
        else
            next = first_from(set, *next + set.modulus);
    };
    for (std::size_t i = 0; i < kFirst + set.except.size() && next; ++i, advance())
        add(next);
    add(last_to(set, set.high));
    add(first_from(set, set.low));
    add(last_to(set, 1));
    add(last_to(set, 0));
    add(last_to(set, -1));
    // `found` is searched through for each number that is added; past this, numbers only go up.
    std::vector<std::int64_t> more;
    for (std::size_t i = found.size(); i < count && next; ++i, advance())
        if (set.contains(*next)) more.push_back(*next);
    found.insert(found.end(), more.begin(), more.end());
    std::optional<std::int64_t> down = last_to(set, 1);
    while (down && found.size() < count && *down > INT64_MIN + set.modulus) {
        down = last_to(set, *down - set.modulus);
        if (down && set.contains(*down)) found.push_back(*down);
    }
    return found;
}

}  // namespace guardc::compiler::example
