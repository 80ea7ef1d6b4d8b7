// Names, numbers, strings and comments, one line a case.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "reading.h"

using guardc::grammar::expression;

namespace {

struct Case {
    std::string text;
    std::string tree;
};

void check(const std::vector<Case>& cases) {
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(expression(c.text) == c.tree);
    }
}

}  // namespace

TEST_CASE("a keyword ends where the word ends") {
    check({
        {"form", "form"},  // X10, and the next four
        {"iffy", "iffy"},
        {"trueish", "trueish"},
        {"nonexistent", "nonexistent"},
        {"infinite and inf", "(and infinite inf)"},
        {"notable or orange", "(or notable orange)"},
        {"isa in inside", "(in isa inside)"},
        {"Nonesuch is None", "(is Nonesuch None)"},
        {"stepping", "stepping"},
        {"x in 1..2 stepping", "1:11 expected-operator"},
        {"aor b", "1:5 expected-operator"},
        {"not(a)and(b)", "(and (not a) b)"},
        {"a if(b)else c", "(if b a c)"},
        {"step", "step"},
        {"a..step step step", "(.. a step step)"},
        {"because == 3", "(== because 3)"},
        {"because because \"why\"", "guard because because \"why\""},
        {"limit == 3", "(== limit 3)"},
        {"entry is dim", "(is entry dim)"},
        {"order in (declared, newest_first)", "(in order (tuple declared newest_first))"},
        {"frame.x == test", "(== (.\"x\" frame) test)"},
        {"waive and require", "(and waive require)"},
        {"path == id", "(== path id)"},
        {"then", "then"},
        {"expect[0]", "(item expect 0)"},
        {"inf == nan", "(== inf nan)"},
        {"\xc3\xa9t\xc3\xa9 == 1", "(== \xc3\xa9t\xc3\xa9 1)"},
    });
}

TEST_CASE("integers of any size, exactly") {
    check({
        {"0", "0"},
        {"00", "0"},
        {"0_0", "0"},
        {"9223372036854775807", "9223372036854775807"},  // S10
        {"9223372036854775809", "9223372036854775809"},  // S11
        {"1_000_000", "1000000"},
        {"123456789012345678901234567890", "123456789012345678901234567890"},
        {"0x1F", "31"},
        {"0XfF", "255"},
        {"0o17", "15"},
        {"0b1011", "11"},
        {"0x_ff", "255"},
        {"0x10000000000000000", "18446744073709551616"},
        {"0xffffffffffffffffffffffffffffffff", "340282366920938463463374607431768211455"},
        {"0b0", "0"},
        {"-0x10", "-16"},
        {"007", "1:1 invalid-number"},
        {"1_", "1:1 invalid-number"},
        {"1__0", "1:1 invalid-number"},
        {"0x", "1:1 invalid-number"},
        {"0xg", "1:1 invalid-number"},
        {"0b12", "1:1 invalid-number"},
        {"0o8", "1:1 invalid-number"},
        {"12ab", "1:1 invalid-number"},
        {"1if", "1:1 invalid-number"},
    });
}

TEST_CASE("floats keep their value, integers stay integers") {
    check({
        {"1.5", "1.5"},
        {"1.", "1.0"},
        {".5", "0.5"},
        {"1e-5", "1e-05"},
        {"1e-05", "1e-05"},
        {"1E+10", "10000000000.0"},
        {"1_0.2_5", "10.25"},
        {"01.5", "1.5"},
        {"3.141592653589793", "3.141592653589793"},  // X19
        {"0.1", "0.1"},
        {"1e400", "1:1 float-overflow"},
        {"1e-400", "0.0"},
        {"0e99999999999999", "0.0"},
        {"0.0000001e-99999999999", "0.0"},
        {"1e", "1:1 invalid-number"},
        {"1e+", "1:4 expected-operand"},
        {"1_e5", "1:1 invalid-number"},
        {"1.e5", "100000.0"},
        {"2j", "2.0j"},
        {"1.5J", "1.5j"},
        {"1e3j", "1000.0j"},
        {"2..64", "(.. 2 64)"},
        {"0.5..1.5", "(.. 0.5 1.5)"},
        {"2. ..3", "(.. 2.0 3)"},
        {"a..b", "(.. a b)"},
        {"x[0]..y.z", "(.. (item x 0) (.\"z\" y))"},
        {"1.2.3", "1:5 expected-attribute-name"},
        {"1e16", "1e+16"},
        {"1e15", "1000000000000000.0"},
        {"0.0001", "0.0001"},
        {"0.00001", "1e-05"},
    });
}

TEST_CASE("strings are decoded once") {
    check({
        {R"("type=\"hidden\"")", R"("type=\"hidden\"")"},  // X25
        {R"('type="hidden"')", R"("type=\"hidden\"")"},
        {R"("abc\\")", R"("abc\\")"},              // X26
        {R"("abc\")", "1:1 unterminated-string"},  // X26
        {R"('it\'s')", R"("it's")"},
        {R"('a\tb\nc\rd')", R"("a\tb\nc\rd")"},
        {R"('\x41\u0042\U00000043')", R"("ABC")"},
        {R"('\101\60\0')", "\"A0\\x00\""},
        {R"('\xe9')", "\"\xc3\xa9\""},
        {R"('back\\there')", R"("back\\there")"},  // E07
        {R"(r'back\there')", R"("back\\there")"},
        {R"(r'a\'b')", R"("a\\'b")"},
        {R"(R"\n")", R"("\\n")"},
        {R"(b'\xff\x00a')", R"(b"\xff\x00a")"},
        {R"(rb'\xff')", R"(b"\\xff")"},
        {R"(Br'a')", R"(b"a")"},
        {R"(b'\u0041')", "warning 1:3 unknown-escape"},
        {R"('\d')", "warning 1:2 unknown-escape"},
        {R"('\xg0')", "1:2 bad-escape"},
        {R"('\u12')", "1:2 bad-escape"},
        {R"('\U00110000')", "1:2 bad-escape"},
        {R"(b'\777')", "1:3 bad-escape"},
        {R"('\N{DASH}')", "1:2 named-escape"},
        {R"('\udead' == '\ufffd')", "1:2 lone-surrogate"},  // X07
        {R"('\ud83d\ude00')", "1:2 lone-surrogate"},
        {R"('a' b'b')", "1:5 mixed-strings"},
        {"b'\xc3\xa9'", "1:3 non-ascii-bytes"},
        {"'\xc3\xa9'", "\"\xc3\xa9\""},
        {"'\xf0\x9f\x98\x80'", "\"\xf0\x9f\x98\x80\""},
        {"f'x'", "1:2 expected-operator"},
        {"'''x'''", "1:1 triple-quoted-string"},
        {"''", "\"\""},
        {"L['quote\"key']", R"(L."quote\"key")"},  // E07
        {R"(L['back\\slash'])", R"(L."back\\slash")"},
        {R"(L['\u2028'])", R"(L."\u2028")"},
    });
}

TEST_CASE("a comment starts outside strings only") {
    check({
        {"L['s'] == 'a#b'  # comment with 'quotes' and [brackets", "(== L.\"s\" \"a#b\")"},  // E08
        {"x == \"#\" # \"", "(== x \"#\")"},
        {"x # a # b", "x"},
        {"# nothing else", "1:1 expected-operand"},
    });
}

TEST_CASE("bytes that are no text, and look-alikes") {
    check({
        {std::string("\xef\xbb\xbf") + "x == 1", "(== x 1)"},
        {"x\r\n", "x"},
        {"x ==\\\n 1", "(== x 1)"},
        {"x ==\\\r\n 1", "(== x 1)"},
        {"x\r== 1", "1:2 control-character"},
        {"x\r", "x"},
        {std::string("x == \0 1", 8), "1:6 control-character"},
        {std::string("x == '\0'", 8), "1:7 control-character"},
        {"x == \x01", "1:6 control-character"},
        {"x == '\xff'", "1:7 invalid-utf8"},
        {"x == \xff", "1:6 invalid-utf8"},
        {"x == '\xed\xa0\x80'", "1:7 invalid-utf8"},  // a surrogate in UTF-8
        {"x == '\xc0\xaf'", "1:7 invalid-utf8"},      // overlong
        {"x == '\xf4\x90\x80\x80'", "1:7 invalid-utf8"},
        {"x # \xff", "1:5 invalid-utf8"},
        {"x == \xe2\x80\x9c"
         "a\xe2\x80\x9d",
         "1:6 unexpected-character"},
        {"x\xc2\xa0== 1", "1:2 unexpected-character"},
        {"x \xe2\x89\xa4 1", "1:3 unexpected-character"},
        {"x\f== 1", "(== x 1)"},
    });
}
