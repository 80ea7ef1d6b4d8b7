// Every limit, at it and one beyond.
#include <string>

#include <catch2/catch.hpp>

#include "reading.h"

using guardc::grammar::expression;
using guardc::grammar::Limits;
using guardc::grammar::messages;
using guardc::grammar::mistakes;

namespace {

std::string repeated(const std::string& text, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i)
        out += text;
    return out;
}

Limits limited(std::uint32_t Limits::* limit, std::uint32_t value) {
    Limits limits;
    limits.*limit = value;
    return limits;
}

struct Case {
    std::uint32_t Limits::* limit;
    std::uint32_t value;
    std::string within;  // a guard
    std::string beyond;
    std::string told;
};

}  // namespace

TEST_CASE("limits of one guard hold at the limit and refuse one more, by name") {
    const Case cases[] = {
        {&Limits::bytes, 9, "x is None", "xx is None", "1:1 limit-bytes"},
        {&Limits::nesting, 5, "(((((x)))))", "((((((x))))))", "1:6 limit-nesting"},
        {&Limits::nesting, 5, "[([([x])])]", "[([([{x}])])]", "1:6 limit-nesting"},
        {&Limits::nesting, 2, "f(x[0])(y[0])", "f(x[0])(y[(0)])", "1:11 limit-nesting"},
        {&Limits::operators, 3, "a+a+a+a", "a+a+a+a+a", "1:8 limit-operators"},
        {&Limits::operators, 3, "not not not a", "not not not not a", "1:13 limit-operators"},
        {&Limits::operators, 3, "a.b.c.d", "a.b.c.d.e", "1:9 limit-operators"},
        {&Limits::operators, 3, "a[0][0][0]", "a[0][0][0][0]", "1:11 limit-operators"},
        {&Limits::operators, 3, "f()()()", "f()()()()", "1:8 limit-operators"},
        {&Limits::operators, 3, "f(a.b, -c)", "f(a.b, -c, -d)", "1:12 limit-operators"},
        {&Limits::operators, 3, "a if b.c else d", "a if b.c.d else e", "1:12 limit-operators"},
        {&Limits::operators, 2, "a..b step c", "a..b step -c", "1:11 limit-operators"},
        {&Limits::nodes, 3, "[a, b]", "[a, b, c, d]", "1:11 limit-nodes"},
        {&Limits::literal_bytes, 4, "'abcd'", "'abcde'", "1:1 limit-literal-bytes"},
        {&Limits::literal_bytes, 4, "'ab' 'cd'", "'ab' 'cde'", "1:1 limit-literal-bytes"},
        {&Limits::literal_bytes, 4, "b'\\x00\\x00\\x00\\x00'", "b'\\x00\\x00\\x00\\x00\\x00'",
         "1:1 limit-literal-bytes"},
        {&Limits::literal_bytes, 4, "1234", "12345", "1:1 limit-literal-bytes"},
        {&Limits::literal_bytes, 4, "1.25", "1.125", "1:1 limit-literal-bytes"},
        {&Limits::radix_digits, 4, "0xffff", "0xfffff", "1:1 limit-radix-digits"},
        {&Limits::radix_digits, 4, "0b1111", "0b11111", "1:1 limit-radix-digits"},
    };
    for (const Case& c : cases) {
        INFO(c.beyond);
        CHECK(expression(c.within, limited(c.limit, c.value)).find("limit") == std::string::npos);
        CHECK(expression(c.within, limited(c.limit, c.value)) == expression(c.within));
        CHECK(expression(c.beyond, limited(c.limit, c.value)) == c.told);
    }
}

TEST_CASE("limits of a file") {
    CHECK(mistakes("frame f { entry \"e\" { f(x) } }", limited(&Limits::nesting, 3)).empty());
    CHECK(mistakes("frame f { entry \"e\" { f(x[0]) } }", limited(&Limits::nesting, 3)) ==
          "1:26 limit-nesting");

    // A block is a statement too.
    CHECK(mistakes("frame f { entry \"e\" { a; b } }", limited(&Limits::statements, 4)).empty());
    CHECK(mistakes("frame f { entry \"e\" { a; b; c } }", limited(&Limits::statements, 4)) ==
          "1:29 limit-statements");
    CHECK(mistakes("frame f {} frame g {}", limited(&Limits::statements, 2)).empty());
    CHECK(mistakes("frame f {} frame g {} frame h {}", limited(&Limits::statements, 2)) ==
          "1:23 limit-statements");

    // Each statement has its own operators.
    CHECK(mistakes("frame f { entry \"e\" { a+a; a+a; a+a } }", limited(&Limits::operators, 1)).empty());

    // A line with too many operators is also refused in the peer's form, where prose is accepted.
    CHECK(
        mistakes("frame f { entry \"e\" {\nLAMBDA_GUARD: a+a\n} }", limited(&Limits::operators, 1)).empty());
    CHECK(mistakes("frame f { entry \"e\" {\nLAMBDA_GUARD: a+a+a\n} }", limited(&Limits::operators, 1)) ==
          "2:18 limit-operators");
}

TEST_CASE("more mistakes than the limit are counted in a last one") {
    const std::string three = "x\ny\nz";
    CHECK(mistakes(three, limited(&Limits::diagnostics, 3)) ==
          "1:1 expected-statement, 2:1 expected-statement, 3:1 expected-statement");
    CHECK(mistakes(three, limited(&Limits::diagnostics, 2)) ==
          "1:1 expected-statement, 2:1 expected-statement, 2:1 limit-diagnostics");
    CHECK(mistakes(three, limited(&Limits::diagnostics, 0)) == "1:1 limit-diagnostics");
    CHECK(mistakes("frame f { entry \"e\" { '\\d'; '\\d' } }", limited(&Limits::diagnostics, 1)) ==
          "warning 1:24 unknown-escape, warning 1:24 limit-diagnostics");
}

TEST_CASE("the default limits are those of the documentation") {
    const Limits limits;
    CHECK(limits.bytes == 64U << 20U);
    CHECK(limits.nesting == 200);
    CHECK(limits.operators == 10'000);
    const std::string open = "frame f { entry \"e\" { ";
    const auto nested = [&](std::size_t depth) {
        return open + repeated("(", depth) + "x" + repeated(")", depth) + " } }";
    };
    CHECK(mistakes(nested(198)).empty());
    CHECK(mistakes(nested(199)) == "1:221 limit-nesting");
    CHECK(mistakes(open + "a" + repeated("+a", 10'000) + " } }").empty());
    CHECK(messages(open + "a" + repeated("+a", 10'001) + " } }") ==
          "more operators, prefixes and suffixes in one statement than the limit `operators`, 10000");
}

TEST_CASE("a call takes 65535 arguments with a name") {
    const auto call = [](std::size_t count) { return "f(" + repeated("a=1,", count) + ")"; };
    CHECK(expression(call(65'535)).starts_with("(call:65535 f (a= 1)"));
    CHECK(expression(call(65'536)).ends_with(" too-many-keywords"));
}
