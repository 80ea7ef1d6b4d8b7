#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "grammar/literals.h"
#include "grammar/words.h"

namespace guardc::grammar {

namespace {

using Failure = std::unexpected<Diagnostic>;

Failure failure(std::string id, Span span, std::string message, std::string hint = {}) {
    return Failure(Diagnostic{Severity::error, std::move(id), std::move(message), span, std::move(hint)});
}

Failure invalid(std::string_view text, Span span, std::string hint = {}) {
    const auto shown = text.size() > 40 ? std::string(text.substr(0, 40)) + "..." : std::string(text);
    return failure("invalid-number", span, fmt::format("`{}` is no number", shown), std::move(hint));
}

unsigned digit_value(char c) {
    if (is_digit(c)) return static_cast<unsigned>(c - '0');
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? static_cast<unsigned>(lower - 'a') + 10 : 99;
}

// Python allows one `_` between two digits.
bool drop_underscores(std::string_view text, unsigned base, std::string& out) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '_') {
            out.push_back(text[i]);
            continue;
        }
        const bool between = i > 0 && i + 1 < text.size() && digit_value(text[i - 1]) < base &&
                             digit_value(text[i + 1]) < base;
        if (!between) return false;
    }
    return true;
}

std::string decimal_from(std::string_view digits, unsigned base) {
    constexpr std::uint64_t kLimb = 1'000'000'000;
    std::vector<std::uint64_t> limbs = {0};  // little end first
    for (const char c : digits) {
        std::uint64_t carry = digit_value(c);
        for (std::uint64_t& limb : limbs) {
            const std::uint64_t value = limb * base + carry;
            limb = value % kLimb;
            carry = value / kLimb;
        }
        if (carry > 0) limbs.push_back(carry);
    }
    std::string out = std::to_string(limbs.back());
    for (std::size_t i = limbs.size() - 1; i-- > 0;)
        out += fmt::format("{:09}", limbs[i]);
    return out;
}

std::expected<NumberLiteral, Diagnostic> read_radix(std::string_view text, Span span, const Limits& limits) {
    const char mark = static_cast<char>(text[1] | 0x20);
    const unsigned base = mark == 'x' ? 16 : mark == 'o' ? 8 : 2;
    std::string digits;
    std::string_view body = text.substr(2);
    if (body.starts_with('_')) body.remove_prefix(1);
    const bool valid = !body.empty() && drop_underscores(body, base, digits) &&
                       std::ranges::all_of(digits, [&](char c) { return digit_value(c) < base; });
    if (!valid) return invalid(text, span);
    if (digits.size() > limits.radix_digits)
        return failure("limit-radix-digits", span,
                       fmt::format("the number has {} digits, the limit `radix_digits` is {}", digits.size(),
                                   limits.radix_digits),
                       "decimal digits are not limited by it");
    return NumberLiteral{ExprKind::integer, decimal_from(digits, base), 0};
}

// Where the first digit that counts stands: positive before the point. Tells overflow from underflow.
bool is_huge(std::string_view text) {
    const auto e = text.find_first_of("eE");
    const std::string_view digits = text.substr(0, e);
    const auto point = std::min(digits.find('.'), digits.size());
    const auto first = digits.find_first_of("123456789");
    if (first == std::string_view::npos) return false;
    const auto place =
        first < point ? static_cast<std::int64_t>(point - first) : -static_cast<std::int64_t>(first - point);
    if (e == std::string_view::npos) return place > 0;
    const bool negative = text[e + 1] == '-';
    std::int64_t exponent = 0;
    for (const char c : text.substr(e + 1))
        if (is_digit(c)) exponent = std::min<std::int64_t>(exponent * 10 + (c - '0'), 1'000'000'000'000);
    return place + (negative ? -exponent : exponent) > 0;
}

}  // namespace

std::expected<NumberLiteral, Diagnostic> read_number(std::string_view text, Span span, const Limits& limits) {
    if (text.size() > limits.literal_bytes)
        return failure("limit-literal-bytes", span,
                       fmt::format("the number has {} characters, the limit `literal_bytes` is {}",
                                   text.size(), limits.literal_bytes));
    if (text.size() > 1 && text[0] == '0' && (text[1] | 0x20) != 'e' && (text[1] | 0x20) != 'j' &&
        is_identifier_start(text[1]) && text[1] != '_')
        return read_radix(text, span, limits);
    std::string plain;
    if (!drop_underscores(text, 10, plain))
        return invalid(text, span, "one `_` may stand between two digits");
    const bool imaginary = plain.ends_with('j') || plain.ends_with('J');
    if (imaginary) plain.pop_back();
    const bool floating = plain.find_first_of(".eE") != std::string::npos;
    double value = 0;
    const char* const end = plain.data() + plain.size();
    const auto [stop, error] = std::from_chars(plain.data(), end, value);
    if (stop != end || plain.empty()) return invalid(text, span);
    if (error == std::errc::result_out_of_range && is_huge(plain))
        value = std::numeric_limits<double>::infinity();
    if (floating || imaginary) {
        if (value == std::numeric_limits<double>::infinity())
            return failure("float-overflow", span, "the number is larger than any float",
                           "infinity is written `float(\"inf\")`");
        return NumberLiteral{imaginary ? ExprKind::imaginary : ExprKind::floating, std::string(text), value};
    }
    const auto first = plain.find_first_not_of('0');
    if (first == std::string::npos) return NumberLiteral{ExprKind::integer, "0", 0};
    if (first > 0) return invalid(text, span, "an integer does not start with 0; `0o` starts an octal one");
    return NumberLiteral{ExprKind::integer, plain, 0};
}

}  // namespace guardc::grammar
