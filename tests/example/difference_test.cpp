// Frames that some guards accept and another one rejects.
#include <catch2/catch.hpp>

#include "compiler/example/example.h"
#include "tests/differential/checked_text.h"
#include "tests/differential/engines.h"

using namespace guardc;
using namespace guardc::compiler;
using namespace guardc::differential;

namespace {

struct DifferenceRow {
    std::vector<std::string> kept;
    std::string violated;
    bool found = true;
    bool certain = false;
};

}  // namespace

TEST_CASE("what a guard that is taken away lets in") {
    const DifferenceRow rows[] = {
        {{"x.size(0) in 8..64 step 8"}, "x.size(0) == 8"},
        {{"scale is float"}, "scale is 0.125"},
        {{"x is tensor(float16, cuda:0)"}, "x.requires_grad is False"},
        {{"x is tensor(float16)", "x.size(0) % 128 == 0"}, "x.size(0) == 256"},
        {{"self.a is self.b"}, "self.a is self.c"},
        {{"len(xs) == 2"}, "xs[1] is None"},
        {{"x is y"}, "distinct(x, y)"},
        {{}, "x is None"},
        {{"x is 3"}, "x == 3", false},
        {{"x.size(0) % 16 == 0"}, "x.size(0) % 8 == 0", false},
        {{"x is 3", "x is 4"}, "y is 3", false},
        {{"x is 3"}, "1 == 1", false, true},
        {{"x is 3"}, "1 == 2"},
        {{"1 == 2"}, "x is 3", false, true},
    };
    for (const DifferenceRow& row : rows) {
        FrameRules rules = rules_of_head("frame f {\n}\n");
        std::vector<Guard> kept;
        for (const std::string& text : row.kept)
            for (const Guard& guard : check_text(rules, text).guards)
                kept.push_back(guard);
        const CheckedText violated = check_text(rules, row.violated);
        REQUIRE(violated.guards.size() == 1);
        INFO((row.kept.empty() ? "nothing" : row.kept[0]) << " without " << row.violated);
        const auto frame = find_difference({*rules.terms, rules.shape, kept}, violated.guards[0].term);
        CHECK(frame.has_value() == row.found);
        if (!frame) {
            CHECK(frame.error().certain == row.certain);
            continue;
        }
        const auto read = read_frame(write_frame(*frame));
        REQUIRE(read);
        const std::vector<Ref> slots = bind_frame(*read, rules.shape);
        const Surroundings surroundings{builtin_model(), slots, read->ambient};
        CHECK(judge(*rules.terms, kept, surroundings).truth == Truth::yes);
        CHECK(judge(*rules.terms, violated.guards, surroundings).truth != Truth::yes);
    }
}
