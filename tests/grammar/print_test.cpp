// Canonical text: of expressions, of whole files with their comments, and of diagnostics.
#include "grammar/print.h"

#include <cmath>
#include <limits>
#include <string>

#include <catch2/catch.hpp>

#include "grammar/diagnostic.h"
#include "grammar/dump.h"
#include "grammar/parse.h"
#include "reading.h"

using namespace guardc::grammar;

namespace {

std::string printed(const std::string& text) {
    const ParsedGuard parsed = parse_guard(Source("guard", text));
    return parsed.diagnostics.empty() ? print_expression(parsed.pool, parsed.guard.expression) : "mistake";
}

struct Case {
    std::string text;
    std::string canonical;
};

std::string first_rendered(const std::string& text, Colour colour = Colour::off) {
    const Source source("a.guard", text);
    const ParsedFile parsed = parse_file(source);
    return parsed.diagnostics.empty() ? "" : render(source, parsed.diagnostics.front(), colour);
}

}  // namespace

TEST_CASE("expressions print with as few brackets as they need") {
    const Case cases[] = {
        {"((a)+((b*c)))", "a + b * c"},
        {"(a+b)*c", "(a + b) * c"},
        {"a-(b-c)", "a - (b - c)"},
        {"(a-b)-c", "a - b - c"},
        {"a**(b**c)", "a ** b ** c"},
        {"(a**b)**c", "(a ** b) ** c"},
        {"(-a)**b", "(-a) ** b"},
        {"-(a**b)", "-a ** b"},
        {"a**(-b)", "a ** -b"},
        {"(-2)**2", "(-2) ** 2"},
        {"-2**2", "-2 ** 2"},
        {"-(5)", "-(5)"},
        {"-(-5)", "--5"},
        {"-(-a)", "--a"},
        {"(5).real", "(5).real"},
        {"(-5)[0]", "(-5)[0]"},
        {"(1.5).is_integer()", "(1.5).is_integer()"},
        {"not(a==b)", "not a == b"},
        {"(not a)==b", "(not a) == b"},
        {"(a<b)<c", "(a < b) < c"},
        {"a<b<c", "a < b < c"},
        {"(a and b)and c", "(a and b) and c"},
        {"a and(b or c)", "a and (b or c)"},
        {"(a and b)or c", "a and b or c"},
        {"(a if b else c)if d else e", "(a if b else c) if d else e"},
        {"a if b else(c if d else e)", "a if b else c if d else e"},
        {"a if(b if c else d)else e", "a if (b if c else d) else e"},
        {"x in(2..64)", "x in 2..64"},
        {"x in 1+1 .. 2*3 step(4)", "x in 1 + 1..2 * 3 step 4"},
        {"(x in a)..b", "(x in a)..b"},
        {"f( a,b = 1 )", "f(a, b=1)"},
        {"f((a,b))", "f((a, b))"},
        {"(a,)", "(a,)"},
        {"( )", "()"},
        {"x[(1,2)]", "x[1, 2]"},
        {"x[(1,)]", "x[1,]"},
        {"x[()]", "x[()]"},
        {"x[1:2,::3]", "x[1:2, ::3]"},
        {"x[(cuda:0)]", "x[(cuda:0)]"},
        {"{(cuda:0):cuda:1}", "{(cuda:0): cuda:1}"},
        {"{1:2,'a':{}}", "{1: 2, \"a\": {}}"},
        {"{1,2}", "{1, 2}"},
        {"L['x'].a", "L[\"x\"].a"},
        {"getattr(x,'0').w", "getattr(x, \"0\").w"},
        {"getattr(x,'None')", "getattr(x, \"None\")"},
        {"getattr(x,'ok')", "x.ok"},
        {"0x10+1_000", "16 + 1000"},
        {"1e-5", "1e-05"},
        {"2j+1.50j", "2j + 1.5j"},
        {"'a'\"b\"", "\"ab\""},
        {"b'\\xff'", "b\"\\xff\""},
        {"a is not b", "a is not b"},
        {"a not  in b", "a not in b"},
        {"~a+ +b", "~a + +b"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(printed(c.text) == c.canonical);
        CHECK(printed(c.canonical) == c.canonical);
        CHECK(expression(c.canonical) == expression(c.text));
    }
}

TEST_CASE("floats print as the shortest text with their value") {
    CHECK(print_float(0.1) == "0.1");
    CHECK(print_float(1.0) == "1.0");
    CHECK(print_float(-0.0) == "-0.0");
    CHECK(print_float(1e22) == "1e+22");
    CHECK(print_float(5e-324) == "5e-324");
    CHECK(print_float(1.7976931348623157e308) == "1.7976931348623157e+308");
    CHECK(print_float(123456789.125) == "123456789.125");
    CHECK(print_float(std::numeric_limits<double>::infinity()) == "float(\"inf\")");
    CHECK(print_float(-std::numeric_limits<double>::infinity()) == "float(\"-inf\")");
    CHECK(print_float(std::nan("")) == "float(\"nan\")");
}

TEST_CASE("every string and all bytes read back as they were") {
    std::string all_bytes;
    for (int byte = 0; byte < 256; ++byte)
        all_bytes.push_back(static_cast<char>(byte));
    const ParsedGuard bytes = parse_guard(Source("guard", quote_bytes(all_bytes)));
    REQUIRE(bytes.diagnostics.empty());
    CHECK(bytes.pool.text_of(bytes.guard.expression) == all_bytes);

    const std::string texts[] = {"",
                                 "a\"b'c\\d",
                                 all_bytes.substr(0, 128),
                                 "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80",
                                 "\xe2\x80\xae \xe2\x80\x8b \xc2\xa0 \xef\xbb\xbf",
                                 "#",
                                 "\\N{x}"};
    for (const std::string& text : texts) {
        const ParsedGuard parsed = parse_guard(Source("guard", quote_string(text)));
        REQUIRE(parsed.diagnostics.empty());
        CHECK(parsed.pool.text_of(parsed.guard.expression) == text);
    }
}

TEST_CASE("files print in one form, comments where they stood") {
    const Case cases[] = {
        {"", ""},
        {"\n\n# only a comment\n\n\n# and another\n\n", "# only a comment\n\n# and another\n"},
        {"frame f{}", "frame f {}\n"},
        {"frame   f( x , y, ) at 'm.py' : 3 {}", "frame f(x, y) at \"m.py\":3 {}\n"},
        {"frame f(){entry 'a'{x is None;y}}",
         "frame f() {\n    entry \"a\" {\n        x is None\n        y\n    }\n}\n"},
        {"frame f {\n\n\n  limit 8   then run_only\n\n\n\n  on failure retry 3\n  order declared\n\n}",
         "frame f {\n    limit 8 then run_only\n\n    on failure retry 3\n    order declared\n}\n"},
        {"frame f { limit 2 per self.a then skip; dim B=x.size( 0 ) }",
         "frame f {\n    limit 2 per self.a then skip\n    dim B = x.size(0)\n}\n"},
        {"frame f {}\nframe g {}\n\n\nframe h {}", "frame f {}\n\nframe g {}\n\nframe h {}\n"},
        {"frame f { # head\n  # first\n  limit 1 then skip # one\n  # last\n} # end\n# tail",
         "frame f {  # head\n    # first\n    limit 1 then skip  # one\n    # last\n}  # end\n\n# tail\n"},
        {"frame f {\n  # empty\n}", "frame f {\n    # empty\n}\n"},
        {"frame f {} # why", "frame f {}  # why\n"},
        {"frame f { # why\n}", "frame f {  # why\n}\n"},
        {"frame f { entry \"a\" {\nx is tensor(float16, # the type\n  size=[8], # the size\n)  # any "
         "stride\n} }",
         "frame f {\n    entry \"a\" {\n        # the type\n        # the size\n        x is tensor(float16, "
         "size=[8])  # any stride\n    }\n}\n"},
        {"frame f(\n  x, # first\n  y) { # head\n}", "# first\nframe f(x, y) {  # head\n}\n"},
        {"frame f { entry 'a' { x } # why x\n entry 'b' {} }",
         "frame f {\n    entry \"a\" {\n        x\n    }  # why x\n    entry \"b\" {}\n}\n"},
        {"frame f { entry 'a' { x; # one\n y } }",
         "frame f {\n    entry \"a\" {\n        x  # one\n        y\n    }\n}\n"},
        {"frame f { user { x } entry 'a' backend 'b' { y } user { z } }",
         "frame f {\n    user {\n        x\n    }\n    entry \"a\" backend \"b\" {\n        y\n    }\n    "
         "user {\n        z\n    }\n}\n"},
        {"frame f { entry 'a' {\n| +- EQUALS_MATCH: L['n'] == 5     # n = 5  # a.py:3\nNO_TENSOR_ALIASING\n} "
         "}",
         "frame f {\n    entry \"a\" {\n        EQUALS_MATCH: L['n'] == 5  # n = 5  # a.py:3\n        "
         "NO_TENSOR_ALIASING\n    }\n}\n"},
        {"backend 'b' for f{require x>0   because 'a' 'b'\nwaive?  path x.* lift\nwaive text 'a*' lift as "
         "'n'\nwaive id 'ab'; waive kind "
         "'k' weaken y because 'z'}",
         "backend \"b\" for f {\n    require x > 0 because \"ab\"\n    waive? path x.* lift\n    waive text "
         "\"a*\" lift as \"n\"\n    waive id "
         "\"ab\"\n    waive kind \"k\" weaken y because \"z\"\n}\n"},
        {"test 't' for 'a b' {frame{x:1,\n 'y z':[ ]}\nglobals {}; state{g:True}\nexpect miss because 'x'}",
         "test \"t\" for \"a b\" {\n    frame {x: 1, \"y z\": []}\n    globals {}\n    state {g: True}\n    "
         "expect miss because \"x\"\n}\n"},
        {"frame '<lambda>'('.0') {}\r\n# a\r\n", "frame \"<lambda>\"(\".0\") {}\n\n# a\n"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(formatted(c.text) == c.canonical);
        CHECK(formatted(c.canonical) == c.canonical);
        CHECK(tree(c.canonical) == tree(c.text));
    }
}

TEST_CASE("a file with mistakes keeps every line") {
    const Source source("file", "frame f {\n  limt 8   then skip # why\n  entry \"a\" { x =  1; y }\n}\n");
    CHECK(
        format_file(source, parse_file(source).file) ==
        "frame f {\n    limt 8   then skip  # why\n    entry \"a\" {\n        x =  1\n        y\n    }\n}\n");
}

TEST_CASE("diagnostics show the line, a caret under the place, and the hint") {
    CHECK(first_rendered("frame f { entry \"e\" {\n\tx = 1\n} }") ==
          "a.guard:2:4: error: expected operator or end of statement, found `=` [expected-operator]\n"
          "    \tx = 1\n"
          "    \t  ^\n"
          "    hint: equality is written `==`\n");
    // Columns and carets count characters, not bytes.
    CHECK(first_rendered("frame f { entry \"e\" {\n'\xc3\xa9\xe2\x82\xac' abc\n} }") ==
          "a.guard:2:6: error: expected operator or end of statement, found `abc` [expected-operator]\n"
          "    '\xc3\xa9\xe2\x82\xac' abc\n"
          "         ^^^\n");
    // A long line is cut around the place.
    const std::string longline =
        "frame f { entry \"e\" { " + std::string(500, 'x') + " = " + std::string(500, 'y') + " } }";
    CHECK(first_rendered(longline) ==
          "a.guard:1:524: error: expected operator or end of statement, found `=` [expected-operator]\n    "
          "..." +
              std::string(59, 'x') + " = " + std::string(98, 'y') + "...\n    " + std::string(63, ' ') +
              "^\n    hint: equality is written `==`\n");
    // Nothing of the text reaches a terminal as a control.
    CHECK(first_rendered("\x1b[31m").find('\x1b') == std::string::npos);
    CHECK(first_rendered("x", Colour::on).find("\x1b[1;31merror\x1b[0m") != std::string::npos);
    // An empty text has a place too.
    const Source empty("empty", "");
    CHECK(render(empty, {Severity::warning, "an-id", "said", {5, 9}, ""}) ==
          "empty:1:1: warning: said [an-id]\n    \n    ^\n");
    CHECK(first_rendered("\xef\xbb\xbfx").starts_with("a.guard:1:1: error"));
}
