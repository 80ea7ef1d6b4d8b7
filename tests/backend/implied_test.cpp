// What follows from what, case by case; random guards are in tests/differential.
#include <catch2/catch.hpp>

#include "compiler/implied/implies.h"
#include "compiler/implied/int_range.h"
#include "compiler/session/rules_file.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

// Whether the guards of the first entry imply those of the second.
bool follows(const std::string& kept, const std::string& guard) {
    const RulesFile file = read_rules("test.guard", "frame f(x, y, z, n, m, self) {\nentry \"k\" {\n" + kept +
                                                        "\n}\nentry \"g\" {\n" + guard + "\n}\n}\n");
    REQUIRE(file.sound());
    const FrameRules& rules = file.frames[0];
    std::vector<TermId> premises;
    for (const Guard& each : rules.entries[0].guards)
        premises.push_back(each.term);
    bool all = true;
    for (const Guard& each : rules.entries[1].guards)
        all = all && implies(*rules.terms, premises, each.term) == Implied::yes;
    return all;
}

struct ImpliedCase {
    const char* kept;
    const char* guard;
    bool follows;
};

const ImpliedCase kImpliedCases[] = {
    // the same guard, written otherwise
    {"n is 1", "n is 1", true},
    {"x is tensor(float16, size=[8, n])", "x.dtype is float16", true},
    {"n < m", "m > n", true},
    {"n < m", "n <= m", true},
    {"n < m", "n != m", true},
    {"n < m", "not n == m", true},
    {"n <= m\nn >= m", "n == m", true},
    {"n <= m", "n < m", false},
    {"not n < m", "n >= m", false},  // one of them may be a NaN
    {"not x.size(0) < x.size(1)", "x.size(0) >= x.size(1)", true},
    {"n == m", "n <= m", false},  // equal, perhaps, without an order
    {"n == 1 and m == 2", "m == 2", true},
    {"not (n == 1 or m == 2)", "n != 1", true},
    {"n == 1", "n == 1 or m == 2", true},
    {"n == 1", "m == 2 or n == 1", false},  // `m` may be undefined
    {"x is not y", "distinct(x, y)", true},
    {"distinct(x, y, z)", "distinct(z, x)", true},
    {"distinct(x, y, z)", "x is not z", true},
    {"distinct(x, y)", "distinct(x, y, z)", false},

    // constants
    {"n is 8", "n % 4 == 0", true},
    {"n is 8", "n in 0..64 step 8", true},
    {"n is 8", "n is int", true},
    {"n is 8", "n is not None", true},
    {"n is 8", "n in (1, 8)", true},
    {"n is 8", "n == 8.0", true},
    {"n == 8", "n is 8", false},  // 8.0
    {"n == 8", "n in 0..64", false},
    {"n is 0.5", "n < 1", true},
    {"n is float(\"nan\")", "n == n", false},
    {"n is True", "n == 1", true},
    {"n is True", "n is int", false},
    {"n is \"a\"", "len(n) == 1", true},
    {"x is tensor()", "x is not None", true},
    {"x is demo.Config", "x is not None", false},  // a type of which little is known

    // intervals and steps of one value
    {"n in 16..32 step 16", "n in 8..64 step 8", true},
    {"n in 16..32 step 16", "n % 8 == 0", true},
    {"n in 8..64 step 8", "n in 16..32 step 16", false},
    {"n in 8..64 step 8", "n % 16 == 0", false},
    {"n in 8..64", "n >= 8", true},
    {"n in 8..64", "n > 8", false},
    {"n in 8..64", "n != 65", true},
    {"n in 8..64 step 8", "n != 17", true},
    {"n in 8..64", "bool(n)", true},
    {"n in 0..64", "bool(n)", false},
    {"n in 8..64", "n is int", true},
    {"x.size(0) == 8", "x.size(0) in 8..64", true},
    {"x.size(0) >= 8\nx.size(0) <= 64", "x.size(0) in 8..64", true},
    {"n >= 8\nn <= 64", "n in 8..64", false},  // 8.5
    {"x.size(0) % 6 == 0\nx.size(0) % 4 == 0", "x.size(0) % 12 == 0", true},
    {"x.size(0) % 12 == 0", "x.size(0) % 8 == 0", false},
    {"x.size(0) % 128 == 0", "x.size(0) % 64 == 0", true},
    {"x.size(0) in 2..64", "x.size(0) * 2 <= 128", true},
    {"x.size(0) in 2..64", "x.size(0) // 2 >= 1", true},
    {"x.size(0) > 1", "x.size(0) * 2 > 2", false},  // may lie beyond 64 bits
    {"n in 0..9223372036854775807", "n + 1 > 0", false},
    {"n in 0..9223372036854775806", "n + 1 > 0", true},
    {"n in -9223372036854775808..0", "-n >= 0", false},
    {"x.size(0) == 8", "x.size(1) == 8", false},

    // ties between dims
    {"x.size(0) == y.size(0)\nx.size(0) in 8..64 step 8", "y.size(0) in 8..64", true},
    {"x.size(0) == y.size(0)\ny.size(0) == z.size(1)", "x.size(0) == z.size(1)", true},
    {"x.size(0) == 2 * y.size(0)\ny.size(0) in 4..8", "x.size(0) in 8..16 step 2", true},
    {"x.size(0) == y.size(1) % 8", "x.size(0) < 8", true},
    {"n == m\nn in 1..4", "m in 1..4", false},  // `m` may be 1.0

    // definedness is part of it
    {"x.size(0) == 8", "x.size(0) == x.size(0)", true},
    {"n is 1", "x.size(0) == x.size(0)", false},
    {"self.a is 1", "hasattr(self, \"a\")", false},
    {"n is 1 or m is 2", "n is 1", false},
    {"", "True", true},
    {"", "n is 1", false},
};

}  // namespace

TEST_CASE("what follows from what is kept") {
    for (const ImpliedCase& c : kImpliedCases) {
        INFO(c.kept << "\n|-\n" << c.guard);
        CHECK(follows(c.kept, c.guard) == c.follows);
    }
}

TEST_CASE("a guard of conditions within each other is answered at once") {
    std::string nested = "n is 0";
    for (int i = 1; i < 150; ++i)
        nested = "(" + nested + (i % 2 == 0 ? " and " : " or ") + "m is " + std::to_string(i) + ")";
    CHECK_FALSE(follows("m is 777", nested));
    CHECK(follows("n is 0\nm is 777", "n is 0 or " + nested));
}

TEST_CASE("long arithmetic is gone through once") {
    std::string sum = "x.size(0)";
    for (int i = 0; i < 9000; ++i)
        sum += " + 1";
    CHECK_FALSE(follows(sum + " < 10000\nx.size(0) in 0..900", "x.size(1) == 3"));
    CHECK(follows(sum + " < 10000\nx.size(0) in 0..900", sum + " >= 9000"));
}

TEST_CASE("arithmetic on ranges has every result, and meets lose nothing") {
    std::vector<IntRange> ranges;
    for (int least = -7; least <= 7; least += 2) {
        for (int width : {0, 1, 4, 9}) {
            for (int step : {1, 2, 3, 4, 6}) {
                for (int remainder : {0, 1, 3})
                    ranges.push_back(meet(IntRange::between(least, least + width),
                                          IntRange::with_remainder(step, remainder)));
            }
        }
    }
    const auto in = [](const IntRange& range, std::int64_t n) { return !range.excludes(n); };
    const auto members = [&](const IntRange& range) {
        std::vector<std::int64_t> found;
        for (std::int64_t n = -20; n <= 20; ++n)
            if (in(range, n)) found.push_back(n);
        return found;
    };
    std::size_t wrong = 0, checked = 0;
    for (std::size_t i = 0; i < ranges.size(); i += 3) {
        for (std::size_t j = 1; j < ranges.size(); j += 7) {
            const IntRange &a = ranges[i], &b = ranges[j];
            for (const std::int64_t n : members(a)) {
                for (const std::int64_t m : members(b)) {
                    ++checked;
                    const auto holds = [&](const std::optional<IntRange>& range, std::int64_t result) {
                        wrong += range && !in(*range, result) ? 1 : 0;
                    };
                    holds(add(a, b), n + m);
                    holds(subtract(a, b), n - m);
                    holds(multiply(a, b), n * m);
                    holds(minimum(a, b), std::min(n, m));
                    holds(maximum(a, b), std::max(n, m));
                    holds(negate(a), -n);
                    if (m > 0) {
                        const std::int64_t rest = ((n % m) + m) % m;
                        holds(modulo(a, b), rest);
                        holds(floor_divide(a, b), (n - rest) / m);
                    }
                    if (n == m) holds(meet(a, b), n);
                }
            }
        }
    }
    CHECK(checked > 10'000);
    CHECK(wrong == 0);
}
