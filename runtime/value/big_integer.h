// Integers of any size: enough to read, print, compare and hash them exactly. There is no arithmetic; the
// language leaves that undefined beyond 64 bits.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace guardc {

// Sign and magnitude, least significant limb first, without leading zero limbs; zero has none and no sign.
struct BigView {
    bool negative = false;
    std::span<const std::uint64_t> limbs;
};

// A view of a small number; its limb is put into `storage`, which must outlive the view.
BigView big_view(std::int64_t number, std::uint64_t& storage);

std::strong_ordering compare(BigView left, BigView right) noexcept;
// Exact, without rounding either side; unordered for NaN only.
std::partial_ordering compare(BigView left, double right) noexcept;
std::partial_ordering compare(std::int64_t left, double right) noexcept;
std::optional<std::int64_t> to_int64(BigView number) noexcept;
// Quadratic in the number of digits, as parsing is: callers that read hostile text bound its length.
std::string to_text(BigView number);

struct BigInteger {
    bool negative = false;
    std::vector<std::uint64_t> limbs;

    BigView view() const { return {negative, limbs}; }
};
// An optional sign and at least one digit of `base` (2 to 16, either case); nothing else. Null otherwise.
std::optional<BigInteger> parse_big_integer(std::string_view text, unsigned base = 10);

// The whole number that a finite double without a fraction is, as up to 17 limbs in `limbs`.
BigView whole_number(double number, std::span<std::uint64_t, 17> limbs) noexcept;

}  // namespace guardc
