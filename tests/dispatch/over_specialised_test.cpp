// Guards that miss too often, by the rows of the field's list: what a dispatcher makes of each.
#include <sstream>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "tests/dispatch/rule_frame.h"

using namespace guardc;
using namespace guardc::tests;

namespace {

// Entries as `name: guard`, a semicolon between them; nothing is compiled.
struct Row {
    const char* id;
    const char* entries;
    std::vector<const char*> calls;  // locals
    const char* outcomes;
};

const char* const kTensor4 = R"("x": {"$tensor": {"dtype": "float32", "device": "cpu", "size": [32, 64]}})";
const char* const kTensor5 = R"("x": {"$tensor": {"dtype": "float32", "device": "cpu", "size": [33, 64]}})";
const char* const kTensor1 =
    R"("x": {"$tensor": {"dtype": "float32", "device": "cpu", "size": [1, 64], "stride": [1, 1]}})";

const Row kRows[] = {
    {"O10: a type that flips once",
     "tensor: type(r) is torch.Tensor; float: r is float",
     {R"("r": {"$tensor": {"dtype": "float32", "device": "cpu", "size": []}})", R"("r": 0.5)",
      R"("r": {"$tensor": {"dtype": "float32", "device": "cpu", "size": []}})", R"("r": 0.25)"},
     "hit:tensor hit:float hit:tensor hit:float"},
    {"O14: the stride of a dimension of size 1 counts where the guard says so",
     "e: x is tensor(size=[_, 64], stride=[64, 1])",
     {kTensor4, kTensor1},
     "hit:e eager"},
    {"O16: a batch size by value", "e: x.size(0) == 32", {kTensor4, kTensor5}, "hit:e eager"},
    {"O19: what no guard names does not count",
     "e: n is 1",
     {R"("n": 1)", kTensor4, R"("n": 1, "x": 5)"},
     "hit:e eager hit:e"},
    {"O20: zero stays special",
     "e: s >= 1",
     {R"("s": 1)", R"("s": 2)", R"("s": 5)", R"("s": 0)"},
     "hit:e hit:e hit:e eager"},
    {"O22: containment is less than the keys",
     "e: 1 in d",
     {R"("d": {"$dict": [[1, 0]]})", R"("d": {"$dict": [[1, 0], [2, 0]]})", R"("d": {"$dict": [[2, 0]]})"},
     "hit:e hit:e eager"},
    {"O25: order of keys that no guard asks for",
     "e: d[\"a\"] is 1; ",
     {R"("d": {"a": 1, "b": 2})", R"("d": {"b": 2, "a": 1})"},
     "hit:e hit:e"},
};

}  // namespace

TEST_CASE("over-specialised guards, row by row") {
    for (const Row& row : kRows) {
        INFO(row.id);
        RuleFrame frame("frame f(x, n, s, d, r) {\n}\n",
                        [](FrameOptions& options) { options.callbacks.compile = {}; });
        std::istringstream entries(row.entries);
        for (std::string entry; std::getline(entries, entry, ';');) {
            const auto colon = entry.find(": ");
            if (colon == std::string::npos) continue;
            std::string name = entry.substr(entry.find_first_not_of(' '));
            name = name.substr(0, name.find(':'));
            const auto inserted = frame.frame.insert({.name = name, .guards = entry.substr(colon + 2)});
            INFO((inserted ? "" : inserted.error().message));
            REQUIRE(inserted);
        }
        std::string outcomes;
        for (const char* const call : row.calls)
            outcomes += (outcomes.empty() ? "" : " ") + frame.look_up(call);
        CHECK(outcomes == row.outcomes);
    }
}

TEST_CASE("O23: a call that changes what it was guarded on misses once, and then hits") {
    RuleFrame frame("frame f(d) {\n}\n");
    const char* const before = R"("d": {"obs": 1})";
    const char* const after = R"("d": {"obs": 1, "loss": 2})";
    frame.make("first", "len(d) == 1");
    CHECK(frame.look_up(before) == "compile:first");
    frame.make("second", "len(d) == 2");
    CHECK(frame.look_up(after) == "compile:second");
    CHECK(frame.look_up(after) == "hit:second");
    CHECK(frame.look_up(before) == "hit:first");
}

TEST_CASE("O13: a guard that cannot matter under the state may be widened by an `or`") {
    RuleFrame frame("frame f(x) {\n}\n", [](FrameOptions& options) { options.callbacks.compile = {}; });
    const auto call = [&](bool requires_grad, bool grad_mode) {
        return frame.look_up(frame_of(
            fmt::format(
                R"("x": {{"$tensor": {{"dtype": "float32", "device": "cpu", "size": [1], "requires_grad": {}}}}})",
                requires_grad),
            fmt::format(R"({{"grad_mode": {}}})", grad_mode)));
    };
    REQUIRE(frame.frame.insert({.name = "e", .guards = "x.requires_grad is False or grad_mode is False"}));
    CHECK(call(false, true) == "hit:e");
    CHECK(call(true, true) == "eager");
    CHECK(call(true, false) == "hit:e");
}

TEST_CASE("O08: a value that is new at each call reaches the limit, and nothing thrashes") {
    RuleFrame frame("frame f(r) {\n}\n");
    int compiles = 0, eager = 0;
    for (int step = 0; step < 100; ++step) {
        const std::string rate = fmt::format("{}.5", step);
        frame.make(rate, "r is " + rate);
        const std::string outcome = frame.look_up(R"("r": )" + rate);
        compiles += outcome.starts_with("compile") ? 1 : 0;
        eager += outcome == "eager:limit" ? 1 : 0;
    }
    CHECK(compiles == 8);
    CHECK(eager == 92);
    CHECK(frame.frame.entries().size() == 8);
}
