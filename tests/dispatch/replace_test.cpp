// Entries that come ready: inserted, replaced and removed, also while look-ups run.
#include <atomic>
#include <thread>

#include <catch2/catch.hpp>

#include "tests/dispatch/toy_frame.h"

using namespace guardc;
using namespace guardc::tests;

TEST_CASE("a replaced entry keeps its id and its place") {
    for (const EntryOrder order : {EntryOrder::declared, EntryOrder::newest_first}) {
        ToyFrame toy({.limit = {0, AtLimit::run_only}, .order = order});
        const auto id = toy.frame.insert({.name = "a", .guards = "x % 2 == 0"});
        REQUIRE(id);
        REQUIRE(toy.frame.insert({.name = "b", .guards = "anything"}));
        const bool declared = order == EntryOrder::declared;
        CHECK(toy.run("4 5") == (declared ? "hit:a hit:b" : "hit:b hit:b"));
        REQUIRE(toy.frame.replace(*id, {.name = "c", .guards = "x % 5 == 0"}));
        CHECK(toy.run("4 5") == (declared ? "hit:b hit:c" : "hit:b hit:b"));
        CHECK(toy.frame.entries().size() == 2);
        CHECK(toy.frame.remove(*id));
        CHECK(toy.run("5") == "hit:b");
        const auto gone = toy.frame.replace(*id, {.name = "d", .guards = "anything"});
        REQUIRE_FALSE(gone);
        CHECK(gone.error().message == "the entry that `d` replaces is gone");
        CHECK_FALSE(toy.frame.replace(EntryId{0}, {.name = "d", .guards = "anything"}));
        CHECK(toy.frame.counts().hits == 5);  // of all entries there were
    }
}

TEST_CASE("an entry that cannot be made replaces nothing") {
    ToyFrame toy;
    toy.run("1");
    const EntryId id = toy.frame.entries()[0]->id;
    const auto wrong = toy.frame.replace(id, {.name = "d", .guards = "x =="});
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().message == "no guard: x ==");
    CHECK(toy.run("1") == "hit:1");
}

TEST_CASE("a look-up finds the old entry or the new one, never neither") {
    ToyFrame toy({.limit = {0, AtLimit::run_only}});
    const auto id = toy.frame.insert({.name = "0", .guards = "anything"});
    REQUIRE(id);
    std::atomic<bool> stop{false};
    std::atomic<int> wrong{0}, hits{0};
    std::thread reader([&] {
        while (!stop) {
            const Outcome outcome = toy.look_up_as(hits, BackendKey::any);
            ++(outcome.kind() == OutcomeKind::hit ? hits : wrong);
        }
    });
    for (int i = 1; i < 2000 || hits < 100; ++i)
        REQUIRE(toy.frame.replace(*id, {.name = std::to_string(i), .guards = "anything"}));
    stop = true;
    reader.join();
    CHECK(wrong == 0);
    CHECK(toy.frame.counts().hits == static_cast<std::uint64_t>(hits));
}

TEST_CASE("requirements reach entries that are replaced by name of the rules") {
    ToyFrame toy({.limit = {0, AtLimit::run_only}});
    toy.rules->declare("even", "x % 2 == 0", "npu");
    toy.rules->require("npu", "x >= 4");
    const auto id = toy.frame.insert({.name = "any", .guards = "anything"});
    REQUIRE(id);
    REQUIRE(toy.frame.replace(*id, {.name = "even"}));
    CHECK(toy.run("2@npu 4@npu 4@gpu") == "eager:require hit:even eager:limit");
}
