// What an expression means: precedence and shapes, one line a case. The right-hand sides were written by hand
// from Python's rules.
#include <catch2/catch.hpp>

#include "reading.h"

using guardc::grammar::expression;

namespace {

struct Case {
    const char* text;
    const char* tree;
};

}  // namespace

TEST_CASE("operators bind as in Python") {
    const Case cases[] = {
        {"a or b and not c", "(or a (and b (not c)))"},
        {"a and b or c and d", "(or (and a b) (and c d))"},
        {"a and b and c", "(and a b c)"},
        {"(a and b) and c", "(and (and a b) c)"},
        {"a and (b and c)", "(and a (and b c))"},
        {"a or b or c or d", "(or a b c d)"},
        {"not a == b", "(not (== a b))"},
        {"not not a", "(not (not a))"},
        {"not a in b", "(not (in a b))"},
        {"a | b ^ c & d", "(| a (^ b (& c d)))"},
        {"a & b == c", "(== (& a b) c)"},
        {"a << b + c", "(<< a (+ b c))"},
        {"a << b << c", "(<< (<< a b) c)"},
        {"a + b * c", "(+ a (* b c))"},
        {"a * b + c", "(+ (* a b) c)"},
        {"a - b - c", "(- (- a b) c)"},
        {"a - (b - c)", "(- a (- b c))"},
        {"a / b // c % d * e", "(* (% (// (/ a b) c) d) e)"},
        {"a ** b ** c", "(** a (** b c))"},
        {"(a ** b) ** c", "(** (** a b) c)"},
        {"-a ** b", "(neg (** a b))"},
        {"a ** -b", "(** a (neg b))"},
        {"a ** -b ** c", "(** a (neg (** b c)))"},
        {"-a * b", "(* (neg a) b)"},
        {"-a + b", "(+ (neg a) b)"},
        {"a * -b", "(* a (neg b))"},
        {"~a + +b", "(+ (~ a) (pos b))"},
        {"- - a", "(neg (neg a))"},
        {"-a.b", "(neg (.\"b\" a))"},
        {"-a[0] ** 2", "(neg (** (item a 0) 2))"},
        {"a if c else b", "(if c a b)"},
        {"a if c else b if d else e", "(if c a (if d b e))"},
        {"a if (b if c else d) else e", "(if (if c b d) a e)"},
        {"a or b if c and d else e or f", "(if (and c d) (or a b) (or e f))"},
        {"a == b if c else d", "(if c (== a b) d)"},
        {"x in 2..64", "(in x (.. 2 64))"},
        {"x in a + 1..b * 2 step s + 1", "(in x (.. (+ a 1) (* b 2) (+ s 1)))"},
        {"x in a | b..c", "(in x (.. (| a b) c))"},
        {"x in 2..64 and y", "(and (in x (.. 2 64)) y)"},
        {"x not in 2 .. 64 step 2 or y", "(or (not in x (.. 2 64 2)) y)"},
        {"x is tensor(float16)", "(is x (call tensor float16))"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(expression(c.text) == c.tree);
    }
}

TEST_CASE("comparisons chain one way") {
    const Case cases[] = {
        {"1 < x < 3", "(<|< 1 x 3)"},
        {"1 < x > 0", "(<|> 1 x 0)"},
        {"a != b != c", "(!=|!= a b c)"},
        {"2 <= L['a'].size()[0]", "(<= 2 (item (call (.\"size\" L.\"a\")) 0))"},
        {"a < b == c is not d not in e", "(<|==|is not|not in a b c d e)"},
        {"(a < b) < c", "(< (< a b) c)"},
        {"a < (b < c)", "(< a (< b c))"},
        {"a is not b", "(is not a b)"},
        {"a is (not b)", "(is a (not b))"},
        {"a not in b", "(not in a b)"},
        {"a<=b>=c", "(<=|>= a b c)"},
        {"a<-b", "(< a (neg b))"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(expression(c.text) == c.tree);
    }
}

TEST_CASE("a sign before an integer belongs to it, and binds as a sign does") {
    const Case cases[] = {
        {"3-1", "(- 3 1)"},                                         // X02
        {"3 -1", "(- 3 1)"},                                        // X02
        {"3 - 1", "(- 3 1)"},                                       // X02
        {"x-1", "(- x 1)"},                                         // X02
        {"3--1", "(- 3 -1)"},                                       //
        {"-9223372036854775808", "-9223372036854775808"},           //
        {"-(-9223372036854775808)", "(neg -9223372036854775808)"},  // X05
        {"--5", "(neg -5)"},                                        //
        {"-(5)", "(neg 5)"},                                        // not directly
        {"- 5", "-5"},                                              //
        {"-7 % 3", "(% -7 3)"},                                     // X28
        {"-2 + 5", "(+ -2 5)"},                                     // X29
        {"-1 * 1", "(* -1 1)"},                                     // X31
        {"1 * -1", "(* 1 -1)"},                                     // X31
        {"-2 ** 2", "(neg (** 2 2))"},                              //
        {"(-2) ** 2", "(** -2 2)"},                                 //
        {"2 ** -1", "(** 2 -1)"},                                   //
        {"-0", "0"},                                                //
        {"-0.0", "(neg 0.0)"},                                      //
        {"+5", "(pos 5)"},                                          //
        {"-1 is x", "(is -1 x)"},                                   //
        {"-2..-1", "(.. -2 -1)"},                                   //
        {"(b and c == \"s\")", "(and b (== c \"s\"))"},             // X01
        {"c == \"s\" and b", "(and (== c \"s\") b)"},               // X01
        {"b and \"s\" == c", "(and b (== \"s\" c))"},               // X01
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(expression(c.text) == c.tree);
    }
}

TEST_CASE("primaries and suffixes") {
    const Case cases[] = {
        {"None", "None"},
        {"[True, False, ...]", "(list True False ...)"},
        {"_", "_"},
        {"_x", "_x"},
        {"L['x']", "L.\"x\""},
        {"L[\"x\"].a", "(.\"a\" L.\"x\")"},
        {"G['m'].a['b'][0]", "(item (item (.\"a\" G.\"m\") \"b\") 0)"},
        {"L[0]", "(item L 0)"},
        {"L[x]", "(item L x)"},
        {"L['x', 'y']", "(item L (tuple \"x\" \"y\"))"},
        {"L", "L"},
        {"L.x", "(.\"x\" L)"},
        {"M['x']", "(item M \"x\")"},
        {"L['x' 'y']", "L.\"xy\""},
        {"L[b'x']", "(item L b\"x\")"},
        {"getattr(x, \"0\")", "(.\"0\" x)"},
        {"getattr(x.layers, '0').weight", "(.\"weight\" (.\"0\" (.\"layers\" x)))"},
        {"getattr(x, '_d', set()).issubset({0})",
         "(call (.\"issubset\" (call getattr x \"_d\" (call set))) (set 0))"},
        {"getattr(x, name)", "(call getattr x name)"},
        {"getattr(getattr(x, 'a'), 'b')", "(.\"b\" (.\"a\" x))"},
        {"getattr", "getattr"},
        {"getattr(x, y='0')", "(call:1 getattr x (y= \"0\"))"},
        {"x.class.None.not", "(.\"not\" (.\"None\" (.\"class\" x)))"},
        {"x.a . b", "(.\"b\" (.\"a\" x))"},
        {"f()", "(call f)"},
        {"f(a, *b)", "1:6 expected-operand"},
        {"f(a, b=1, c=2)", "(call:2 f a (b= 1) (c= 2))"},
        {"f(a == 1, b=c == 2,)", "(call:1 f (== a 1) (b= (== c 2)))"},
        {"f(x)(y)[z].w", "(.\"w\" (item (call (call f x) y) z))"},
        {"f(\n  a,\n  b  # why\n)", "(call f a b)"},
        {"x[1]", "(item x 1)"},
        {"x[1, 2]", "(item x (tuple 1 2))"},
        {"x[1,]", "(item x (tuple 1))"},
        {"x[()]", "(item x (tuple))"},
        {"x[:]", "(item x (slice missing missing missing))"},
        {"x[1:]", "(item x (slice 1 missing missing))"},
        {"x[:2]", "(item x (slice missing 2 missing))"},
        {"x[::3]", "(item x (slice missing missing 3))"},
        {"x[1:2:3]", "(item x (slice 1 2 3))"},
        {"x[a:0]", "(item x (slice a 0 missing))"},
        {"x[:, 1:2]", "(item x (tuple (slice missing missing missing) (slice 1 2 missing)))"},
        {"x[cuda:0]", "(item x (slice cuda 0 missing))"},
        {"x[(cuda:0)]", "(item x cuda:0)"},
        {"()", "(tuple)"},
        {"(1)", "1"},
        {"(1,)", "(tuple 1)"},
        {"(1, 2)", "(tuple 1 2)"},
        {"(1, 2,)", "(tuple 1 2)"},
        {"[]", "(list)"},
        {"[[1], [2, 3]]", "(list (list 1) (list 2 3))"},
        {"{}", "(dict)"},
        {"{1}", "(set 1)"},
        {"{1, 'a'}", "(set 1 \"a\")"},
        {"set()", "(call set)"},
        {"{1: 2, 'a': b}", "(dict 1 2 \"a\" b)"},
        {"{1: 2,}", "(dict 1 2)"},
        {"{a:0}", "(dict a 0)"},
        {"{d: cuda:0, e: cuda:1}", "(dict d cuda:0 e cuda:1)"},
        {"x.device == cuda:0", "(== (.\"device\" x) cuda:0)"},
        {"[cuda:0, npu:12, cpu]", "(list cuda:0 npu:12 cpu)"},
        {"f(cuda:0)", "(call f cuda:0)"},
        {"'a' 'b' \"c\"", "\"abc\""},
        {"b'a' b\"b\"", "b\"ab\""},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(expression(c.text) == c.tree);
    }
}

TEST_CASE("what is no expression is told at the place") {
    const Case cases[] = {
        {"", "1:1 expected-operand"},
        {"a +", "1:4 expected-operand"},
        {"a <   $", "1:7 expected-operand"},
        {"a b", "1:3 expected-operator"},
        {"a = b", "1:3 expected-operator"},
        {"a && b", "1:3 expected-operator"},
        {"a is", "1:5 expected-operand"},
        {"a not b", "1:3 expected-operator"},
        {"a == not b", "1:6 not-needs-brackets"},
        {"-not b", "1:2 not-needs-brackets"},
        {"a if b", "1:7 expected-else"},
        {"a if b if c else d else e", "1:8 expected-else"},
        {"a else b", "1:3 unexpected-else"},
        {"a..b..c", "1:5 double-range"},
        {"a step 2", "1:3 unexpected-step"},
        {"a..b step 2 step 3", "1:13 unexpected-step"},
        {"(a", "1:1 unclosed-bracket"},
        {"a)", "1:2 unmatched-bracket"},
        {"f(a]", "1:4 unmatched-bracket"},
        {"f[(a]", "1:3 unclosed-bracket"},
        {"f(a b)", "1:5 expected-operator"},
        {"f(a,,b)", "1:5 expected-operand"},
        {"f(,)", "1:3 expected-operand"},
        {"f(a=)", "1:5 expected-operand"},
        {"f(a=1, b)", "1:8 positional-after-keyword"},
        {"[a; b]", "1:3 expected-operator"},
        {"x[]", "1:3 expected-operand"},
        {"x[1:2:3:4]", "1:8 long-slice"},
        {"{1: 2, 3}", "1:8 mixed-braces"},
        {"{1, 2: 3}", "1:8 mixed-braces"},
        {"{1: }", "1:5 expected-operand"},
        {"x.0", "1:3 expected-attribute-name"},
        {"a || b", "1:3 expected-operator"},
        {"a <> b", "1:3 expected-operator"},
        {"x.", "1:3 expected-attribute-name"},
        {"x.(y)", "1:3 expected-attribute-name"},
        {"a, b", "1:2 expected-operator"},
        {"lambda x: x", "1:8 expected-operator"},
        {"[x for x in y]", "1:4 expected-operator"},
        {"a; b", "1:4 expected-end"},
        {"a\nb", "2:1 expected-end"},
        {"a\n\n  # only a comment\n", "a"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(expression(c.text) == c.tree);
    }
}
