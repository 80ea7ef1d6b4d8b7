// Entries go when what they depend on does: an object that dies, a dependency that is stale, by decree.
#include <stdexcept>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "tests/dispatch/rule_frame.h"
#include "tests/dispatch/toy_frame.h"

using namespace guardc;
using namespace guardc::tests;

namespace {

NewEntry counted(int x, const std::shared_ptr<int>& alive) {
    NewEntry made = exact_entry(x);
    ++*alive;
    made.artefact = std::shared_ptr<int>(new int(x), [alive](const int* artefact) {
        --*alive;
        delete artefact;
    });
    return made;
}

}  // namespace

TEST_CASE("C01, C02, C04: an entry for an object that has died is not chosen for another at its address") {
    RuleFrame frame("frame f(self, x) {\n}\n");
    CHECK(look_up_instance(frame, 7) == "compile:7/1");
    CHECK(look_up_instance(frame, 8) == "compile:8/1");
    CHECK(look_up_instance(frame, 7) == "hit:7/1");
    CHECK(frame.dispatcher->object_died(7) == 1);
    frame.make("anew", "is_identity(self, 7)");
    CHECK(frame.look_up(instance_call(7)) == "compile:anew");  // the same address, another object
    CHECK(look_up_instance(frame, 8) == "hit:8/1");
    CHECK(frame.dispatcher->object_died(9) == 0);
}

TEST_CASE("C04: an identity behind `or` or `not` is compared like any other, so its entry goes too") {
    for (const char* const guards :
         {"is_identity(self, 7) or x is 2", "x is 2 or x is 1 and is_identity(self, 7)",
          "not is_identity(self, 7)", "bool(is_identity(self, 7)) == (x is 1)"}) {
        INFO(guards);
        RuleFrame frame("frame f(self, x) {\n}\n");
        const auto inserted = frame.frame.insert({.name = "e", .guards = guards});
        INFO((inserted ? "" : inserted.error().message));
        REQUIRE(inserted);
        CHECK(frame.dispatcher->object_died(8) == 0);
        CHECK(frame.dispatcher->object_died(7) == 1);
        frame.make("anew", "x is 1");
        CHECK(frame.look_up(instance_call(7)) == "compile:anew");
        CHECK(frame.frame.invalidations().at(0).reason == "object 7 at `self` died");
    }
}

TEST_CASE("C05: an invalidated entry is gone, the others keep their order, memory falls") {
    const auto alive = std::make_shared<int>(0);
    ToyFrame toy;
    Dependency weights("weights of step 3");
    const std::shared_ptr<const Dependency> shared(std::shared_ptr<void>(), &weights);
    for (const int x : {1, 2, 3}) {
        NewEntry made = counted(x, alive);
        if (x != 2) made.dependencies = {shared};
        REQUIRE(toy.frame.insert(made));
    }
    CHECK(*alive == 3);
    {
        const Outcome running = toy.look_up(1);
        CHECK(toy.dispatcher->declare_stale(weights) == 2);
        CHECK(*alive == 2);  // 2, and 1 as long as its call runs
        CHECK(*static_cast<int*>(running.artefact()) == 1);
    }
    CHECK(*alive == 1);
    CHECK(Reclaimer::process().pending() == 0);
    CHECK(toy.run("2 1") == "hit:2 compile:1");
    CHECK(weights.stale());
    const auto late = toy.frame.insert({.name = "late", .guards = "x == 9", .dependencies = {shared}});
    REQUIRE_FALSE(late);
    CHECK(late.error().message == "entry `late`: `weights of step 3` is stale");
}

TEST_CASE("C07, R02: reasons tell of entries that were invalidated") {
    RuleFrame frame("frame f(self, x) {\n}\n");
    look_up_instance(frame, 7);
    frame.dispatcher->object_died(7);
    const auto reasons = frame.reasons(instance_call(7));
    REQUIRE(reasons.size() == 1);
    CHECK(reasons[0].entry == "7/1");
    CHECK(reasons[0].actual == "invalidated because object 7 at `self` died");
    CHECK(reasons[0].owner == "dispatcher");
    CHECK(frame.frame.counts().invalidations == 1);
}

TEST_CASE("C08, 1.6: dead entries do not count: after 8 short-lived objects the ninth still compiles") {
    RuleFrame frame("frame f(self, x) {\n}\n");
    for (int id = 1; id <= 14; ++id) {
        CHECK(look_up_instance(frame, id) == fmt::format("compile:{}/1", id));
        CHECK(frame.dispatcher->object_died(static_cast<std::uint64_t>(id)) == 1);
    }
    CHECK(frame.frame.entries().empty());
    CHECK(look_up_instance(frame, 20) == "compile:20/1");
    CHECK(look_up_instance(frame, 20) == "hit:20/1");
}

TEST_CASE("the last 16 reasons are kept and nothing else") {
    RuleFrame frame("frame f(self, x) {\nlimit 100 then run_only\n}\n");
    for (int id = 1; id <= 40; ++id)
        look_up_instance(frame, id);
    for (std::uint64_t id = 1; id <= 40; ++id)
        frame.dispatcher->object_died(id);
    const auto kept = frame.frame.invalidations();
    REQUIRE(kept.size() == 16);
    CHECK(kept.front().number == 25);
    CHECK(kept.front().entry == "25/1");
    CHECK(kept.back().number == 40);
    CHECK(kept.back().reason == "object 40 at `self` died");
    CHECK(frame.frame.counts().invalidations == 40);
    CHECK(Reclaimer::process().pending() == 0);
}

TEST_CASE("an object that dies while an entry for it is compiled takes the entry along") {
    RuleFrame* self = nullptr;
    std::string told;
    RuleFrame frame("frame f(self, x) {\n}\n", [&](FrameOptions& options) {
        options.callbacks.compile = [&](const CompileRequest&) {
            self->dispatcher->object_died(3);
            self->dispatcher->object_died(5);
            return self->next;
        };
        options.callbacks.event = [&](const FrameCache&, const Event& event) {
            told += std::string(event_name(event.kind)) + " " + event.text + "; ";
        };
    });
    self = &frame;
    CHECK(look_up_instance(frame, 3) == "eager");
    CHECK(frame.message == "entry `3/1` was of no use when it came: object 3 at `self` died");
    CHECK(frame.frame.entries().empty());
    CHECK(told == "invalidated object 3 at `self` died; ");
    CHECK(look_up_instance(frame, 4) == "compile:4/1");
}

TEST_CASE("an object that dies no longer counts, though its entries serve on") {
    RuleFrame frame("frame f(self, x) {\nlimit 1 per self then run_only\n}\n");
    const auto any_self = [&](int id, int x) {
        frame.make(fmt::format("x{}", x), fmt::format("x is {}", x));
        return frame.look_up(instance_call(id, x));
    };
    CHECK(any_self(1, 1) == "compile:x1");
    CHECK(any_self(1, 2) == "eager:limit");
    CHECK(frame.dispatcher->object_died(1) == 0);
    CHECK(any_self(1, 2) == "compile:x2");  // another object at that address
    CHECK(any_self(1, 1) == "hit:x1");
    CHECK(frame.frame.counts().hits == 1);
}

TEST_CASE("invalidation by a predicate") {
    ToyFrame toy;
    toy.run("1 2 3 4");
    CHECK(toy.dispatcher->invalidate("the device was reset", [&](const Entry& entry) {
        if (entry.name == "3") throw std::runtime_error("who knows");
        toy.run("2");  // asks about entries without a lock
        return entry.name == "4";
    }) == 2);
    CHECK(toy.run("1 2") == "hit:1 hit:2");
    const auto kept = toy.frame.invalidations();
    REQUIRE(kept.size() == 2);
    CHECK(kept[1].reason == "the device was reset");
    CHECK(toy.frame.counts().invalidations == 2);
}

TEST_CASE("entries that rules narrow keep what they depend on") {
    ToyFrame toy({}, [](const CompileRequest&, int x) {
        NewEntry made = exact_entry(x);
        made.backend = "npu";
        return made;
    });
    auto plan = std::make_shared<Dependency>("plan");
    NewEntry made = exact_entry(4);
    made.backend = "npu";
    made.dependencies = {plan};
    REQUIRE(toy.frame.insert(made));
    toy.run("4");
    toy.rules->require("npu", "x % 2 == 0");
    CHECK(toy.run("4") == "hit:4");
    CHECK(toy.frame.counts().hits == 2);
    CHECK(toy.dispatcher->declare_stale(*plan) == 1);
    CHECK(toy.run("4") == "compile:4");
}
