// Names and operand counts of the functions that programs call by number.
#pragma once

#include <cstdint>

#include "runtime/program/functions.h"

namespace guardc {

struct FunctionShape {
    const char* name;
    std::uint32_t least, most;  // operands
};

#define GUARDC_FUNCTION(name, least, most) {#name, least, most},
inline constexpr FunctionShape kValueFunctions[] = {GUARDC_VALUE_FUNCTIONS(GUARDC_FUNCTION)};
inline constexpr FunctionShape kTestFunctions[] = {GUARDC_TEST_FUNCTIONS(GUARDC_FUNCTION)};
#undef GUARDC_FUNCTION

}  // namespace guardc
