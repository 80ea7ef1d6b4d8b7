// Rules that were written to make the search long, deep or large.
#include <chrono>

#include <catch2/catch.hpp>

#include "compiler/example/example.h"
#include "tests/differential/checked_text.h"
#include "tests/differential/scale.h"
#include "tests/example/judging.h"

using namespace guardc;
using namespace guardc::compiler;
using namespace guardc::differential;

namespace {

struct Rules {
    FrameRules frame = rules_of_head("frame f {\n}\n");
    std::vector<Guard> guards = {};

    void add(const std::string& text) {
        CheckedText checked = check_text(frame, text);
        INFO(text);
        REQUIRE(checked.refusal == "");
        guards.insert(guards.end(), checked.guards.begin(), checked.guards.end());
    }
    ExampleGuards all() const { return {*frame.terms, frame.shape, guards}; }
};

// Seconds that a bounded search may take on a slow machine with sanitizers. Work is bounded by steps; this
// only notices when it is not.
constexpr double kPatience = 60;

class Stopwatch {
  public:
    ~Stopwatch() {
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin_;
        CHECK(taken.count() < kPatience);
    }

  private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

std::string number(std::size_t value) {
    return std::to_string(value);
}

}  // namespace

TEST_CASE("ten thousand guards on one object") {
    const Stopwatch clock;
    Rules rules;
    for (std::size_t i = 0; i < 10'000; ++i)
        rules.add("self.a" + number(i) + " is " + number(i));
    const auto example = Example::find(rules.all());
    REQUIRE(example);
    for (const std::size_t guard : {std::size_t{0}, std::size_t{5'000}, std::size_t{9'999}}) {
        const auto mutant = (*example)->violate(guard);
        REQUIRE(mutant);
        CHECK(mutant->only);
        CHECK(mutant->changed ==
              "self.a" + number(guard) + ": " + number(guard) + " -> " + number(guard + 1));
    }
}

TEST_CASE("sizes that are all tied to one") {
    const Stopwatch clock;
    Rules rules;
    for (std::size_t i = 1; i < 3'000; ++i)
        rules.add("x" + number(i) + ".size(0) == x" + number(i - 1) + ".size(0)");
    rules.add("x1500.size(0) in 6..64 step 7");
    const auto example = Example::find(rules.all());
    REQUIRE(example);
    const auto mutant = (*example)->violate(0);
    REQUIRE(mutant);
    CHECK(mutant->only);
}

TEST_CASE("a thousand alternatives of which the first is ruled out") {
    const Stopwatch clock;
    Rules rules;
    for (std::size_t i = 0; i < 1'000; ++i) {
        rules.add("x" + number(i) + " == 1 or y" + number(i) + " == 2");
        rules.add("x" + number(i) + " != 1");
    }
    CHECK(Example::find(rules.all()));
}

TEST_CASE("searches that find nothing end") {
    const std::vector<std::string> sets[] = {
        {"x is 3", "x is 4"},
        {"x" +
         [] {
             std::string path;
             for (int i = 0; i < 4'000; ++i)
                 path += ".a";
             return path;
         }() +
         " is 1"},
        {"x * x * x - y * y == 100003", "x > 2", "y > 3", "x * y % 77 == 12", "a * b == 1000003", "a > 1",
         "b > 1"},
        {"len(xs) == 4611686018427387904"},
        {"x.size(4611686018427387904) == 1"},
        {"xs[4611686018427387904] is None"},
        {"x.dim() == 255"},
        {"x is list", "x is dict"},
        {"x is y", "distinct(x, y)"},
        {"x < y", "y < z", "z < x"},
        {"1 == 2"},
        {"is_identity(x, 18446744073709551616)"},
        {"x == 1 and (x == 2 or x == 3 or x == 4)"},
        {"x.a is x", "x.a.a is y", "distinct(x, y)"},
        {"key_at(d, 4611686018427387904) is 1"},
        {"key_at(d, 0) is 1", "key_at(d, 1) is True"},
        {"remaining(it) == 4611686018427387904"},
        {"upcoming(it, 4611686018427387904) is 1"},
        {"upcoming(s, 0) is 1", "upcoming(s, 1) is 1.0", "s is set"},
        {"stored_key(d, 1) is 2"},
        {"extern(\"a\")", "not extern(\"a\")"},
        {"a is demo.A", "b is demo.A", "type_object(a).n is 1", "type_object(b).n is 2"},
        {"a is demo.A", "type_object(a).__mro__[0] is type(\"demo.B\")", "type_object(a).n is 1",
         "len(type_object(a).__mro__) == 0"},
        {"no_overlap(x, x)"},
        {"step_of(it) is 0", "it is builtins.range_iterator"},
        {"next_value(it) is 0.5", "it is builtins.range_iterator"},
        {"dispatch_keys(x) is 3"},
        {"repr(x) is 3"},
        {"issubset(s, {1})", "issubset({2}, s)"},
        {"x & 1 == 2"},
        {"sqrt(x) is -1.0"},
        {"round(x, 99) is 1.0"},
        {"referent(w) is w", "w is weakref.ReferenceType", "referent(w) is x", "distinct(w, x)"},
    };
    for (const auto& set : sets) {
        const Stopwatch clock;
        Rules rules;
        for (const std::string& text : set)
            rules.add(text);
        INFO(set.front().substr(0, 80));
        const auto example = Example::find(rules.all());
        REQUIRE_FALSE(example);
        CHECK_FALSE(example.error().message.empty());
    }
}

TEST_CASE("places of the newer kinds that hold themselves") {
    const std::vector<std::string> sets[] = {
        {"referent(w) is x", "x.a is w", "w is weakref.ReferenceType"},
        {"referent(w) is w"},
        {"derived(o, \"o()\") is o", "o.a is 3"},
        {"key_at(d, 0) is x", "x.d is d", "len(d) == 1"},
        {"upcoming(it, 0) is it"},
        {"type_object(c).made is c", "c is demo.C", "c.n is 1"},
        {"type_object(c).__dict__[\"made\"].of is c"},
        {"type_object(c).__mro__[1].__mro__[1].__dict__[\"x\"] is 1", "type_object(c).__mro__[0].y is 2"},
        {"type_object(type_object(c).made).n is 1", "type_object(c).n is 2"},
        {"x.__mro__[0].a is 1", "x.__dict__[\"a\"] is 2"},
        {"is_identity(type_object(c), 5)", "is_identity(c, 5)"},
        {"is_identity(d, 5)", "is_identity(key_at(d, 0), 5)"},
        {"type_object(c) is x", "x.n is 1"},
    };
    std::size_t found = 0;
    for (const auto& set : sets) {
        const Stopwatch clock;
        Rules rules;
        for (const std::string& text : set)
            rules.add(text);
        INFO(set.front());
        const auto example = Example::find(rules.all());
        if (!example) continue;
        ++found;
        example_tests::Judges judges(*rules.frame.terms, rules.frame.shape, rules.guards);
        CHECK(judges.against((*example)->frame(), true) == "");
        for (std::size_t guard = 0; guard < rules.guards.size(); ++guard) {
            const auto mutant = (*example)->violate(guard);
            if (mutant) CHECK(judges.against(mutant->frame, false) == "");
        }
    }
    CHECK(found >= 6);
}

TEST_CASE("frames that hold themselves") {
    Rules rules;
    rules.add("x.a is x");
    rules.add("x.b.c is x");
    rules.add("x.b.d is 4");
    const auto example = Example::find(rules.all());
    REQUIRE(example);
    example_tests::Judges judges(*rules.frame.terms, rules.frame.shape, rules.guards);
    CHECK(judges.against((*example)->frame(), true) == "");
    for (std::size_t guard = 0; guard < 3; ++guard) {
        const auto mutant = (*example)->violate(guard);
        REQUIRE(mutant);
        CHECK(judges.against(mutant->frame, false) == "");
    }
}

TEST_CASE("an operand that is deep does not end the program") {
    const Stopwatch clock;
    Rules rules;
    std::string sum = "x";
    for (int i = 0; i < 5'000; ++i)
        sum += " + 1";
    rules.add(sum + " == 5007");
    const auto example = Example::find(rules.all());
    if (example) CHECK(write_frame((*example)->frame()).find("\"x\":7") != std::string::npos);
}
