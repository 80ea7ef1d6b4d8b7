// The one table of what guards are made of. Parser names, sema, the reference evaluator, the program builder
// and the reference pages of docs/language.md all read it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace guardc::compiler {

// What a term yields when it is defined: a value, or a truth (which may stand where a bool value may).
enum class TermClass : std::uint8_t { value, test };

// How a term is written.
//   own       syntax of its own, or made by sema only
//   call      `spelling(operands)`
//   method    `operand.spelling(other operands)`
//   property  `operand.spelling`
//   prefix    `spelling operand`
//   infix     `operand spelling operand`
enum class TermForm : std::uint8_t { own, call, method, property, prefix, infix };

//   X(op, class, form, spelling, least operands, most operands, cost, text)
// Terms of form `call` need nothing but their row to be written in guards. `cost` orders guards: about
// nanoseconds when hot. `text` is the row of the reference page.
#define GUARDC_TERMS(X)                                                                                      \
    X(local, value, own, "", 0, 0, 1, "a local or parameter of the frame: `x`, `L['x']`")                    \
    X(global, value, own, "", 0, 0, 1, "a global: `G['x']`")                                                 \
    X(derived, value, own, "derived", 0, 0, 1,                                                               \
      "`derived(\"text\")`: what a step that runs code yields, under its text; of a value "                  \
      "`derived(x, \"text\")`")                                                                              \
    X(numbered_type, value, own, "type_id", 0, 0, 1,                                                         \
      "`type_id(7628576)`: the type to which the frame's `types` bind this number, as a process named it")   \
    X(ambient, value, own, "", 0, 0, 1, "ambient state: `grad_mode`, `state.grad_mode`")                     \
    X(constant, value, own, "", 0, 0, 0,                                                                     \
      "None, booleans, numbers, strings, bytes, dtypes, devices, types, "                                    \
      "containers of these")                                                                                 \
    X(attribute, value, own, ".", 1, 1, 8, "a stored attribute: `x.a`, `getattr(x, \"a\")`; no code is run") \
    X(item, value, own, "[]", 2, 2, 8,                                                                       \
      "`xs[0]`, `d[\"k\"]`: as Python looks up, negative indices from the end")                              \
    X(length, value, call, "len", 1, 1, 2, "number of elements")                                             \
    X(type, value, call, "type", 1, 1, 1, "the exact type")                                                  \
    X(dtype, value, property, "dtype", 1, 1, 1,                                                              \
      "`x.dtype`: element type of a tensor; of any other object its stored attribute of this name")          \
    X(device, value, property, "device", 1, 1, 1, "`x.device`: device of a tensor; else as `dtype`")         \
    X(device_type, value, own, "", 1, 1, 2, "`x.device.type`: \"cpu\", \"cuda\", ..; operand: the device")   \
    X(device_index, value, own, "", 1, 1, 2, "`x.device.index`: an int, or None; operand: the device")       \
    X(rank, value, method, "dim", 1, 1, 1, "`x.dim()`, `x.ndim`: number of dimensions of a tensor")          \
    X(size, value, method, "size", 2, 2, 1,                                                                  \
      "`x.size(i)`, `x.shape[i]`: size of a dimension, negative from the end")                               \
    X(stride, value, method, "stride", 2, 2, 1,                                                              \
      "`x.stride(i)`: stride of a dimension in elements, negative from the end")                             \
    X(storage_offset, value, method, "storage_offset", 1, 1, 1, "`x.storage_offset()`: in elements")         \
    X(requires_grad, value, property, "requires_grad", 1, 1, 1,                                              \
      "`x.requires_grad`, of a tensor; else as `dtype`")                                                     \
    X(negate, value, prefix, "-", 1, 1, 1, "minus")                                                          \
    X(add, value, infix, "+", 2, 2, 1, "sum of two numbers")                                                 \
    X(subtract, value, infix, "-", 2, 2, 1, "difference")                                                    \
    X(multiply, value, infix, "*", 2, 2, 1, "product")                                                       \
    X(divide, value, infix, "/", 2, 2, 3, "quotient as a float; undefined when an int operand exceeds 2^53") \
    X(floor_divide, value, infix, "//", 2, 2, 8, "quotient rounded down")                                    \
    X(modulo, value, infix, "%", 2, 2, 8, "remainder with the sign of the divisor")                          \
    X(power, value, infix, "**", 2, 2, 10, "power")                                                          \
    X(absolute, value, call, "abs", 1, 1, 1, "size of a number")                                             \
    X(minimum, value, call, "min", 2, 255, 2, "the smallest number, the first of equals")                    \
    X(maximum, value, call, "max", 2, 255, 2, "the largest number, the first of equals")                     \
    X(bit_and, value, infix, "&", 2, 2, 2, "bits that both ints have; of two bools a bool")                  \
    X(bit_or, value, infix, "|", 2, 2, 2, "bits that one of two ints has; of two bools a bool")              \
    X(bit_xor, value, infix, "^", 2, 2, 2, "bits that one alone of two ints has; of two bools a bool")       \
    X(shift_left, value, infix, "<<", 2, 2, 2, "an int times a power of two")                                \
    X(shift_right, value, infix, ">>", 2, 2, 2, "an int by a power of two, rounded down")                    \
    X(invert, value, prefix, "~", 1, 1, 2, "`-1 - n` of an int")                                             \
    X(to_integer, value, call, "int", 1, 1, 4,                                                               \
      "a number cut to an int; of an object whose type derives from one, the number in it")                  \
    X(to_float, value, call, "float", 1, 1, 4, "a number as a float; likewise of objects")                   \
    X(floor, value, call, "floor", 1, 1, 4, "`math.floor`: rounded down to an int")                          \
    X(ceil, value, call, "ceil", 1, 1, 4, "`math.ceil`: rounded up to an int")                               \
    X(trunc, value, call, "trunc", 1, 1, 4, "`math.trunc`: rounded to zero, to an int")                      \
    X(round, value, call, "round", 1, 2, 20,                                                                 \
      "the nearest int, the even one of two; with a second operand of 0 to 15, a float of so many digits "   \
      "behind the point")                                                                                    \
    X(sqrt, value, call, "sqrt", 1, 1, 20, "`math.sqrt` of a number; undefined where Python raises")         \
    X(exp, value, call, "exp", 1, 1, 20, "`math.exp` of a number; undefined where Python raises")            \
    X(log, value, call, "log", 1, 1, 20, "`math.log` of a number; undefined where Python raises")            \
    X(log2, value, call, "log2", 1, 1, 20, "`math.log2` of a number; undefined where Python raises")         \
    X(sin, value, call, "sin", 1, 1, 20, "`math.sin` of a number; undefined where Python raises")            \
    X(cos, value, call, "cos", 1, 1, 20, "`math.cos` of a number; undefined where Python raises")            \
    X(tan, value, call, "tan", 1, 1, 20, "`math.tan` of a number; undefined where Python raises")            \
    X(asin, value, call, "asin", 1, 1, 20, "`math.asin` of a number; undefined where Python raises")         \
    X(acos, value, call, "acos", 1, 1, 20, "`math.acos` of a number; undefined where Python raises")         \
    X(atan, value, call, "atan", 1, 1, 20, "`math.atan` of a number; undefined where Python raises")         \
    X(sinh, value, call, "sinh", 1, 1, 20, "`math.sinh` of a number; undefined where Python raises")         \
    X(cosh, value, call, "cosh", 1, 1, 20, "`math.cosh` of a number; undefined where Python raises")         \
    X(tanh, value, call, "tanh", 1, 1, 20, "`math.tanh` of a number; undefined where Python raises")         \
    X(key_at, value, call, "key_at", 2, 2, 4, "key at a position of a dict or mapping proxy, from 0")        \
    X(stored_key, value, call, "stored_key", 2, 2, 15,                                                       \
      "the key of a dict under which `d[k]` is found: equal to `k`, perhaps of another type")                \
    X(type_object, value, call, "type_object", 1, 1, 4,                                                      \
      "the exact type as an object with attributes: what `type(x).a` reads")                                 \
    X(printed, value, call, "repr", 1, 1, 4, "the printed form, where it is recorded: no code is run")       \
    X(referent, value, call, "referent", 1, 1, 2, "what a weak reference refers to; None when it is dead")   \
    X(derived_from, value, own, "derived", 2, 2, 20, "see `derived`; operands: x, text")                     \
    X(version, value, call, "dict_version", 1, 1, 2, "changes whenever the dict is written")                 \
    X(remaining, value, call, "remaining", 1, 1, 3, "number of items that an iterator has left")             \
    X(upcoming, value, call, "upcoming", 2, 2, 4,                                                            \
      "item that an iterator yields, from 0, the next one; of a set in its order")                           \
    X(next_value, value, call, "next_value", 1, 1, 3, "the next number of a range or count iterator")        \
    X(step, value, call, "step_of", 1, 1, 3, "the step of a range, slice, range or count iterator")          \
    X(dispatch_keys, value, call, "dispatch_keys", 1, 1, 2,                                                  \
      "of a tensor, as `DispatchKeySet(CPU, ..)` writes them")                                               \
    X(conditional, value, own, "if", 3, 3, 1, "`a if c else b`; operands: c, a, b")                          \
    X(is_constant, test, infix, "is", 2, 2, 2,                                                               \
      "same type and same value as a constant, all the way down; operands: v, constant")                     \
    X(is_same, test, infix, "is", 2, 2, 1,                                                                   \
      "two stored places hold the same object; on computed values, strict equality")                         \
    X(is_type, test, own, "is", 2, 2, 1,                                                                     \
      "the exact type of a value: `x is list`, `x is tensor(..)`; operands: v, type")                        \
    X(is_identity, test, call, "is_identity", 2, 2, 1,                                                       \
      "the object at a stored place has this identity, a number that was recorded")                          \
    X(equal, test, infix, "==", 2, 2, 2, "Python's equality where it runs no code")                          \
    X(not_equal, test, infix, "!=", 2, 2, 2, "the negation of `==`")                                         \
    X(less, test, infix, "<", 2, 2, 2, "numbers exactly, strings and bytes by code point")                   \
    X(less_equal, test, infix, "<=", 2, 2, 2, "likewise")                                                    \
    X(greater, test, infix, ">", 2, 2, 2, "likewise")                                                        \
    X(greater_equal, test, infix, ">=", 2, 2, 2, "likewise")                                                 \
    X(in_range, test, own, "..", 4, 4, 3,                                                                    \
      "`v in a..b step s`: an exact int, both ends included, anchored at a; "                                \
      "anything but an exact int is not in it; operands: v, a, b, s")                                        \
    X(contains, test, infix, "in", 2, 2, 10, "`k in d`, `x in (1, 2)`: as Python looks up; operands: k, d")  \
    X(not_, test, prefix, "not", 1, 1, 0, "negation; undefined stays undefined")                             \
    X(and_, test, infix, "and", 2, 65535, 0, "left to right, stops at the first that is false")              \
    X(or_, test, infix, "or", 2, 65535, 0, "left to right, stops at the first that is true")                 \
    X(truthy, test, call, "bool", 1, 1, 2, "the truth of None, a bool, number, string or container")         \
    X(has_attribute, test, own, "hasattr", 1, 1, 10, "`hasattr(x, \"a\")`: a stored attribute is there")     \
    X(distinct, test, call, "distinct", 1, 65535, 4, "the objects at these stored places are all different") \
    X(is_nan, test, call, "isnan", 1, 1, 4, "a bool, int or float is no number; only a float can be")        \
    X(no_overlap, test, call, "no_overlap", 2, 65535, 20,                                                    \
      "no two of these tensors share a byte of memory, as far as offsets, sizes and strides tell")           \
    X(is_subset, test, call, "issubset", 2, 2, 20, "every element of the first set is in the second")        \
    X(is_instance, test, own, "isinstance", 2, 2, 2,                                                         \
      "`isinstance(x, dict)`, also set or frozenset: of this type or one that derives from it")              \
    X(external, test, own, "extern", 0, 0, 10,                                                               \
      "`extern(\"L['o'] == Const(3)\")`: the verdict that the frame gives under this text, which is no "     \
      "name; "                                                                                               \
      "undefined without one")                                                                               \
    X(extern_, test, own, "extern", 0, 255, 50,                                                              \
      "`extern(\"aligned\", x, 4)`: a predicate that a backend binds under this name; undefined while none " \
      "is")

enum class TermOp : std::uint8_t {
#define GUARDC_TERM(op, term_class, form, spelling, least, most, cost, text) op,
    GUARDC_TERMS(GUARDC_TERM)
#undef GUARDC_TERM
};

struct TermKind {
    TermOp op;
    std::string_view name;
    TermClass term_class;
    TermForm form;
    std::string_view spelling;
    std::uint32_t least, most;
    std::uint32_t cost;
    std::string_view text;
};
const TermKind& kind_of(TermOp op);
// An object that is stored somewhere and so has an identity; what is computed has none.
bool is_stored_place(TermOp op);
std::span<const TermKind> term_kinds();                    // all rows, by TermOp
std::optional<TermOp> find_call(std::string_view name);    // form `call`, by spelling: `len`, `distinct`
std::optional<TermOp> find_member(std::string_view name);  // form `method` or `property`: `size`, `dtype`
std::optional<TermOp> find_infix(std::string_view name);   // the first with this spelling: `+`, `<=`

}  // namespace guardc::compiler
