// `<` and its three kin.
#include <catch2/catch.hpp>

#include "runtime/program/operations.h"
#include "runtime/value/builtin_model.h"
#include "tests/program/value_notation.h"
#include "tests/program/views.h"

using namespace guardc;
using namespace guardc::program_tests;

namespace {

// How the left side stands to the right one. `unordered`: all four are false; `none`: they have no order.
enum class Order { less, equal, greater, unordered, none };

struct Row {
    const char* left;
    const char* right;
    Order order;
};

const Row kRows[] = {
    {"1", "2", Order::less},
    {"-1", "True", Order::less},
    {"True", "1", Order::equal},
    {"1", "1.0", Order::equal},
    {"1", "1.5", Order::less},
    {"-1", "-1.5", Order::greater},
    {"0.0", "-0.0", Order::equal},
    {"nan", "1", Order::unordered},
    {"nan", "nan", Order::unordered},
    {"nan", "100000000000000000000", Order::unordered},
    {"inf", "100000000000000000000", Order::greater},
    {"-inf", "-100000000000000000000", Order::less},
    {"9007199254740993", "9007199254740992.0", Order::greater},
    {"9007199254740992", "9007199254740992.0", Order::equal},
    {"9223372036854775807", "9223372036854775808.0", Order::less},
    {"9223372036854775808", "9223372036854775808.0", Order::equal},
    {"9223372036854775807", "9223372036854775808", Order::less},
    {"-9223372036854775809", "-9223372036854775808", Order::less},
    {"100000000000000000001", "1e20", Order::greater},
    {"complex(1.0,0.0)", "1", Order::none},
    {"complex(1.0,0.0)", "complex(2.0,0.0)", Order::none},
    {"'10'", "'9'", Order::less},
    {"'a'", "'ab'", Order::less},
    {"''", "''", Order::equal},
    {"'\xc3\xa9'", "'z'", Order::greater},                  // code points, not a locale
    {"'\xef\xbf\xbd'", "'\xf0\x9f\x98\x80'", Order::less},  // U+FFFD before U+1F600, unlike UTF-16
    {"b'\xff'", "b'a'", Order::greater},                    // bytes are unsigned
    {"'a'", "b'a'", Order::none},
    {"'1'", "1", Order::none},
    {"None", "1", Order::none},
    {"None", "None", Order::none},
    // numbers and texts only
    {"[1, 2]", "[1, 3]", Order::none},
    {"[]", "[]", Order::none},
    {"(1, 'b')", "(1.0, 'a')", Order::none},
    {"Size(2, 3)", "(2, 4)", Order::none},
    {"[1]", "(1,)", Order::none},
    {"[tensor]", "[1]", Order::none},
    {"{1}", "{1, 2}", Order::none},
    {"{'a': 1}", "{'a': 2}", Order::none},
    {"range(0, 1, 1)", "range(0, 2, 1)", Order::none},
    {"tensor", "1", Order::none},
    {"dtype:int8", "dtype:int16", Order::none},
};

Truth wanted(Comparison comparison, Order order) {
    switch (order) {
        case Order::none:
            return Truth::undefined;
        case Order::unordered:
            return Truth::no;
        case Order::less:
            return truth(comparison == Comparison::less || comparison == Comparison::less_equal);
        case Order::greater:
            return truth(comparison == Comparison::greater || comparison == Comparison::greater_equal);
        case Order::equal:
            return truth(comparison == Comparison::less_equal || comparison == Comparison::greater_equal);
    }
    return Truth::error;
}

Order turned(Order order) {
    if (order == Order::less) return Order::greater;
    return order == Order::greater ? Order::less : order;
}

}  // namespace

TEST_CASE("order") {
    for (const Row& row : kRows) {
        ValueArena arena;
        const Value* left = value_of(arena, row.left);
        const Value* right = value_of(arena, row.right);
        for (const Model* model : {&builtin_model(), &mirror_model()})
            for (const Seen& one : views_of(*model, *left))
                for (const Seen& other : views_of(*model, *right))
                    for (const Comparison comparison : {Comparison::less, Comparison::less_equal,
                                                        Comparison::greater, Comparison::greater_equal}) {
                        INFO(row.left << " as " << one.how << ", " << row.right << " as " << other.how << ": "
                                      << static_cast<int>(comparison));
                        const auto form = static_cast<std::uint32_t>(comparison);
                        CHECK(guardc_op_compare(model, form, &one.cell, &other.cell) ==
                              wanted(comparison, row.order));
                        CHECK(guardc_op_compare(model, form, &other.cell, &one.cell) ==
                              wanted(comparison, turned(row.order)));
                    }
    }
}
