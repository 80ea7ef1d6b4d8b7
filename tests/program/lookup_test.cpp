// Tests of one value and look-ups: bool(), kind, `in`, subscripts.
#include <catch2/catch.hpp>

#include "runtime/program/functions.h"
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

struct TruthRow {
    const char* value;
    Truth truth;
};
const TruthRow kTruths[] = {
    {"None", no},
    {"True", yes},
    {"False", no},
    {"0", no},
    {"-3", yes},
    {"18446744073709551616", yes},
    {"0.0", no},
    {"-0.0", no},
    {"nan", yes},
    {"1e-300", yes},
    {"complex(0.0,-0.0)", no},
    {"complex(0.0,2.0)", yes},
    {"''", no},
    {"'a'", yes},
    {"b''", no},
    {"b'0'", yes},
    {"[]", no},
    {"[0]", yes},
    {"()", no},
    {"Size()", no},
    {"Size(0)", yes},
    {"{}", no},
    {"{0: 0}", yes},
    {"fs{}", no},
    {"{0}", yes},
    {"range(3, 3, 1)", no},
    {"range(3, 0, 1)", no},
    {"range(3, 0, -1)", yes},
    {"slice(None, None, None)", yes},
    {"dtype:bool", yes},
    {"device:cpu", yes},
    {"type:builtins.int", yes},
    {"tensor", undefined},
    {"object", undefined},
    {"function", undefined},
    {"iter()", undefined},
    {"proxy{}", undefined},
    {"sub{}", undefined},
};

struct MemberRow {
    const char* needle;
    const char* haystack;
    Truth truth;
};
const MemberRow kMembers[] = {
    {"1", "[1, 2]", yes},
    {"3", "[1, 2]", no},
    {"True", "[1, 2]", yes},
    {"1.0", "(0, 1)", yes},
    {"'1'", "[1]", no},
    {"None", "[]", no},
    {"[1]", "[[1], 2]", yes},
    {"3", "Size(2, 3)", yes},
    {"nan", "[1, 2]", no},
    {"nan", "[nan]", undefined},
    {"nan#5", "[nan#5]", yes},
    {"nan#5", "[nan#6]", no},
    {"1", "[tensor, 1]", undefined},  // the tensor is asked first
    {"1", "[1, tensor]", yes},
    {"tensor#5", "[tensor#5, 1]", yes},
    {"tensor#5", "[1, tensor#5]", undefined},
    {"tensor#5", "[tensor#6]", undefined},  // tensors compare elementwise
    {"function#5", "[function#6]", undefined},
    {"function#5", "[function#5]", yes},
    {"function#5", "{function#6}", no},
    {"function#5", "range(0, 10, 2)", undefined},
    {"tensor#5", "range(0, 10, 2)", undefined},
    {"tensor#5", "{tensor#6}", no},  // but hash by identity
    {"tensor#5", "{tensor#5: 1}", yes},
    {"(tensor#5,)", "[(tensor#6,)]", undefined},
    {"object#5", "['a', object#5]", undefined},  // its own equality is asked about 'a'
    {"object#5", "[object#5, 'a']", yes},
    {"1", "{1, 2}", yes},
    {"3", "{1, 2}", no},
    {"'a'", "{'a': 1}", yes},
    {"1", "{'a': 1}", no},
    {"1", "{'1': 1}", no},
    {"True", "{1: 'x'}", yes},
    {"1.0", "{1: 'x'}", yes},
    {"18446744073709551616", "{18446744073709551616.0: 1}", yes},
    {"(1, 2)", "{(1, 2): 3}", yes},
    {"(1, 3)", "{(1, 2): 3}", no},
    {"[1]", "{(1,): 3}", undefined},  // unhashable
    {"([1],)", "{(1,): 3}", undefined},
    {"{1}", "{1}", undefined},
    {"'a'", "proxy{'a': 1}", yes},
    {"'a'", "sub{'a': 1}", yes},
    {"'b'", "sub{'a': 1}", no},
    {"5", "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}", yes},
    {"50", "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}", no},
    {"'bc'", "'abcd'", yes},
    {"''", "''", yes},
    {"'bd'", "'abcd'", no},
    {"1", "'1'", undefined},
    {"b'bc'", "b'abcd'", yes},
    {"97", "b'abcd'", yes},
    {"300", "b'abcd'", undefined},
    {"'a'", "b'abcd'", undefined},
    {"4", "range(0, 10, 2)", yes},
    {"5", "range(0, 10, 2)", no},
    {"10", "range(0, 10, 2)", no},
    {"4.0", "range(0, 10, 2)", yes},
    {"4.5", "range(0, 10, 2)", no},
    {"nan", "range(0, 10, 2)", no},
    {"complex(4.0,0.0)", "range(0, 10, 2)", yes},
    {"True", "range(0, 10, 1)", yes},
    {"8", "range(10, 0, -2)", yes},
    {"0", "range(10, 0, -2)", no},
    {"-9223372036854775808", "range(-9223372036854775808, 9223372036854775807, 3)", yes},
    {"9223372036854775804", "range(-9223372036854775808, 9223372036854775807, 3)", yes},
    {"9223372036854775805", "range(-9223372036854775808, 9223372036854775807, 3)", no},
    {"18446744073709551616", "range(0, 10, 2)", no},
    {"'a'", "range(0, 10, 2)", no},
    {"object", "range(0, 10, 2)", undefined},
    {"1", "1", undefined},
    {"1", "tensor", undefined},
    {"1", "iter(1, 2)", undefined},
};

struct SubscriptRow {
    const char* base;
    const char* key;
    const char* result;  // null: undefined
};
const SubscriptRow kSubscripts[] = {
    {"[10, 11, 12]", "0", "10"},
    {"[10, 11, 12]", "-1", "12"},
    {"[10, 11, 12]", "-3", "10"},
    {"[10, 11, 12]", "3", nullptr},
    {"[10, 11, 12]", "-4", nullptr},
    {"[10, 11, 12]", "True", "11"},
    {"[10, 11, 12]", "1.0", nullptr},
    {"[10, 11, 12]", "'1'", nullptr},
    {"[10, 11, 12]", "18446744073709551616", nullptr},
    {"[10, 11, 12]", "-9223372036854775808", nullptr},
    {"([1, 2],)", "0", "[1, 2]"},
    {"Size(4, 5)", "1", "5"},
    {"{'a': 1, 'b': 2}", "'b'", "2"},
    {"{'a': 1, 'b': 2}", "'c'", nullptr},
    {"{1: 'x'}", "True", "'x'"},
    {"{1: 'x'}", "1.0", "'x'"},
    {"{1: 'x'}", "'1'", nullptr},
    {"{(1, 2): 'x'}", "(1, 2)", "'x'"},
    {"{(1, 2): 'x'}", "(1, 2.0)", "'x'"},
    {"{(1, 2): 'x'}", "[1, 2]", nullptr},
    {"sub{'a': 1}", "'a'", "1"},
    {"proxy{'a': 1}", "'a'", "1"},
    {"{1, 2}", "0", nullptr},
    {"'abc'", "0", nullptr},
    {"tensor", "0", nullptr},
    {"None", "0", nullptr},
};

}  // namespace

TEST_CASE("truth of values") {
    for (const TruthRow& row : kTruths) {
        ValueArena arena;
        const Value* value = value_of(arena, row.value);
        for (const Model* model : {&builtin_model(), &mirror_model()})
            for (const Seen& seen : views_of(*model, *value)) {
                INFO(row.value << " as " << seen.how);
                CHECK(guardc_op_truthy(model, &seen.cell) == row.truth);
            }
    }
}

TEST_CASE("membership") {
    for (const MemberRow& row : kMembers) {
        ValueArena arena;
        const Value* needle = value_of(arena, row.needle);
        const Value* haystack = value_of(arena, row.haystack);
        const bool by_identity = std::string_view(row.needle).find('#') != std::string_view::npos;
        for (const Seen& one : views_of(builtin_model(), *needle))
            for (const Seen& other : views_of(builtin_model(), *haystack)) {
                if (by_identity && (one.how != "reference" || other.how != "reference")) continue;
                INFO(row.needle << " as " << one.how << " in " << row.haystack << " as " << other.how);
                const Cell operands[] = {one.cell, other.cell};
                CHECK(call_test_function(builtin_model(), TestFunction::contains, operands) == row.truth);
            }
    }
}

TEST_CASE("membership in a model that cannot look up") {
    for (const MemberRow& row : kMembers) {
        const std::string_view all[] = {row.needle, row.haystack};
        ValueArena arena;
        if (all[0].find('#') != std::string_view::npos || all[1].find("object") != std::string_view::npos)
            continue;
        if (std::string_view(row.needle) == "nan") continue;  // identity is the address there
        const Cell operands[] = {as_reference(value_of(arena, row.needle)),
                                 as_reference(value_of(arena, row.haystack))};
        INFO(row.needle << " in " << row.haystack);
        CHECK(call_test_function(mirror_model(), TestFunction::contains, operands) == row.truth);
    }
}

TEST_CASE("subscripts") {
    for (const SubscriptRow& row : kSubscripts) {
        ValueArena arena;
        const Value* base = value_of(arena, row.base);
        const Value* key = value_of(arena, row.key);
        for (const Seen& one : views_of(builtin_model(), *base))
            for (const Seen& other : views_of(builtin_model(), *key)) {
                INFO(row.base << " as " << one.how << " [" << row.key << " as " << other.how << "]");
                const Cell operands[] = {one.cell, other.cell};
                Cell result;
                const Truth outcome =
                    call_value_function(builtin_model(), ValueFunction::subscript, operands, result);
                CHECK(outcome == (row.result == nullptr ? undefined : yes));
                if (outcome != Truth::yes || row.result == nullptr) continue;
                const Cell wanted = as_literal(value_of(arena, row.result));
                CHECK(guardc_op_strict(&builtin_model(), &result, &wanted) == yes);
            }
    }
}

TEST_CASE("kinds of immediates and constants are those that the language takes them for") {
    ValueArena arena;
    const auto bit = [](Kind kind) { return 1ULL << static_cast<unsigned>(kind); };
    const struct {
        const char* value;
        Kind kind;
    } rows[] = {{"None", Kind::none},
                {"True", Kind::boolean},
                {"1", Kind::integer},
                {"1.5", Kind::floating},
                {"'a'", Kind::string},
                {"[1]", Kind::list},
                {"{1: 2}", Kind::dict},
                {"dtype:int8", Kind::dtype},
                {"device:cpu", Kind::device},
                {"type:demo.A", Kind::type},
                {"tensor", Kind::tensor},
                {"object", Kind::object},
                {"18446744073709551616", Kind::integer}};
    for (const auto& row : rows)
        for (const Model* model : {&builtin_model(), &mirror_model()})
            for (const Seen& seen : views_of(*model, *value_of(arena, row.value))) {
                INFO(row.value << " as " << seen.how);
                CHECK(guardc_op_kind(model, &seen.cell, bit(row.kind)) == yes);
                CHECK(guardc_op_kind(model, &seen.cell, ~bit(row.kind)) == no);
            }
    const Cell absent;
    CHECK(guardc_op_kind(&builtin_model(), &absent, ~0ULL) == undefined);
}
