// What a backend requires: before a compile, in every entry, and at once.
#include <catch2/catch.hpp>

#include "tests/dispatch/toy_frame.h"

using namespace guardc;
using namespace guardc::tests;

using Made = std::expected<NewEntry, CompileFailure>;

TEST_CASE("a frame that fails a requirement runs eagerly and changes nothing") {
    for (const AtLimit at_limit : {AtLimit::run_only, AtLimit::skip, AtLimit::refuse, AtLimit::evict}) {
        int compiles = 0;
        ToyFrame toy({.limit = {1, at_limit}}, [&](const CompileRequest&, int x) -> Made {
            ++compiles;
            return exact_entry(x);
        });
        toy.rules->require("npu", "x % 4 == 0");
        CHECK(toy.run("3@npu 8@npu 3@npu 8@npu 8") == "eager:require compile:8 eager:require hit:8 hit:8");
        CHECK(compiles == 1);
        CHECK(toy.frame.counts() == FrameCounts{.hits = 2, .misses = 1, .compiles = 1, .unmet = 2});

        const Outcome outcome = toy.look_up(3, "npu");
        CHECK(outcome.message() == "backend `npu` does not take this frame");
        REQUIRE(outcome.reasons().size() == 1);
        CHECK(outcome.reasons()[0].guard == "x % 4 == 0");
        CHECK(outcome.reasons()[0].owner == "npu");
    }
}

TEST_CASE("a requirement of one backend is none of another") {
    ToyFrame toy;
    toy.rules->require("npu", "x % 4 == 0");
    CHECK(toy.run("3@gpu 3@npu 3 4@npu 4@gpu") == "compile:3 eager:require hit:3 compile:4 compile:4");
}

TEST_CASE("where the call names no backend, the compile callback chooses one") {
    bool asks_first = false;
    ToyFrame toy({}, [&](const CompileRequest& request, int x) -> Made {
        if (asks_first) {
            if (auto failure = request.unmet("npu")) return std::unexpected(*failure);
        }
        NewEntry made = exact_entry(x);
        made.backend = "npu";
        return made;
    });
    toy.rules->require("npu", "x % 4 == 0");
    for (const bool first : {false, true}) {
        asks_first = first;
        CHECK(toy.run("3") == "eager:require");
    }
    CHECK(toy.run("4 8 4@npu") == "compile:4 compile:8 hit:4");
    CHECK(toy.frame.counts() == FrameCounts{.hits = 1, .misses = 2, .compiles = 2, .unmet = 2});
}

TEST_CASE("a new requirement is in every entry of its backend when the call returns") {
    ToyFrame toy;
    toy.rules->declare("even", "x % 2 == 0");
    CHECK(toy.run("4@npu 5@npu 6@gpu") == "compile:4 compile:5 compile:6");
    const auto before = toy.frame.entries();
    toy.rules->require("npu", "x % 4 == 0");
    CHECK(toy.run("4@npu 5@npu 6@gpu") == "hit:4 eager:require hit:6");
    const auto after = toy.frame.entries();
    REQUIRE(after.size() == 3);
    for (std::size_t i = 0; i < after.size(); ++i) {
        CHECK(after[i]->id == before[i]->id);
        CHECK(after[i]->artefact == before[i]->artefact);
    }
    CHECK(after[0]->code != before[0]->code);
    CHECK(after[2]->code == before[2]->code);
    CHECK(toy.run("-5 4@npu") == "hit:4");  // a narrowed entry keeps its name and can be removed
}

TEST_CASE("a requirement that comes while the backend compiles is in the entry") {
    ToyFrame* self = nullptr;
    ToyFrame toy({}, [&](const CompileRequest&, int x) -> Made {
        self->rules->require("npu", "x % 4 == 0");
        NewEntry made = exact_entry(x);
        made.guards = "x % 2 == 0";
        made.artefact = nullptr;
        return made;
    });
    self = &toy;
    CHECK(toy.run("6@npu") == "eager:require");  // not met by the very frame
    CHECK(toy.frame.entries().empty());
    CHECK(toy.run("8@npu 12@npu 6@npu") == "compile:8 hit:8 eager:require");
}
