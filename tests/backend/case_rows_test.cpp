// Rows of the field's cases that are about backends.
#include <catch2/catch.hpp>

#include "compiler/backend/check_waivers.h"
#include "compiler/passes/pipeline.h"
#include "compiler/session/ledger_report.h"
#include "tests/backend/rule_world.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

std::string case_frame(bool a1, bool a2, bool b1) {
    const auto word = [](bool value) { return value ? std::string("true") : std::string("false"); };
    return "{\"a1\": " + word(a1) + ", \"a2\": " + word(a2) + ", \"b1\": " + word(b1) + "}";
}

}  // namespace

TEST_CASE("U32: a declared waiver lets E0 take a frame of E1, and the ledger shows it") {
    const std::string text = R"(frame f(a1, a2, b1) {
    entry "E0" backend "npu" {
        a1 is True
        a2 is True
    }
    entry "E1" backend "npu" {
        b1 is True
    }
}
)";
    RuleWorld full(text);
    REQUIRE((full.insert("E0").empty() && full.insert("E1").empty()));
    CHECK(full.look_up(case_frame(true, false, true)) == "hit:E1");

    const std::string waived = text + "backend \"npu\" for f { waive a2 is True because \"never failed\" }\n";
    RuleWorld reduced(waived);
    REQUIRE((reduced.insert("E0").empty() && reduced.insert("E1").empty()));
    CHECK(reduced.look_up(case_frame(true, false, true)) == "hit:E0");

    const auto ledgers = ledgers_of(read_rules("test.guard", waived));
    REQUIRE(ledgers);
    REQUIRE(ledgers->size() == 2);
    const EntryLedger& first = (*ledgers)[0];
    REQUIRE(first.guards[1].waiver_class == WaiverClass::declared);
    REQUIRE(first.overlaps.size() == 1);
    CHECK(first.overlaps[0].entry == "E1");
    CHECK(first.overlaps[0].taken);
    // The frame does what is said of it.
    const auto shown = read_frame(first.overlaps[0].frame);
    REQUIRE(shown);
    CHECK(full.look_up(*shown) == "hit:E1");
    CHECK(reduced.look_up(*shown) == "hit:E0");
    CHECK((*ledgers)[1].overlaps.empty());
}

TEST_CASE("O13: requires_grad can be waived where it cannot matter") {
    const std::string guards = "x is tensor(requires_grad=False)\ngrad_mode is False";
    const std::string needs_grad = R"({"x": {"$tensor": {"dtype": "float16", "device": "cpu", "size": [1],
                                       "requires_grad": true}}})";
    const auto look_up = [&](const std::string& entry, const std::string& block) {
        RuleWorld world("frame f(x) {\nentry \"e\" backend \"npu\" {\n" + entry + "\n}\n}\n" + block);
        REQUIRE(world.insert("e").empty());
        return world.look_up(frame_of(needs_grad, R"({"grad_mode": false})"));
    };
    CHECK(look_up(guards, "") == "eager");
    CHECK(look_up(guards, "backend \"npu\" for f { waive x.requires_grad is False because \"no grad\" }\n") ==
          "hit:e");
    CHECK(look_up("x is tensor()\nx.requires_grad is False or grad_mode is False", "") == "hit:e");
}

namespace {

struct TwoBackends {
    TwoBackends() { REQUIRE(world.cache.insert({.name = "e", .backend = "b1", .guards = "n is 1"})); }
    std::string look_up(const std::string& backend) { return world.look_up(R"({"n": 1})", backend); }

    RuleWorld world{"frame f(n) {\nentry \"e\" { n is 1 }\n}\n"};
};

}  // namespace

TEST_CASE("O31: a backend that differs misses, and the reason says so") {
    TwoBackends two;
    CHECK(two.look_up("b1") == "hit:e");
    CHECK(two.look_up("b2") == "eager");
    const auto reasons = two.world.reasons(R"({"n": 1})", "b2");
    REQUIRE(reasons.size() == 1);
    CHECK(reasons[0].guard == "backend");
    CHECK((reasons[0].expected == "b1" && reasons[0].actual == "b2"));
}

TEST_CASE("O32: a fresh object for the same backend is the same backend") {
    TwoBackends two;
    const std::string again = std::string("b") + "1";
    CHECK(two.look_up(again) == "hit:e");
    const auto kept = Backend(two.world.rules, again).require("f", "n < 1");
    REQUIRE(kept);
    CHECK(two.look_up("b1") == "eager");
}

TEST_CASE("O34: no entry of one backend serves another, whatever that one asks for") {
    TwoBackends two;
    REQUIRE(two.world.cache.insert({.name = "other", .backend = "b2", .guards = "n is 2"}));
    CHECK(two.look_up("b2") == "eager");
    const auto wide = Backend(two.world.rules, "b2").waive("f", "text \"*\"");
    const auto narrow = Backend(two.world.rules, "b2").require("f", "n < 1");
    CHECK(two.look_up("b2") == "eager");
    CHECK(two.look_up("b1") == "hit:e");  // each speaks for its own entries
}

TEST_CASE("P10: a filter by an option's name selects exactly the guards on it, and says how many") {
    const std::string guards = R"(options["transformer_options"]["patches"] is None
len(options["transformer_options"]) == 2
options["model_options"] is None
x.dtype is float16)";
    CHECK(kept(guards, R"(waive text "*transformer_options*" because "the same at each step")",
               "options, x") == "options[\"model_options\"] is None, x.dtype is float16");
    CHECK(kept(guards, "waive text \"*transformers*\"", "options, x") == "waives-nothing");
    const auto ledgers = ledgers_of(read_rules(
        "test.guard", "frame f(options, x) {\nentry \"e\" {\n" + guards +
                          "\n}\n}\nbackend \"npu\" for f { waive text \"*transformer_options*\" }\n"));
    REQUIRE(ledgers);
    std::size_t waived = 0;
    for (const LedgerGuard& guard : ledgers->front().guards)
        waived += guard.state == GuardState::waived ? 1 : 0;
    CHECK(waived == 2);
}
