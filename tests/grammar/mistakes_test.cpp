// Every diagnostic, one line a case: text, and where which mistakes are told. One mistake, one message; all
// of a file at once.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "grammar/diagnostic_ids.h"
#include "reading.h"

using guardc::grammar::messages;
using guardc::grammar::mistakes;

namespace {

struct Case {
    std::string text;
    std::string told;
};

std::string in_frame(const std::string& text) {
    return "frame f {\n" + text + "\n}";
}
std::string in_entry(const std::string& text) {
    return "frame f { entry \"e\" {\n" + text + "\n}}";
}
std::string in_backend(const std::string& text) {
    return "backend \"b\" for f {\n" + text + "\n}";
}
std::string in_test(const std::string& text) {
    return "test \"t\" {\n" + text + "\n}";
}

const std::vector<Case>& cases() {
    static const std::vector<Case> all = {
        // at the top
        {"x is None", "1:1 expected-statement"},
        {"fraem f { limit 8 then skip }", "1:1 unknown-statement"},
        {"bakcend \"b\" for f { require x }", "1:1 unknown-statement"},
        {"entry \"e\" { x }", "1:1 misplaced-statement"},
        {"entry \"e\" { x = 1 }", "1:1 misplaced-statement, 1:15 expected-operator"},
        {"user { x }", "1:1 misplaced-statement"},
        {"limit 8 then skip", "1:1 misplaced-statement"},
        {"frame", "1:1 expected-statement"},
        {"frame 3 {}", "1:7 expected-frame-name"},
        {"frame {}", "1:6 expected-frame-name"},
        {"frame f\n  limit 8 then skip\n}", "1:8 expected-open-brace"},
        {"frame f\n  entry \"a\" { x }", "1:8 expected-open-brace"},
        {"frame f\n{\n  limit x\n}\nframe g {}", "1:8 expected-open-brace, 3:9 expected-number"},
        {"frame f {\n  entry \"a\"\n  {\n    x =\n  }\n}", "2:12 expected-open-brace, 4:7 expected-operator"},
        {"frame f(a b) {}", "1:11 expected-close-parenthesis"},
        {"frame f(a, 1) {}", "1:12 expected-parameter-name"},
        {"frame f(*args) {}", "1:9 expected-parameter-name"},
        {"frame f(,) {}", "1:9 expected-parameter-name"},
        {"frame f at x:3 {}", "1:12 expected-file-name"},
        {"frame f at \"x\" {}", "1:15 expected-colon"},
        {"frame f at \"x\":y {}", "1:16 expected-number"},
        {"frame f at \"x\":4294967296 {}", "1:16 line-number-overflow"},
        {"frame f g {}", "1:9 expected-open-brace"},
        {"backend b for f {}", "1:9 expected-backend-name"},
        {"backend \"b\" { require x }", "1:12 expected-for"},
        {"backend \"b\" for {}", "1:16 expected-frame-name"},
        {"backend \"b\" for 'f' for g {}", "1:21 expected-open-brace"},
        {"test t { expect miss }", "1:6 expected-test-title"},
        {"test b\"t\" { expect miss }", "1:6 expected-test-title"},
        // in a frame
        {in_frame("limt 8 then run_only"), "2:1 unknown-statement"},
        {in_frame("limit 8 then run_onyl"), "2:14 expected-policy"},
        {in_frame("limit 8 then retry"), "2:14 expected-policy"},
        {in_frame("limit x then skip"), "2:7 expected-number"},
        {in_frame("limit -1 then skip"), "2:7 expected-number"},
        {in_frame("limit 8 skip"), "2:9 expected-then"},
        {in_frame("limit 8"), "2:8 expected-then"},
        {in_frame("limit 8 per then skip"), "2:18 expected-then"},
        {in_frame("limit 8 then skip skip"), "2:19 expected-operator"},
        {in_frame("on failure evict"), "2:12 expected-policy"},
        {in_frame("on failure retry"), "2:17 expected-number"},
        {in_frame("on failure skip 3"), "2:17 unexpected-number"},
        {in_frame("on faliure skip"), "2:4 expected-failure"},
        {in_frame("order newest"), "2:7 expected-order"},
        {in_frame("no waivers"), "2:4 expected-unproved"},
        {in_frame("no unproved waiver"), "2:13 expected-unproved"},
        {in_frame("dim 3 = x"), "2:5 expected-dim-name"},
        {in_frame("let 3 = x"), "2:5 expected-let-name"},
        {in_frame("commn { x }"), "2:1 unknown-statement"},
        {in_entry("common { x }"), "1:21 unclosed-block"},
        {in_entry("let a = x"), "2:1 misplaced-statement"},
        {"common { x }", "1:1 misplaced-statement"},
        {in_frame("let a x"), "2:7 expected-equals"},
        {in_frame("common x {}"), "2:8 expected-open-brace"},
        {in_frame("dim B x"), "2:7 expected-equals"},
        {in_frame("dim B == x"), "2:7 expected-equals"},
        {in_frame("dim B = "), "2:8 expected-operand"},
        {in_frame("x is None"), "2:1 expected-statement"},
        {in_frame("require x"), "2:1 misplaced-statement"},
        {in_frame("entry a { x }"), "2:7 expected-entry-name"},
        {in_frame("entry \"a\" backend npu { x }"), "2:19 expected-backend-name"},
        {in_frame("entry \"a\" bakend \"npu\" { x }"), "2:11 expected-open-brace"},
        {in_frame("entri \"a\" { x }"), "2:1 unknown-statement"},
        {in_frame("user x { y }"), "2:6 expected-open-brace"},
        {in_frame("entry \"a\"\n  x\n}"), "2:10 expected-open-brace"},
        {in_frame("entry b\"a\" { x }"), "2:7 expected-entry-name"},
        // guards
        {in_entry("limit 8 then run_only"), "2:1 misplaced-statement"},
        {in_entry("require x"), "2:1 misplaced-statement"},
        {in_entry("expect miss"), "2:1 misplaced-statement"},
        {in_entry("waive x is _"), "2:1 misplaced-statement"},
        {in_entry("x because y"), "2:11 expected-reason"},
        {in_entry("x because b\"y\""), "2:11 unexpected-bytes"},
        {in_entry("x because \"y\" z"), "2:15 expected-operator"},
        {in_entry("x = 1"), "2:3 expected-operator"},
        {in_entry("x is"), "2:5 expected-operand"},
        {in_entry("x.1"), "2:3 expected-attribute-name"},
        {in_entry("a if b"), "2:7 expected-else"},
        {in_entry("a else b"), "2:3 unexpected-else"},
        {in_entry("a == not b"), "2:6 not-needs-brackets"},
        {in_entry("x in 1..2..3"), "2:10 double-range"},
        {in_entry("x step 3"), "2:3 unexpected-step"},
        {in_entry("x[1:2:3:4]"), "2:8 long-slice"},
        {in_entry("f(a=1, b)"), "2:8 positional-after-keyword"},
        {in_entry("x == {1: 2, 3}"), "2:13 mixed-braces"},
        {in_entry("x == 007"), "2:6 invalid-number"},
        {in_entry("x == 1e999"), "2:6 float-overflow"},
        {in_entry("x == 'a' b'b'"), "2:10 mixed-strings"},
        {in_entry("x == '\\ud800'"), "2:7 lone-surrogate"},
        {in_entry("x == '\\N{DASH}'"), "2:7 named-escape"},
        {in_entry("x == '\\x1'"), "2:7 bad-escape"},
        {in_entry("x == b'\xc3\xa9'"), "2:8 non-ascii-bytes"},
        {in_entry("x == '\\d'"), "warning 2:7 unknown-escape"},
        {in_entry("x == \"\"\"a\"\"\""), "2:6 triple-quoted-string"},
        {in_entry("x == \"\"\"a\nb\"\"\"\ny ="), "2:6 triple-quoted-string, 4:3 expected-operator"},
        {in_entry("EQUALS_MACH: L['x'] == 3"), "2:1 unknown-guard-kind"},
        {in_entry("FOO_BAR: L['x'] == 3"), "2:1 unknown-guard-kind"},
        {in_entry("| +- GuardManager: source=L['x'], type=<class 'a'>"), "2:6 manager-line"},
        {in_entry("+- RootGuardManager"), "2:4 manager-line"},
        {in_entry("KeyValueManager pair at index=0"), "2:1 manager-line"},
        {in_entry("V1130 12:32:45.558000 26716 a.py:4693] [0/0] [__guards] | +- ID_MATCH: f(x)"),
         "2:38 log-line"},
        {in_entry("EQUALS_MATCH: L['x'] == '\\ud800'"), "2:26 lone-surrogate"},
        // backends and tests
        {in_backend("reqire x"), "2:1 unknown-statement"},
        {in_backend("x > 0"), "2:1 expected-statement"},
        {in_backend("entry \"e\" {}"), "2:1 misplaced-statement"},
        {in_backend("require"), "2:8 expected-operand"},
        {in_backend("waive"), "2:6 expected-operand"},
        {in_backend("waive x lifts"), "2:9 expected-operator"},
        {in_backend("waive x lift as y"), "2:17 expected-argument-name"},
        {in_backend("waive x lift as"), "2:16 expected-argument-name"},
        {in_test("expect hit"), "2:8 expected-outcome"},
        {in_test("expect"), "2:7 expected-outcome"},
        {in_test("expect \"a\" because \"b\""), "2:20 unexpected-because"},
        {in_test("expect miss\nexpect miss"), "3:1 duplicate-clause"},
        {in_test("frame {}; frame {}\nexpect miss"), "2:11 duplicate-clause"},
        {in_test("frame {x: 1}"), "1:6 missing-expect"},
        {in_test("frame [1]\nexpect miss"), "2:7 expected-fields"},
        {in_test("frame {1: 2}\nexpect miss"), "2:8 expected-fields"},
        {in_test("frame {x: }"), "2:11 expected-operand"},
        {in_test("x is None; expect miss"), "2:1 expected-statement"},
        // the text itself
        {in_entry("x == \x01"), "2:6 control-character"},
        {in_entry("x == \xff"), "2:6 invalid-utf8"},
        {in_entry("x == \xe2\x80\x9c"), "2:6 unexpected-character"},
        {in_entry("x == \"abc"), "2:6 unterminated-string"},
        {in_entry("f(\"abc)\ny ="), "2:3 unterminated-string, 3:3 expected-operator"},
        {in_frame("entry \"e { x\n}"), "2:7 unterminated-string, 4:1 unmatched-bracket"},
        {in_frame("entry \"e {\n  x =\n}"), "2:7 unterminated-string, 3:5 expected-operator"},
        {"frame f { entry \"e\" { x == \"a } }", "1:28 unterminated-string"},
        {in_entry("x == (1"), "2:6 unclosed-bracket"},
        {in_entry("x == (1\ny ="), "2:6 unclosed-bracket, 3:3 expected-operator"},
        {in_entry("x == (1,\n   2\n\ny ="), "2:6 unclosed-bracket, 5:3 expected-operator"},
        {in_entry("x == f(1]"), "2:9 unmatched-bracket"},
        {in_entry("x == f([1)"), "2:8 unclosed-bracket"},
        {in_entry("x)\ny"), "2:2 unmatched-bracket"},
        {in_entry(")"), "2:1 unmatched-bracket"},
        {"frame f {}}", "1:11 unmatched-bracket"},
        {"frame f {\n  entry \"e\" {\n    x =\n",
         "1:9 unclosed-block, 2:13 unclosed-block, 3:7 expected-operator"},
        {"frame f {\n  entry \"a\" {\n    x\n  entry \"b\" {\n    x =\n  }\n}",
         "2:13 unclosed-block, 5:7 expected-operator"},
        {"frame f {\n  entry \"a\" {\n    x\n\n}\nframe g {}", "1:9 unclosed-block"},
        {"backend \"b\" for f {\n  require x\ntest \"t\" { expect miss }", "1:19 unclosed-block"},
    };
    return all;
}

}  // namespace

TEST_CASE("each mistake is told once, where it is") {
    for (const Case& c : cases()) {
        INFO(c.text);
        CHECK(mistakes(c.text) == c.told);
    }
}

TEST_CASE("all mistakes of a file are told at once") {
    const std::string text = R"(frame decode(x, 3) {
    limt 8 then run_only
    dim B x
    entry "a" {
        x is tensor(float16,
            size=[8]
        y == 
        z = 1
    }
    entry b {
        L['x'] == 'a\ud800'
    }
}
backend "npu" for decode {
    reqire S % 128 == 0
}
test "t" {
    frame {x: }
    expect hit
})";
    CHECK(mistakes(text) ==
          "1:17 expected-parameter-name, 2:5 unknown-statement, 3:11 expected-equals, 5:20 unclosed-bracket, "
          "7:13 expected-operand, 8:11 expected-operator, 10:11 expected-entry-name, 11:21 lone-surrogate, "
          "15:5 unknown-statement, 18:15 expected-operand, 19:12 expected-outcome");
}

TEST_CASE("what messages say") {
    const Case told[] = {
        {in_entry("x = 1"), "expected operator or end of statement, found `=` (equality is written `==`)"},
        {in_entry("a && b"), "expected operator or end of statement, found `&&` (write `and`)"},
        {in_entry("f(a b)"), "expected operator, `,` or `)`, found `b`"},
        {in_entry("x is"), "expected operand, found end of line"},
        {"frame f { entry \"e\" { x is } }", "expected operand, found `}`"},
        {in_entry("x is; y"), "expected operand, found `;`"},
        {in_entry("!x"), "expected operand, found `!` (write `not`)"},
        {in_entry("x.0"),
         "expected attribute name, found `0` (an attribute with any name is written `getattr(x, \"0\")`)"},
        {in_frame("limt 8 then skip"), "`limt` is no statement (did you mean `limit`?)"},
        {in_frame("limit 8 then evcit"), "expected policy, found `evcit` (did you mean `evict`?)"},
        {in_frame("limit 8 then x"),
         "expected policy, found `x` (one of `run_only`, `skip`, `evict` or `refuse`)"},
        {in_frame("on failrue skip"), "expected `failure`, found `failrue` (did you mean `failure`?)"},
        {in_frame("x is None"),
         "expected `limit`, `on`, `order`, `no`, `dim`, `let`, `entry`, `common` or `user`, found `x` "
         "(guards "
         "stand inside `entry`, `common` or `user`)"},
        {in_entry("limit 8 then skip"), "`limit` cannot stand in `entry` (it stands in a `frame` block)"},
        {in_entry("EQUALS_MACH: x"), "`EQUALS_MACH` is no kind of guard (did you mean `EQUALS_MATCH`?)"},
        {in_entry("x == \xe2\x80\x9c"),
         "unexpected character `\xe2\x80\x9c` (U+201C) (write plain quotes, `\"` or `'`)"},
        {"frame f g {}", "expected `{`, found `g`"},
    };
    for (const Case& c : told) {
        INFO(c.text);
        CHECK(messages(c.text) == c.told);
    }
}

TEST_CASE("every id is known, and seen by a case") {
    // Told by the tests of limits, of single guards, and of one huge call.
    std::set<std::string_view> seen = {
        "limit-bytes",     "limit-diagnostics",  "limit-literal-bytes", "limit-nesting", "limit-nodes",
        "limit-operators", "limit-radix-digits", "limit-statements",    "expected-end",  "too-many-keywords"};
    for (const Case& c : cases()) {
        const std::string told = c.told + ", ";
        for (std::size_t at = 0; at < told.size();) {
            const std::size_t end = told.find(", ", at);
            const std::size_t id = told.rfind(' ', end - 1) + 1;
            const auto known = std::ranges::find(guardc::grammar::kDiagnosticIds,
                                                 std::string_view(told).substr(id, end - id),
                                                 &guardc::grammar::DiagnosticId::id);
            REQUIRE(known != std::end(guardc::grammar::kDiagnosticIds));
            seen.insert(known->id);
            at = end + 2;
        }
    }
    for (const auto& known : guardc::grammar::kDiagnosticIds) {
        INFO(known.id);
        CHECK(seen.contains(known.id));
    }
}
