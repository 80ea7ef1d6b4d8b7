// Python's arithmetic on floats, as far as C++ differs from it.
#pragma once

namespace guardc {

// Each returns whether the result is defined: not where Python raises or yields a complex number.
bool divide_floats(double left, double right, double& result) noexcept;
bool floor_divide_floats(double left, double right, double& result) noexcept;
bool modulo_floats(double left, double right, double& result) noexcept;
bool power_floats(double base, double exponent, double& result) noexcept;

}  // namespace guardc
