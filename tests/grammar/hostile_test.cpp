// Texts made to hurt a parser: each is read, printed and freed on a small stack, and gets a diagnostic or a
// tree.
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "grammar/dump.h"
#include "grammar/parse.h"
#include "grammar/print.h"
#include "small_stack.h"

using namespace guardc::grammar;

namespace {

constexpr std::size_t kMany = 100'000;

std::string repeated(const std::string& text, std::size_t times = kMany) {
    std::string out;
    out.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i)
        out += text;
    return out;
}

std::string in_entry(const std::string& text) {
    return "frame f {\nentry \"e\" {\n" + text + "\n}\n}\n";
}

struct Outcome {
    std::string first_id;  // of the first diagnostic, or empty
    std::size_t diagnostics = 0;
    bool reads_back = false;  // the canonical form has the same tree
};

Outcome read(const std::string& text, const Limits& limits = {}) {
    Outcome outcome;
    on_small_stack([&] {
        const Source source("hostile", text);
        const ParsedFile parsed = parse_file(source, limits);
        outcome.diagnostics = parsed.diagnostics.size();
        if (!parsed.diagnostics.empty()) outcome.first_id = parsed.diagnostics.front().id;
        for (const Diagnostic& diagnostic : parsed.diagnostics)
            (void)render(source, diagnostic);
        const std::string canonical = format_file(source, parsed.file);
        if (has_errors(parsed.diagnostics)) return;
        const Source again("again", canonical);
        const ParsedFile reread = parse_file(again, limits);
        outcome.reads_back = reread.diagnostics.empty() && dump_file(reread.file) == dump_file(parsed.file);
    });
    return outcome;
}

struct Case {
    const char* name;
    std::string text;
    std::string first_id;  // empty: read without a mistake
};

}  // namespace

TEST_CASE("hostile texts are refused by name, or read") {
    const std::vector<Case> cases = {
        {"open parentheses", in_entry(repeated("(")), "limit-nesting"},
        {"open brackets", in_entry(repeated("[")), "limit-nesting"},
        {"open braces", in_entry(repeated("{")), "unclosed-block"},
        {"balanced parentheses", in_entry(repeated("(") + "x" + repeated(")")), "limit-nesting"},
        {"balanced brackets", in_entry(repeated("[") + repeated("]")), "limit-nesting"},
        {"balanced braces", in_entry(repeated("{") + repeated("}")), "limit-nesting"},
        {"mixed brackets", in_entry(repeated("([{")), "unclosed-block"},
        {"calls in calls", in_entry(repeated("f(") + repeated(")")), "limit-nesting"},
        {"items in items", in_entry(repeated("x[") + "0" + repeated("]")), "limit-nesting"},
        {"closing parentheses", in_entry(repeated(")")), "unmatched-bracket"},
        {"closing braces", repeated("}"), "unmatched-bracket"},
        {"crossed brackets", in_entry(repeated("(]")), "unmatched-bracket"},
        {"not", in_entry(repeated("not ") + "x"), "limit-operators"},
        {"minus", in_entry(repeated("-") + "x"), "limit-operators"},
        {"sums", in_entry("x" + repeated("+x")), "limit-operators"},
        {"powers", in_entry("x" + repeated("**x")), "limit-operators"},
        {"comparisons", in_entry("x" + repeated("<x")), "limit-operators"},
        {"and", in_entry("x" + repeated(" and x")), "limit-operators"},
        {"conditionals", in_entry(repeated("a if b else ") + "c"), "limit-operators"},
        {"attributes", in_entry("x" + repeated(".a")), "limit-operators"},
        {"items", in_entry("x" + repeated("[0]")), "limit-operators"},
        {"calls", in_entry("x" + repeated("()")), "limit-operators"},
        {"ranges", in_entry("x" + repeated("..x")), "limit-operators"},
        {"colons", in_entry("x[" + repeated(":") + "]"), "long-slice"},
        {"commas", in_entry("[" + repeated(",") + "]"), "expected-operand"},
        {"dots", in_entry(repeated(".")), "limit-operators"},
        {"elements", in_entry("[" + repeated("1, ") + "]"), ""},
        {"pairs", in_entry("{" + repeated("1: 2, ") + "}"), ""},
        {"strings in a row", in_entry(repeated("'a' ")), ""},
        {"unterminated strings", in_entry(repeated("\"a\n")), "unterminated-string"},
        {"unterminated bytes", in_entry(repeated("b'\n")), "unterminated-string"},
        {"a string without an end", in_entry("\"" + repeated("a")), "unterminated-string"},
        {"a string of backslashes", in_entry("\"" + repeated("\\")), "unterminated-string"},
        {"triple quotes", in_entry(repeated("\"\"\"")), "triple-quoted-string"},
        {"backslashes", in_entry(repeated("\\")), "expected-operand"},
        {"continued lines", in_entry(repeated("\\\n") + "x"), ""},
        {"lines with an open parenthesis", in_entry(repeated("(\n")), "limit-nesting"},
        {"lines with an open bracket each", in_entry(repeated("f(x\n")), "limit-nesting"},
        {"one line with an open bracket, many without", in_entry("f(x\n" + repeated("y\n")),
         "unclosed-bracket"},
        {"frames in frames", repeated("frame f {\n"), "unclosed-block"},
        {"entries in entries", "frame f {\n" + repeated("entry \"e\" {\n"), "unclosed-block"},
        {"heads without a block", repeated("frame f\n"), "expected-open-brace"},
        {"entries", "frame f {\n" + repeated("entry \"e\" { x }\n") + "}", ""},
        {"guards", in_entry(repeated("x is None\n")), ""},
        {"guards on one line", in_entry(repeated("x;")), ""},
        {"semicolons", in_entry(repeated(";")), ""},
        {"comments", repeated("#\n"), ""},
        {"hashes", repeated("#"), ""},
        {"blank lines", repeated("\n"), ""},
        {"returns", repeated("\r"), "control-character"},
        {"mistakes", in_entry(repeated("x =\n")), "expected-operator"},
        {"a name of a megabyte", in_entry(repeated("abcdefghij")), ""},
        {"a string of a megabyte", in_entry("'" + std::string((1U << 20U) - 10, 'a') + "'"), ""},
        {"a longer string", in_entry("'" + std::string((1U << 20U) + 1, 'a') + "'"), "limit-literal-bytes"},
        {"digits", in_entry(repeated("1234567890")), ""},
        {"hexadecimal digits", in_entry("0x" + repeated("f")), "limit-radix-digits"},
        {"a float with many digits", in_entry("0." + repeated("1")), ""},
        {"an exponent with many digits", in_entry("1e" + repeated("9")), "float-overflow"},
        {"parameters", "frame f(" + repeated("x, ") + ") {}", ""},
        {"zero bytes", in_entry(std::string(kMany, '\0')), "control-character"},
        {"bytes that are no text", in_entry(std::string(kMany, '\xff')), "invalid-utf8"},
        {"half characters", in_entry(repeated("\xc3")), "invalid-utf8"},
        {"letters beyond ASCII", in_entry(repeated("\xc3\xa9")), ""},
        {"peer lines", in_entry(repeated("ID_MATCH: ___check_obj_id(L['x'], 1)\n")), ""},
        {"peer prose", in_entry("LAMBDA_GUARD: " + repeated("a b ")), ""},
        {"tree decoration", in_entry(repeated("| ") + "+- NO_TENSOR_ALIASING"), ""},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const Outcome outcome = read(c.text);
        CHECK(outcome.first_id == c.first_id);
        CHECK(outcome.reads_back == c.first_id.empty());
        CHECK(outcome.diagnostics <= Limits().diagnostics + 1);
    }
}

TEST_CASE("depth costs no stack, even where the limits are raised") {
    Limits limits;
    limits.nesting = limits.operators = 10 * kMany;
    const Case cases[] = {
        {"parentheses", in_entry(repeated("(") + "x" + repeated(")")), ""},
        {"brackets", in_entry(repeated("[") + repeated("]")), ""},
        {"braces", in_entry(repeated("{") + repeated("}")), ""},
        {"tuples", in_entry(repeated("(") + repeated(",)").substr(1)), ""},
        {"calls in calls", in_entry(repeated("f(") + repeated(")")), ""},
        {"getattr in getattr", in_entry(repeated("getattr(") + "x" + repeated(", '0')")), ""},
        {"dicts", in_entry(repeated("{1: ") + "2" + repeated("}")), ""},
        {"items in items", in_entry(repeated("x[") + "0" + repeated("]")), ""},
        {"not", in_entry(repeated("not ") + "x"), ""},
        {"minus", in_entry(repeated("-") + "x"), ""},
        {"sums", in_entry("x" + repeated("+x")), ""},
        {"sums to the right", in_entry(repeated("x+(") + "x" + repeated(")")), ""},
        {"powers", in_entry("x" + repeated("**x")), ""},
        {"comparisons", in_entry("x" + repeated("<x")), ""},
        {"and", in_entry("x" + repeated(" and x")), ""},
        {"conditionals", in_entry(repeated("a if b else ") + "c"), ""},
        {"attributes", in_entry("x" + repeated(".a")), ""},
        {"items", in_entry("x" + repeated("[0]")), ""},
        {"calls", in_entry("x" + repeated("()")), ""},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const Outcome outcome = read(c.text, limits);
        CHECK(outcome.first_id.empty());
        CHECK(outcome.reads_back);
    }
}

TEST_CASE("random bytes and random tokens") {
    std::mt19937 random(20261);
    const auto below = [&](std::size_t n) {
        return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
    };
    const std::vector<std::string> tokens = {
        "(",        ")",        "[",        "]",          "{",
        "}",        "\n",       "\n",       ";",          ",",
        ":",        "=",        "==",       "<",          "+",
        "-",        "**",       "..",       ".",          "...",
        "not ",     "and ",     "or ",      "is ",        "in ",
        "if ",      "else ",    "step ",    "x",          "L",
        "G['a']",   "getattr",  "\"s\"",    "'t'",        "b'u'",
        "\"",       "'",        "\\",       "#",          "1",
        "2.5",      "0x1f",     "3j",       "cuda:0",     "_",
        "None",     "True",     "frame ",   "entry ",     "user ",
        "backend ", "test ",    "limit ",   "then ",      "on ",
        "failure ", "dim ",     "order ",   "per ",       "for ",
        "at ",      "require ", "waive ",   "lift ",      "weaken ",
        "path ",    "id ",      "kind ",    "because ",   "expect ",
        "miss ",    "state ",   "globals ", "ID_MATCH: ", "GuardManager: ",
        "+- ",      "| ",       "run_only", "skip",       "retry ",
        "declared", "8",        " ",        "\xc3\xa9",   "\xff",
        "=1",       "f(",       "x[",       "{1:"};
    for (int round = 0; round < 6000; ++round) {
        std::string text = round % 3 == 0   ? "frame f {\nentry \"e\" {\n"
                           : round % 3 == 1 ? "backend \"b\" for f {\n"
                                            : "";
        const std::size_t length = 1 + below(40);
        for (std::size_t i = 0; i < length; ++i)
            text +=
                round % 5 == 0 ? std::string(1, static_cast<char>(below(256))) : tokens[below(tokens.size())];
        const Source source("random", text);
        const ParsedFile parsed = parse_file(source);
        for (const Diagnostic& diagnostic : parsed.diagnostics) {
            CHECK(diagnostic.span.begin <= diagnostic.span.end);
            CHECK(diagnostic.span.end <= text.size());
            CHECK_FALSE(render(source, diagnostic).empty());
        }
        // What is accepted has a canonical form that says the same.
        const std::string canonical = format_file(source, parsed.file);
        if (has_errors(parsed.diagnostics)) continue;
        INFO(text);
        const Source again("again", canonical);
        const ParsedFile reread = parse_file(again);
        CHECK_FALSE(has_errors(reread.diagnostics));
        CHECK(dump_file(reread.file) == dump_file(parsed.file));
        CHECK(format_file(again, reread.file) == canonical);
    }
}
