// The one table of what guards are made of. Parser names, sema, the reference evaluator, the program builder
// and the reference pages of docs/language.md all read it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace guardc::compiler {

// What a term yields when it is defined: a value, or a truth (which may stand where a bool value may).
enum class TermClass : std::uint8_t { value, test };

//   X(op, class, spelling, least operands, most operands, cost, text)
// `spelling` is the name in call position, the operator, or empty where the form has its own syntax. `cost`
// orders guards: about nanoseconds when hot. `text` is the row of the reference page.
#define GUARDC_TERMS(X)                                                                                      \
    X(local, value, "", 0, 0, 1, "a local or parameter of the frame: `x`, `L['x']`")                         \
    X(global, value, "", 0, 0, 1, "a global: `G['x']`")                                                      \
    X(ambient, value, "", 0, 0, 1, "ambient state: `grad_mode`, `state.grad_mode`")                          \
    X(constant, value, "", 0, 0, 0,                                                                          \
      "None, booleans, numbers, strings, bytes, dtypes, devices, types, "                                    \
      "containers of these")                                                                                 \
    X(attribute, value, ".", 1, 1, 8, "a stored attribute: `x.a`, `getattr(x, \"a\")`; no code is run")      \
    X(item, value, "[]", 2, 2, 8, "`xs[0]`, `d[\"k\"]`: as Python looks up, negative indices from the end")  \
    X(length, value, "len", 1, 1, 2, "number of elements")                                                   \
    X(type, value, "type", 1, 1, 1, "the exact type")                                                        \
    X(dtype, value, "dtype", 1, 1, 1, "`x.dtype`: element type of a tensor")                                 \
    X(device, value, "device", 1, 1, 1, "`x.device`: device of a tensor")                                    \
    X(device_type, value, "", 1, 1, 2, "`x.device.type`: \"cpu\", \"cuda\", ..")                             \
    X(device_index, value, "", 1, 1, 2, "`x.device.index`: an int, or None")                                 \
    X(rank, value, "dim", 1, 1, 1, "`x.dim()`, `x.ndim`: number of dimensions")                              \
    X(size, value, "size", 2, 2, 1, "`x.size(i)`, `x.shape[i]`: size of a dimension, negative from the end") \
    X(stride, value, "stride", 2, 2, 1, "`x.stride(i)`: stride of a dimension in elements")                  \
    X(storage_offset, value, "storage_offset", 1, 1, 1, "`x.storage_offset()`: in elements")                 \
    X(requires_grad, value, "requires_grad", 1, 1, 1, "`x.requires_grad`")                                   \
    X(negate, value, "-", 1, 1, 1, "minus")                                                                  \
    X(add, value, "+", 2, 2, 1, "sum of two numbers")                                                        \
    X(subtract, value, "-", 2, 2, 1, "difference")                                                           \
    X(multiply, value, "*", 2, 2, 1, "product")                                                              \
    X(divide, value, "/", 2, 2, 3, "quotient as a float; undefined when an int operand exceeds 2^53")        \
    X(floor_divide, value, "//", 2, 2, 8, "quotient rounded down")                                           \
    X(modulo, value, "%", 2, 2, 8, "remainder with the sign of the divisor")                                 \
    X(power, value, "**", 2, 2, 10, "power")                                                                 \
    X(absolute, value, "abs", 1, 1, 1, "size of a number")                                                   \
    X(minimum, value, "min", 1, 255, 2, "the smallest operand, the first of equals")                         \
    X(maximum, value, "max", 1, 255, 2, "the largest operand, the first of equals")                          \
    X(conditional, value, "if", 3, 3, 1, "`a if c else b`; operands: c, a, b")                               \
    X(is_constant, test, "is", 2, 2, 2, "same type and same value as a constant, all the way down")          \
    X(is_same, test, "is", 2, 2, 1,                                                                          \
      "two stored places hold the same object; on computed values, strict "                                  \
      "equality")                                                                                            \
    X(is_type, test, "is", 2, 2, 1, "the exact type of a place: `x is list`, `x is tensor(..)`")             \
    X(equal, test, "==", 2, 2, 2, "Python's equality where it runs no code")                                 \
    X(not_equal, test, "!=", 2, 2, 2, "the negation of `==`")                                                \
    X(less, test, "<", 2, 2, 2, "numbers exactly, strings and bytes by code point")                          \
    X(less_equal, test, "<=", 2, 2, 2, "likewise")                                                           \
    X(greater, test, ">", 2, 2, 2, "likewise")                                                               \
    X(greater_equal, test, ">=", 2, 2, 2, "likewise")                                                        \
    X(in_range, test, "..", 4, 4, 3,                                                                         \
      "`v in a..b step s`: an exact int, both ends included, anchored at a; "                                \
      "operands: v, a, b, s")                                                                                \
    X(contains, test, "in", 2, 2, 10, "`k in d`, `x in (1, 2)`: as Python looks up; operands: k, d")         \
    X(not_, test, "not", 1, 1, 0, "negation; undefined stays undefined")                                     \
    X(and_, test, "and", 2, 65535, 0, "left to right, stops at the first that is false")                     \
    X(or_, test, "or", 2, 65535, 0, "left to right, stops at the first that is true")                        \
    X(truthy, test, "bool", 1, 1, 2, "the truth of None, a bool, number, string or container")               \
    X(has_attribute, test, "hasattr", 1, 1, 10, "a stored attribute is there")                               \
    X(distinct, test, "distinct", 1, 65535, 4, "all operands are different objects")

enum class TermOp : std::uint8_t {
#define GUARDC_TERM(op, term_class, spelling, least, most, cost, text) op,
    GUARDC_TERMS(GUARDC_TERM)
#undef GUARDC_TERM
};

struct TermKind {
    TermOp op;
    std::string_view name;
    TermClass term_class;
    std::string_view spelling;
    std::uint32_t least, most;
    std::uint32_t cost;
    std::string_view text;
};
const TermKind& kind_of(TermOp op);
std::optional<TermOp> find_call(std::string_view name);  // by spelling in call position: `len`, `hasattr`

}  // namespace guardc::compiler
