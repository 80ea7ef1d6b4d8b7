#include "runtime/program/math_functions.h"

#include <array>
#include <charconv>
#include <cmath>

namespace guardc {
namespace {

constexpr std::int64_t kMostDigits = 15;

double value_of(MathFunction function, double number) {
    switch (function) {
#define GUARDC_FUNCTION(name, least, most) \
    case MathFunction::name:               \
        return std::name(number);
        GUARDC_MATH(GUARDC_FUNCTION)
#undef GUARDC_FUNCTION
    }
    return std::nan("");
}

double in_whole(Rounding rounding, double number) {
    switch (rounding) {
        case Rounding::floor:
            return std::floor(number);
        case Rounding::ceil:
            return std::ceil(number);
        case Rounding::trunc:
            return std::trunc(number);
        case Rounding::nearest:
            break;
    }
    const double down = std::floor(number);
    const double above = number - down;  // exact
    if (above < 0.5) return down;
    if (above > 0.5) return down + 1;
    return std::fmod(down, 2) == 0 ? down : down + 1;
}

}  // namespace

std::optional<double> math_value(MathFunction function, double number) noexcept {
    const double value = value_of(function, number);
    if (std::isnan(value)) return std::isnan(number) ? std::optional(value) : std::nullopt;
    if (!std::isinf(value)) return value;
    return std::isinf(number) ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> rounded(Rounding rounding, double number) noexcept {
    const double whole = std::isfinite(number) ? in_whole(rounding, number) : number;
    if (!(whole >= -0x1p63 && whole < 0x1p63)) return std::nullopt;
    return static_cast<std::int64_t>(whole);
}

std::optional<double> rounded_to(double number, std::int64_t digits) noexcept {
    if (digits < 0 || digits > kMostDigits) return std::nullopt;
    if (!std::isfinite(number)) return number;
    // The exact decimal value is rounded, ties to even, as Python does.
    std::array<char, 400> text;
    const auto written = std::to_chars(text.data(), text.data() + text.size(), number,
                                       std::chars_format::fixed, static_cast<int>(digits));
    double result = number;
    std::from_chars(text.data(), written.ptr, result);
    return result;
}

}  // namespace guardc
