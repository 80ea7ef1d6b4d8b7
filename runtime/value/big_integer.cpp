#include "runtime/value/big_integer.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace guardc {
namespace {

__extension__ using Wide = unsigned __int128;

std::strong_ordering compare_magnitudes(std::span<const std::uint64_t> left,
                                        std::span<const std::uint64_t> right) noexcept {
    if (left.size() != right.size()) return left.size() <=> right.size();
    for (std::size_t index = left.size(); index-- > 0;)
        if (left[index] != right[index]) return left[index] <=> right[index];
    return std::strong_ordering::equal;
}

void multiply_add(std::vector<std::uint64_t>& limbs, std::uint64_t factor, std::uint64_t addend) {
    std::uint64_t carry = addend;
    for (std::uint64_t& limb : limbs) {
        const Wide product = static_cast<Wide>(limb) * factor + carry;
        limb = static_cast<std::uint64_t>(product);
        carry = static_cast<std::uint64_t>(product >> 64U);
    }
    if (carry != 0) limbs.push_back(carry);
}

std::uint64_t divide(std::vector<std::uint64_t>& limbs, std::uint64_t divisor) {
    std::uint64_t rest = 0;
    for (std::size_t index = limbs.size(); index-- > 0;) {
        const Wide dividend = (static_cast<Wide>(rest) << 64U) | limbs[index];
        limbs[index] = static_cast<std::uint64_t>(dividend / divisor);
        rest = static_cast<std::uint64_t>(dividend % divisor);
    }
    while (!limbs.empty() && limbs.back() == 0)
        limbs.pop_back();
    return rest;
}

std::optional<unsigned> digit_of(char character, unsigned base) {
    unsigned digit = base;
    if (character >= '0' && character <= '9') digit = static_cast<unsigned>(character - '0');
    if (character >= 'a' && character <= 'f') digit = static_cast<unsigned>(character - 'a') + 10;
    if (character >= 'A' && character <= 'F') digit = static_cast<unsigned>(character - 'A') + 10;
    if (digit >= base) return std::nullopt;
    return digit;
}

}  // namespace

BigView big_view(std::int64_t number, std::uint64_t& storage) {
    storage = number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
    return {number < 0, {&storage, storage == 0 ? 0U : 1U}};
}

std::strong_ordering compare(BigView left, BigView right) noexcept {
    if (left.negative != right.negative)
        return left.negative ? std::strong_ordering::less : std::strong_ordering::greater;
    return left.negative ? compare_magnitudes(right.limbs, left.limbs)
                         : compare_magnitudes(left.limbs, right.limbs);
}

std::partial_ordering compare(BigView left, double right) noexcept {
    if (std::isnan(right)) return std::partial_ordering::unordered;
    if (std::isinf(right)) return right > 0 ? std::partial_ordering::less : std::partial_ordering::greater;
    std::uint64_t limbs[17];
    const double whole = std::trunc(right);
    const std::strong_ordering order = compare(left, whole_number(whole, limbs));
    if (order != std::strong_ordering::equal || whole == right) return order;
    return right > whole ? std::partial_ordering::less : std::partial_ordering::greater;
}

std::partial_ordering compare(std::int64_t left, double right) noexcept {
    std::uint64_t storage = 0;
    return compare(big_view(left, storage), right);
}

std::optional<std::int64_t> to_int64(BigView number) noexcept {
    if (number.limbs.empty()) return 0;
    if (number.limbs.size() > 1) return std::nullopt;
    const std::uint64_t limit = number.negative ? 1ULL << 63U : (1ULL << 63U) - 1;
    if (number.limbs[0] > limit) return std::nullopt;
    return static_cast<std::int64_t>(number.negative ? 0 - number.limbs[0] : number.limbs[0]);
}

std::string to_text(BigView number) {
    constexpr std::uint64_t kChunk = 10'000'000'000'000'000'000ULL;  // the largest power of ten in 64 bits
    constexpr int kChunkDigits = 19;
    if (number.limbs.empty()) return "0";
    std::vector<std::uint64_t> limbs(number.limbs.begin(), number.limbs.end());
    std::string reversed;
    while (!limbs.empty()) {
        std::uint64_t chunk = divide(limbs, kChunk);
        for (int digit = 0; digit < kChunkDigits && (chunk != 0 || !limbs.empty()); ++digit, chunk /= 10)
            reversed += static_cast<char>('0' + chunk % 10);
    }
    if (number.negative) reversed += '-';
    std::reverse(reversed.begin(), reversed.end());
    return reversed;
}

std::optional<BigInteger> parse_big_integer(std::string_view text, unsigned base) {
    BigInteger number;
    if (text.starts_with('-') || text.starts_with('+')) {
        number.negative = text.front() == '-';
        text.remove_prefix(1);
    }
    if (text.empty()) return std::nullopt;
    // Digits are gathered into one word as long as they fit, so that the walk over the limbs is rare.
    std::uint64_t factor = 1;
    std::uint64_t chunk = 0;
    for (const char character : text) {
        const std::optional<unsigned> digit = digit_of(character, base);
        if (!digit) return std::nullopt;
        if (factor > UINT64_MAX / base / base) {
            multiply_add(number.limbs, factor, chunk);
            factor = 1;
            chunk = 0;
        }
        factor *= base;
        chunk = chunk * base + *digit;
    }
    multiply_add(number.limbs, factor, chunk);
    while (!number.limbs.empty() && number.limbs.back() == 0)
        number.limbs.pop_back();
    if (number.limbs.empty()) number.negative = false;
    return number;
}

BigView whole_number(double number, std::span<std::uint64_t, 17> limbs) noexcept {
    const auto bits = std::bit_cast<std::uint64_t>(std::fabs(number));
    const int exponent = static_cast<int>(bits >> 52U) - 1075;  // of the lowest bit of the fraction
    if (exponent < -52) return {};                              // below one: zero
    const std::uint64_t fraction = (bits & ((1ULL << 52U) - 1)) | (1ULL << 52U);
    std::fill(limbs.begin(), limbs.end(), 0);
    std::size_t count = 1;
    if (exponent <= 0) {
        limbs[0] = fraction >> static_cast<unsigned>(-exponent);
    } else {
        const auto limb = static_cast<std::size_t>(exponent) / 64;
        const Wide shifted = static_cast<Wide>(fraction) << (static_cast<unsigned>(exponent) % 64);
        limbs[limb] = static_cast<std::uint64_t>(shifted);
        limbs[limb + 1] = static_cast<std::uint64_t>(shifted >> 64U);
        count = limb + (limbs[limb + 1] != 0 ? 2 : 1);
    }
    return {std::signbit(number), {limbs.data(), count}};
}

}  // namespace guardc
