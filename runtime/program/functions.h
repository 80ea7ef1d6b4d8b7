// Functions that `call` and `test_call` reach by number. One row each; the row is all that the program
// builder, both engines and the reference need to agree on.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/model/cell.h"
#include "runtime/model/truth.h"
#include "runtime/program/math_functions.h"

namespace guardc {

struct Model;

//   X(name, least operands, most operands)
//
//   subscript  base[key] as Python looks up: `lookup` of dicts, `item` of sequences; undefined elsewhere
#define GUARDC_VALUE_FUNCTIONS(X) \
    X(add, 2, 2)                  \
    X(subtract, 2, 2)             \
    X(multiply, 2, 2)             \
    X(divide, 2, 2)               \
    X(floor_divide, 2, 2)         \
    X(modulo, 2, 2)               \
    X(power, 2, 2)                \
    X(negate, 1, 1)               \
    X(absolute, 1, 1)             \
    X(minimum, 1, 255)            \
    X(maximum, 1, 255)            \
    X(device_type, 1, 1)          \
    X(device_index, 1, 1)         \
    X(subscript, 2, 2)            \
    X(bit_and, 2, 2)              \
    X(bit_or, 2, 2)               \
    X(bit_xor, 2, 2)              \
    X(shift_left, 2, 2)           \
    X(shift_right, 2, 2)          \
    X(invert, 1, 1)               \
    X(to_integer, 1, 1)           \
    X(to_float, 1, 1)             \
    X(floor, 1, 1)                \
    X(ceil, 1, 1)                 \
    X(trunc, 1, 1)                \
    X(round, 1, 2)                \
    GUARDC_MATH(X)

//   distinct   all operands are pairwise different objects; linear in their number
//   contains   operand 0 in operand 1, as Python looks up
//   in_range   operand 0 is an exact int (not a bool, of any size) and one of a, a+s, .. up to b (operands 1
//              to 3: integers, s > 0); anything else is no, never undefined
//   strict     both operands have the same type and the same value, all the way down
//   identity   the identity of operand 0 is the integer in operand 1; undefined without an identity
//   no_overlap  no two of the tensors share a byte of memory
//   issubset   every element of the set in operand 0 is in the set in operand 1
//   instance   operand 0 is of the kind with the number in operand 1, or of a type that derives from it
#define GUARDC_TEST_FUNCTIONS(X) \
    X(distinct, 1, 65535)        \
    X(contains, 2, 2)            \
    X(in_range, 4, 4)            \
    X(strict, 2, 2)              \
    X(identity, 2, 2)            \
    X(no_overlap, 2, 65535)      \
    X(issubset, 2, 2)            \
    X(instance, 2, 2)

enum class ValueFunction : std::uint16_t {
#define GUARDC_FUNCTION(name, least, most) name,
    GUARDC_VALUE_FUNCTIONS(GUARDC_FUNCTION)
#undef GUARDC_FUNCTION
};
enum class TestFunction : std::uint16_t {
#define GUARDC_FUNCTION(name, least, most) name,
    GUARDC_TEST_FUNCTIONS(GUARDC_FUNCTION)
#undef GUARDC_FUNCTION
};

// Numbers may be given as any cell that holds one. Arithmetic follows Python: an int operand or result
// outside 64 bits is undefined, `/` is undefined when an int operand exceeds 2^53 in size, and whatever
// raises in Python is undefined.
Truth call_value_function(const Model& model, ValueFunction function, std::span<const Cell> operands,
                          Cell& result) noexcept;
Truth call_test_function(const Model& model, TestFunction function, std::span<const Cell> operands) noexcept;

}  // namespace guardc
