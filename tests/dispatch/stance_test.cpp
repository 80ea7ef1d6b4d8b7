// Stances of a dispatcher and of a thread, and the lock of a server.
#include <thread>

#include <catch2/catch.hpp>

#include "tests/dispatch/toy_frame.h"

using namespace guardc;
using namespace guardc::tests;

TEST_CASE("a stance holds for a dispatcher as long as its scope is open") {
    struct Case {
        Stance stance;
        const char* outcomes;  // of a look-up that has an entry, and of one that has none
    };
    for (const Case& c : {Case{Stance::normal, "hit:1 compile:2"},
                          {Stance::eager, "eager:stance eager:stance"},
                          {Stance::run_only, "hit:1 eager:stance"},
                          {Stance::refuse, "hit:1 refuse"}}) {
        ToyFrame toy;
        toy.run("1");
        {
            const StanceScope scope(*toy.dispatcher, c.stance);
            CHECK(toy.run("1 2") == c.outcomes);
        }
        CHECK(toy.run("1 3") == "hit:1 compile:3");
        {
            const StanceScope scope(c.stance);
            ToyFrame other;
            CHECK(other.run("5").starts_with("compile") == (c.stance == Stance::normal));
            CHECK(toy.run("1").starts_with("hit") == (c.stance != Stance::eager));
        }
        CHECK(toy.run("4") == "compile:4");
    }
}

TEST_CASE("the inner scope holds, and a thread's goes before a dispatcher's") {
    ToyFrame toy;
    toy.run("1");
    const StanceScope outer(*toy.dispatcher, Stance::eager);
    {
        const StanceScope inner(*toy.dispatcher, Stance::run_only);
        CHECK(toy.run("1 2") == "hit:1 eager:stance");
        const StanceScope of_thread(Stance::normal);
        CHECK(toy.run("1 2") == "hit:1 compile:2");
        {
            const StanceScope nested(Stance::refuse);
            CHECK(toy.run("3") == "refuse");
        }
        CHECK(toy.run("3") == "compile:3");
        std::thread([&] { CHECK(toy.run("1 4") == "hit:1 eager:stance"); }).join();
    }
    CHECK(toy.run("1") == "eager:stance");
}

TEST_CASE("scopes of a dispatcher may end in any order") {
    ToyFrame toy;
    auto first = std::make_unique<StanceScope>(*toy.dispatcher, Stance::eager);
    auto second = std::make_unique<StanceScope>(*toy.dispatcher, Stance::refuse);
    first.reset();
    CHECK(toy.run("1") == "refuse");
    second.reset();
    CHECK(toy.run("1") == "compile:1");
    auto third = std::make_unique<StanceScope>(*toy.dispatcher, Stance::refuse);
    toy.dispatcher.reset();
    third.reset();  // may outlive its dispatcher
}

TEST_CASE("a scope that its thread never closed is not the next thread's") {
    ToyFrame toy;
    StanceScope* left_open = nullptr;
    std::thread([&] {
        left_open = new StanceScope(Stance::refuse);
        CHECK(toy.run("1") == "refuse");
    }).join();
    std::thread([&] { CHECK(toy.run("1") == "compile:1"); }).join();
    ::operator delete(left_open);  // its end belongs to the thread that is gone
}

TEST_CASE("a refusal by stance or lock says what entries object to") {
    ToyFrame toy;
    toy.run("1");
    const StanceScope scope(Stance::refuse);
    const Outcome outcome = toy.look_up(2);
    CHECK(outcome.message() ==
          "frame `toy` has no entry for this call, and the stance lets nothing be compiled");
    REQUIRE(outcome.reasons().size() == 1);
    CHECK(outcome.reasons()[0].guard == "x == 1");
    CHECK(toy.frame.counts() == FrameCounts{.misses = 2, .compiles = 1, .refusals = 1});
}

TEST_CASE("L01, L02: nothing compiles below a run-only miss, and what is compiled serves") {
    Dispatcher dispatcher;
    const AmbientBlock ambient{};
    FrameCache* inner = nullptr;
    int inner_compiles = 0;
    std::string seen;
    const auto look_up = [&](FrameCache& frame, int x) {
        const Ref slots[] = {&x};
        return std::string(outcome_name(frame.look_up({.slots = slots, .ambient = ambient}).kind()));
    };
    FrameOptions options{.name = "outer", .limit = {1, AtLimit::run_only}};
    options.callbacks.compile = [](const CompileRequest&) -> std::expected<NewEntry, CompileFailure> {
        return NewEntry{.name = "one", .code = toy_code("x == 1")};
    };
    options.callbacks.eager = [&](const FrameCache&, const Call&, const Outcome& outcome) {
        std::optional<StanceScope> below;
        if (outcome.reason() == EagerReason::limit) below.emplace(Stance::run_only);
        for (const int x : {7, 8})
            seen += look_up(*inner, x) + " ";
    };
    FrameCache& outer = dispatcher.add_frame(std::move(options));
    FrameOptions inner_options{.name = "inner"};
    inner_options.callbacks.compile =
        [&](const CompileRequest& request) -> std::expected<NewEntry, CompileFailure> {
        ++inner_compiles;
        const int x = *static_cast<const int*>(request.call().slots[0]);
        return NewEntry{.name = "e", .code = toy_code("x == " + std::to_string(x))};
    };
    inner = &dispatcher.add_frame(std::move(inner_options));
    CHECK(look_up(*inner, 7) == "compile");
    CHECK(look_up(outer, 1) == "compile");
    CHECK(look_up(outer, 2) == "eager");
    CHECK(seen == "hit eager ");
    CHECK(inner_compiles == 1);
    CHECK(look_up(*inner, 8) == "compile");  // the scope is closed again
}

TEST_CASE("a locked dispatcher compiles nothing, whatever the stances say") {
    ToyFrame toy;
    toy.run("1 2");
    toy.dispatcher->lock(WhenLocked::run_eagerly);
    CHECK(toy.run("1 2 3") == "hit:1 hit:2 eager:stance");
    const StanceScope scope(Stance::normal);
    CHECK(toy.run("3") == "eager:stance");
    toy.dispatcher->lock(WhenLocked::refuse);
    CHECK(toy.run("1 3") == "hit:1 refuse");
    CHECK(toy.look_up(3).message() == "frame `toy` has no entry for this call, and the dispatcher is locked");
    {
        const StanceScope eager(Stance::eager);  // asks for less than the lock
        CHECK(toy.run("1 3") == "eager:stance eager:stance");
    }
    CHECK(toy.frame.insert(exact_entry(3)));  // by the engine's own hand
    CHECK(toy.run("3") == "hit:3");
    toy.dispatcher->unlock();
    CHECK(toy.run("4") == "compile:4");
}

TEST_CASE("a strict server refuses what it was not warmed up for, also where it has no compiler") {
    Dispatcher dispatcher;
    FrameCache& frame = dispatcher.add_frame({.name = "toy"});
    const int x = 4;
    const Ref slots[] = {&x};
    const AmbientBlock ambient{};
    dispatcher.lock(WhenLocked::refuse);
    CHECK(frame.look_up({.slots = slots, .ambient = ambient}).kind() == OutcomeKind::refuse);
    REQUIRE(frame.insert({.name = "four", .code = toy_code("x == 4")}));
    CHECK(frame.look_up({.slots = slots, .ambient = ambient}).kind() == OutcomeKind::hit);
}

TEST_CASE("a frame that fails a requirement runs eagerly under every stance") {
    ToyFrame toy;
    toy.rules->require("npu", "x % 4 == 0");
    for (const Stance stance : {Stance::normal, Stance::run_only, Stance::refuse}) {
        const StanceScope scope(stance);
        CHECK(toy.run("3@npu") == "eager:require");
    }
    CHECK(toy.frame.counts() == FrameCounts{.unmet = 3});
}
