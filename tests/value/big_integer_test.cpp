#include "runtime/value/big_integer.h"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "runtime/value/arena.h"
#include "runtime/value/number_equal.h"

namespace {

using namespace guardc;

BigInteger big(const char* text) {
    const auto number = parse_big_integer(text);
    REQUIRE(number);
    return *number;
}

TEST_CASE("ints of any size are read and printed", "[value]") {
    struct Case {
        const char* text;
        unsigned base;
        const char* printed;  // null: no int
    };
    const Case cases[] = {
        {"0", 10, "0"},
        {"-0", 10, "0"},
        {"000", 10, "0"},
        {"+7", 10, "7"},
        {"18446744073709551615", 10, "18446744073709551615"},
        {"18446744073709551616", 10, "18446744073709551616"},
        {"-340282366920938463463374607431768211456", 10, "-340282366920938463463374607431768211456"},
        {"100000000000000000000000000000000000000000", 10, "100000000000000000000000000000000000000000"},
        {"fF", 16, "255"},
        {"-10000000000000000", 16, "-18446744073709551616"},
        {"777", 8, "511"},
        {"101", 2, "5"},
        {"", 10, nullptr},
        {"-", 10, nullptr},
        {"+-1", 10, nullptr},
        {"1a", 10, nullptr},
        {"8", 8, nullptr},
        {" 1", 10, nullptr},
        {"1_0", 10, nullptr},
    };
    for (const Case& one : cases) {
        INFO(one.text);
        const auto number = parse_big_integer(one.text, one.base);
        CHECK(number.has_value() == (one.printed != nullptr));
        if (number && one.printed != nullptr) CHECK(to_text(number->view()) == one.printed);
    }
}

TEST_CASE("ints of any size are ordered exactly", "[value]") {
    const char* rising[] = {"-340282366920938463463374607431768211457",
                            "-340282366920938463463374607431768211456",
                            "-18446744073709551617",
                            "-18446744073709551616",
                            "-9223372036854775809",
                            "-9223372036854775808",
                            "-1",
                            "0",
                            "1",
                            "9223372036854775807",
                            "9223372036854775808",
                            "18446744073709551615",
                            "18446744073709551616",
                            "340282366920938463463374607431768211456"};
    for (std::size_t left = 0; left < std::size(rising); ++left) {
        for (std::size_t right = 0; right < std::size(rising); ++right) {
            INFO(rising[left] << " and " << rising[right]);
            const BigInteger one = big(rising[left]);
            const BigInteger other = big(rising[right]);
            CHECK(compare(one.view(), other.view()) == (left <=> right));
        }
    }
}

TEST_CASE("ints meet floats exactly", "[value]") {
    struct Case {
        const char* integer;
        double number;
        int order;  // -1, 0, 1; 2: unordered
    };
    const double infinity = std::numeric_limits<double>::infinity();
    const Case cases[] = {
        {"0", 0.0, 0},
        {"0", -0.0, 0},
        {"0", 5e-324, -1},
        {"0", -5e-324, 1},
        {"1", 1.0, 0},
        {"1", 1.5, -1},
        {"-1", -1.5, 1},
        {"-2", -1.5, -1},
        {"9007199254740992", 9007199254740992.0, 0},
        {"9007199254740993", 9007199254740992.0, 1},
        {"9223372036854775807", 9223372036854775808.0, -1},
        {"9223372036854775808", 9223372036854775808.0, 0},
        {"-9223372036854775808", -9223372036854775808.0, 0},
        {"-9223372036854775809", -9223372036854775808.0, -1},
        {"18446744073709551616", 18446744073709551616.0, 0},
        {"18446744073709551617", 18446744073709551616.0, 1},
        {"5", infinity, -1},
        {"5", -infinity, 1},
        {"340282366920938463463374607431768211456", infinity, -1},
        {"340282366920938463463374607431768211456", std::ldexp(1.0, 128), 0},
        {"340282366920938463463374607431768211456", std::ldexp(1.0, 1023), -1},
        {"5", std::numeric_limits<double>::quiet_NaN(), 2},
    };
    for (const Case& one : cases) {
        INFO(one.integer << " and " << one.number);
        const std::partial_ordering order = compare(big(one.integer).view(), one.number);
        CHECK((order < 0) == (one.order == -1));
        CHECK((order == 0) == (one.order == 0));
        CHECK((order > 0) == (one.order == 1));
        if (const auto small = to_int64(big(one.integer).view())) CHECK(compare(*small, one.number) == order);
    }
}

TEST_CASE("the largest double is a whole number of sixteen limbs", "[value]") {
    std::uint64_t limbs[17];
    const BigView whole = whole_number(std::numeric_limits<double>::max(), limbs);
    CHECK(whole.limbs.size() == 16);
    CHECK((compare(whole, std::numeric_limits<double>::max()) == 0));
    CHECK(to_text(whole).size() == 309);
    CHECK(to_text(whole_number(-4503599627370497.0, limbs)) == "-4503599627370497");
    CHECK(to_text(whole_number(0.0, limbs)) == "0");
}

TEST_CASE("64 bits are where small ends", "[value]") {
    ValueArena arena;
    for (const char* text : {"9223372036854775807", "-9223372036854775808", "0"})
        CHECK_FALSE(is_big(as<IntegerValue>(*arena.make_integer(big(text).view()))));
    for (const char* text : {"9223372036854775808", "-9223372036854775809", "18446744073709551616"}) {
        const Value* value = arena.make_integer(big(text).view());
        CHECK(is_big(as<IntegerValue>(*value)));
        std::uint64_t storage = 0;
        CHECK(to_text(big_view(as<IntegerValue>(*value), storage)) == text);
        CHECK(number_equal(*value, *arena.make_integer(big(text).view())));
    }
}

TEST_CASE("lengths and items of ranges stay within 64 bits", "[value]") {
    struct Case {
        const char *start, *stop, *step;
        std::optional<std::uint64_t> length;
    };
    const Case cases[] = {
        {"0", "10", "1", 10},
        {"0", "10", "3", 4},
        {"0", "9", "3", 3},
        {"10", "0", "-3", 4},
        {"0", "10", "-1", 0},
        {"5", "5", "1", 0},
        {"-9223372036854775808", "9223372036854775807", "9223372036854775807", 3},
        {"-9223372036854775808", "9223372036854775807", "2", std::nullopt},
        {"9223372036854775807", "-9223372036854775808", "-9223372036854775808", 2},
        {"-9223372036854775808", "9223372036854775807", "1", std::nullopt},
        {"0", "9223372036854775807", "1", 9223372036854775807},
        {"0", "9223372036854775808", "1", std::nullopt},
    };
    for (const Case& one : cases) {
        INFO(one.start << ", " << one.stop << ", " << one.step);
        ValueArena arena;
        const Value* range = arena.make_range(arena.make_integer(big(one.start).view()),
                                              arena.make_integer(big(one.stop).view()),
                                              arena.make_integer(big(one.step).view()));
        const auto length = range_length(as<RangeValue>(*range));
        CHECK(length == one.length);
        if (!length || *length == 0) continue;
        const std::int64_t last = *range_item(as<RangeValue>(*range), *length - 1);
        const std::int64_t stop = *to_int64(big(one.stop).view());
        CHECK((*to_int64(big(one.step).view()) > 0 ? last < stop : last > stop));
    }
}

}  // namespace
