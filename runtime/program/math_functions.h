// Functions of floats, the same in every engine: the C library's, with Python's errors as "no value".
#pragma once

#include <cstdint>
#include <optional>

namespace guardc {

//   X(name, least operands, most operands), named as in Python's `math`
#define GUARDC_MATH(X) \
    X(sqrt, 1, 1)      \
    X(exp, 1, 1)       \
    X(log, 1, 1)       \
    X(log2, 1, 1)      \
    X(sin, 1, 1)       \
    X(cos, 1, 1)       \
    X(tan, 1, 1)       \
    X(asin, 1, 1)      \
    X(acos, 1, 1)      \
    X(atan, 1, 1)      \
    X(sinh, 1, 1)      \
    X(cosh, 1, 1)      \
    X(tanh, 1, 1)

enum class MathFunction : std::uint8_t {
#define GUARDC_FUNCTION(name, least, most) name,
    GUARDC_MATH(GUARDC_FUNCTION)
#undef GUARDC_FUNCTION
};

// Nothing where Python raises: outside the domain, and where a finite number gives an infinite one.
std::optional<double> math_value(MathFunction function, double number) noexcept;

enum class Rounding : std::uint8_t { floor, ceil, trunc, nearest };  // nearest: the even one of two

// Nothing for what is not finite, and beyond 64 bits.
std::optional<std::int64_t> rounded(Rounding rounding, double number) noexcept;

// `round(number, digits)` for 0 to 15 digits behind the point; nothing for others.
std::optional<double> rounded_to(double number, std::int64_t digits) noexcept;

}  // namespace guardc
