// `==` and strict equality, over every way in which two values can reach the operation.
#include <catch2/catch.hpp>

#include "runtime/program/operations.h"
#include "runtime/value/builtin_model.h"
#include "tests/program/value_notation.h"
#include "tests/program/views.h"

using namespace guardc;
using namespace guardc::program_tests;

namespace {

constexpr Truth yes = Truth::yes;
constexpr Truth no = Truth::no;
constexpr Truth undefined = Truth::undefined;

struct Row {
    const char* left;
    const char* right;
    Truth equal;   // in Python's sense
    Truth strict;  // same type and value
};

// Nothing in here depends on identity, so that all ways of seeing a value agree.
const Row kRows[] = {
    {"None", "None", yes, yes},
    {"None", "False", no, no},
    {"None", "0", no, no},
    {"None", "[]", no, no},
    {"1", "1", yes, yes},
    {"1", "2", no, no},
    {"1", "True", yes, no},
    {"0", "False", yes, no},
    {"True", "True", yes, yes},
    {"True", "False", no, no},
    {"2", "True", no, no},
    {"1", "1.0", yes, no},
    {"True", "1.0", yes, no},
    {"1", "complex(1.0,0.0)", yes, no},
    {"1", "complex(1.0,nan)", no, no},
    {"1.5", "complex(1.5,-0.0)", yes, no},
    {"1", "'1'", no, no},
    {"0.0", "-0.0", yes, no},
    {"0", "-0.0", yes, no},
    {"nan", "nan", no, yes},
    {"nan", "1.0", no, no},
    {"inf", "inf", yes, yes},
    {"inf", "-inf", no, no},
    {"inf", "100000000000000000000000000000000000000000", no, no},
    {"complex(5.0,nan)", "complex(5.0,nan)", no, yes},
    {"complex(5.0,nan)", "complex(7.0,nan)", no, no},
    {"complex(0.0,0.0)", "complex(0.0,-0.0)", yes, no},
    {"complex(0.0,0.0)", "complex(-0.0,0.0)", yes, no},
    // exactness where an int is no float any more
    {"9007199254740993", "9007199254740992.0", no, no},
    {"9007199254740992", "9007199254740992.0", yes, no},
    {"-9007199254740993", "-9007199254740992.0", no, no},
    {"9223372036854775807", "9223372036854775808.0", no, no},
    {"9223372036854775808", "9223372036854775808.0", yes, no},
    {"9223372036854775809", "9223372036854775808.0", no, no},
    {"-9223372036854775808", "-9223372036854775808.0", yes, no},
    {"9223372036854775809", "9223372036854775809", yes, yes},
    {"9223372036854775809", "-9223372036854775807", no, no},
    {"-9223372036854775809", "9223372036854775809", no, no},
    {"18446744073709551616", "0", no, no},
    {"100000000000000000000", "1e20", yes, no},
    {"100000000000000000001", "1e20", no, no},
    {"100000000000000000001", "nan", no, no},
    // text
    {"'a'", "'a'", yes, yes},
    {"'a'", "'b'", no, no},
    {"''", "b''", no, no},
    {"b'ab'", "b'ab'", yes, yes},
    {"b'ab'", "'ab'", no, no},
    // sequences
    {"[]", "[]", yes, yes},
    {"[]", "()", no, no},
    {"[1, 2]", "(1, 2)", no, no},
    {"[1, 2]", "[1, 2]", yes, yes},
    {"[1, 2]", "[1, 3]", no, no},
    {"[1, 2]", "[1]", no, no},
    {"[1]", "[True]", yes, no},
    {"[1]", "[1.0]", yes, no},
    {"[0.0]", "[-0.0]", yes, no},
    {"(1, True)", "(1, 1)", yes, no},
    {"Size(3, 4)", "(3, 4)", yes, no},
    {"Size(3, 4)", "Size(3, 4)", yes, yes},
    {"Size(3, 4)", "[3, 4]", no, no},
    {"Size(3, 4)", "(3, 5)", no, no},
    {"[[1, [2]], 'a']", "[[1, [2]], 'a']", yes, yes},
    {"[[1, [2]], 'a']", "[[1, [3]], 'a']", no, no},
    // NaN within containers
    {"[nan]", "[nan]", undefined, yes},
    {"[nan]", "[1.0]", no, no},
    {"[1, nan]", "[2, nan]", no, no},
    {"[nan, 1]", "[nan, 2]", undefined, no},
    {"[nan, 1]", "[nan]", no, no},
    {"[complex(nan,0.0)]", "[complex(0.0,nan)]", undefined, no},
    {"[complex(nan,0.0)]", "[0.0]", no, no},
    {"{'a': nan}", "{'a': nan}", undefined, yes},
    {"{nan}", "{nan}", undefined, yes},
    {"{nan, 5}", "{nan, 6}", undefined, no},
    {"{nan, nan, 5}", "{nan, 5, 6}", undefined, no},
    {"slice(nan, 1, 1)", "slice(nan, 1, 1)", undefined, yes},
    // dicts: order counts for the strict sense alone
    {"{}", "{}", yes, yes},
    {"{'a': 1, 'b': 2}", "{'a': 1, 'b': 2}", yes, yes},
    {"{'a': 1, 'b': 2}", "{'b': 2, 'a': 1}", yes, no},
    {"{'a': 1}", "{'a': 2}", no, no},
    {"{'a': 1}", "{'b': 1}", no, no},
    {"{'a': 1}", "{'a': 1, 'b': 2}", no, no},
    {"{1: 'x'}", "{1.0: 'x'}", yes, no},
    {"{1: 'x'}", "{True: 'x'}", yes, no},
    {"{1: 'x'}", "{'1': 'x'}", no, no},
    {"{'a': [1, {'b': 2}]}", "{'a': [1, {'b': 2}]}", yes, yes},
    {"{'a': [1, {'b': 2}]}", "{'a': [1, {'b': 3}]}", no, no},
    {"{(1, 2): 3, (4,): 5}", "{(4,): 5, (1, 2): 3}", yes, no},
    {"{(1, 2): 3}", "{(1, 3): 3}", no, no},
    {"{(1, 2): 3}", "{(1.0, True): 3}", no, no},
    {"{(1, 1): 3}", "{(1.0, True): 3}", yes, no},
    {"{fs{1, 2}: 3}", "{fs{2, 1}: 3}", yes, yes},
    // sets
    {"{1, 2, 3}", "{3, 1, 2}", yes, yes},
    {"{1, 2, 3}", "{3, 1, 4}", no, no},
    {"{1}", "{True}", yes, no},
    {"{1}", "fs{1}", yes, no},
    {"fs{1, 'a'}", "fs{'a', 1}", yes, yes},
    {"{(1, 2), (3, 4)}", "{(3, 4), (1, 2)}", yes, yes},
    {"{(1, 2), (3, 4)}", "{(3, 4), (1, 5)}", no, no},
    {"{1}", "[1]", no, no},
    {"fs{fs{1}, fs{2}}", "fs{fs{2}, fs{1}}", yes, yes},
    {"{None, True, 'x', 2.5, b'y'}", "{b'y', 2.5, 'x', True, None}", yes, yes},
    // ranges are equal by what they yield, strictly by what they are
    {"range(0, 5, 2)", "range(0, 6, 2)", yes, no},
    {"range(0, 5, 2)", "range(0, 5, 2)", yes, yes},
    {"range(0, 5, 2)", "range(0, 7, 2)", no, no},
    {"range(3, 3, 1)", "range(9, 0, 1)", yes, no},
    {"range(1, 2, 1)", "range(1, 9, 8)", yes, no},
    {"range(0, 3, 1)", "[0, 1, 2]", no, no},
    {"range(5, 0, -2)", "range(5, -1, -2)", yes, no},
    {"range(5, 0, -2)", "range(5, 1, -2)", no, no},
    {"range(5, 0, -2)", "range(5, 0, -2)", yes, yes},
    {"slice(1, None, 2)", "slice(1, None, 2)", yes, yes},
    {"slice(1, None, 2)", "slice(1.0, None, 2)", yes, no},
    {"slice(1, 2, 3)", "slice(1, 2, 4)", no, no},
    {"slice(1, 2, 3)", "(1, 2, 3)", no, no},
    // the tensor world
    {"dtype:float16", "dtype:float16", yes, yes},
    {"dtype:float16", "dtype:float32", no, no},
    {"dtype:float16", "'float16'", no, no},
    {"device:cuda:0", "device:cuda:0", yes, yes},
    {"device:cuda:0", "device:cuda", no, no},
    {"device:cpu", "'cpu'", no, no},
    {"type:builtins.int", "type:builtins.int", yes, yes},
    {"type:builtins.int", "type:demo.Config", no, no},
    {"type:builtins.int", "1", no, no},
    // what has an equality of its own
    {"tensor", "None", undefined, no},
    {"object", "1", undefined, no},
    {"function", "'f'", undefined, no},
    {"[tensor]", "[1]", undefined, no},
    {"[1, tensor]", "[2, 3]", no, no},
    {"[tensor]", "[]", no, no},
    {"{'a': object}", "{'a': 1}", undefined, no},
    {"sub{'a': 1}", "{'a': 1}", undefined, no},
    {"sub{'a': 1}", "5", undefined, no},
    {"[sub{}]", "[{}]", undefined, no},
    {"proxy{'a': 1}", "{'a': 1}", undefined, no},
    {"iter(1, 2)", "(1, 2)", undefined, no},
};

using Operation = Truth (*)(const Model*, const Cell*, const Cell*) noexcept;

void check_both_ways(Operation operation, const Row& row, Truth wanted) {
    ValueArena arena;
    const Value* left = value_of(arena, row.left);
    const Value* right = value_of(arena, row.right);
    for (const Model* model : {&builtin_model(), &mirror_model()})
        for (const Seen& one : views_of(*model, *left))
            for (const Seen& other : views_of(*model, *right)) {
                INFO(model->name << ": " << row.left << " as " << one.how << ", " << row.right << " as "
                                 << other.how);
                CHECK(operation(model, &one.cell, &other.cell) == wanted);
                CHECK(operation(model, &other.cell, &one.cell) == wanted);
            }
}

}  // namespace

TEST_CASE("equality in Python's sense") {
    for (const Row& row : kRows)
        check_both_ways(guardc_op_equal, row, row.equal);
}

TEST_CASE("strict equality") {
    for (const Row& row : kRows)
        check_both_ways(guardc_op_strict, row, row.strict);
}

TEST_CASE("an absent cell equals nothing") {
    const Cell absent;
    const Cell one = Cell::integer(1);
    CHECK(guardc_op_equal(&builtin_model(), &absent, &one) == undefined);
    CHECK(guardc_op_strict(&builtin_model(), &one, &absent) == undefined);
}

namespace {

struct IdentityRow {
    const char* value;  // on both sides, each made anew
    const char* other;
    Truth equal, strict;
};
// Both are objects, with the identities that are written.
const IdentityRow kIdentityRows[] = {
    {"[tensor#5]", "[tensor#5]", yes, yes},
    {"[tensor#5]", "[tensor#6]", undefined, no},
    {"[object#5]", "[object#5]", yes, yes},
    {"[object]", "[object]", undefined, undefined},
    {"[nan#5]", "[nan#5]", undefined, yes},
    {"{function#5: 1}", "{function#5: 1}", yes, yes},
    {"{function#5: 1}", "{function#6: 1}", no, no},
    {"{function#5: 1}", "{'f': 1}", no, no},
    {"{object#5: 1}", "{object#6: 1}", undefined, no},
    {"{object#5: 1}", "{object#5: 1}", yes, yes},
    {"{nan#5: 1}", "{nan#5: 1}", yes, yes},
    {"{nan#5: 1}", "{nan#6: 1}", no, yes},
    {"{(nan#5, 1): 1}", "{(nan#5, 1): 1}", yes, yes},
    {"tensor#5", "tensor#5", undefined, yes},
    {"tensor#5", "tensor#6", undefined, no},
    {"sub{'a': 1}#5", "sub{'a': 1}#5", undefined, yes},
    {"sub{'a': 1}#5", "sub{'a': 1}#6", undefined, no},
    {"sub{'a': 1}", "sub{'a': 1}", undefined, undefined},
};

}  // namespace

TEST_CASE("identity within containers") {
    for (const IdentityRow& row : kIdentityRows) {
        ValueArena arena;
        const Cell left = as_reference(value_of(arena, row.value));
        const Cell right = as_reference(value_of(arena, row.other));
        INFO(row.value << " and " << row.other);
        CHECK(guardc_op_equal(&builtin_model(), &left, &right) == row.equal);
        CHECK(guardc_op_strict(&builtin_model(), &left, &right) == row.strict);
    }
}
