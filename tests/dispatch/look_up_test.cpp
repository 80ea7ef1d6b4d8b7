// Which entry serves, and what a look-up says when none does.
#include <catch2/catch.hpp>

#include "tests/dispatch/toy_frame.h"

using namespace guardc;
using namespace guardc::tests;

namespace {

void declare_all(ToyRules& rules) {
    rules.declare("even", "x % 2 == 0");
    rules.declare("four", "x == 4");
    rules.declare("all", "anything");
    rules.declare("broken", "broken");
}

struct OrderCase {
    EntryOrder order;
    const char* commands;
    const char* outcomes;
};
const OrderCase kOrders[] = {
    // N13: general and special both match
    {EntryOrder::declared, "+even +four 4 2 3", "hit:even hit:even eager"},
    {EntryOrder::declared, "+four +even 4 2 3", "hit:four hit:even eager"},
    {EntryOrder::newest_first, "+even +four 4 2 3", "hit:four hit:even eager"},
    {EntryOrder::newest_first, "+four +even 4 2 3", "hit:even hit:even eager"},
    // C05: the others keep their order
    {EntryOrder::declared, "+four +even +all 4 -four 4 -even 4 -all 4", "hit:four hit:even hit:all eager"},
    {EntryOrder::newest_first, "+all +even +four -even 4 -four 4 -all 4", "hit:four hit:all eager"},
    // an entry that goes and comes back is new
    {EntryOrder::declared, "+even +all -even +even 4", "hit:all"},
    {EntryOrder::newest_first, "+even +all -even +even 4", "hit:even"},
    {EntryOrder::declared, "+nobody -nobody 4", "no no eager"},
};

std::expected<NewEntry, CompileFailure> never(const CompileRequest&, int) {
    return std::unexpected(CompileFailure{"not here"});
}

}  // namespace

TEST_CASE("the first entry in order whose guards all hold serves") {
    for (const OrderCase& c : kOrders) {
        INFO(c.commands);
        Dispatcher dispatcher;
        ToyFrame toy({.limit = {0, AtLimit::run_only}, .order = c.order}, never);
        declare_all(*toy.rules);
        std::string outcomes = toy.run(c.commands);
        for (std::size_t at; (at = outcomes.find(":limit")) != std::string::npos;)
            outcomes.erase(at, 6);
        CHECK(outcomes == c.outcomes);
    }
}

TEST_CASE("a frame without a compile callback runs eagerly for want of an entry") {
    Dispatcher dispatcher;
    FrameCache& frame = dispatcher.add_frame({.name = "toy", .limit = {1, AtLimit::refuse}});
    const int x = 4;
    const Ref slots[] = {&x};
    const AmbientBlock ambient{};
    const Call call{.slots = slots, .ambient = ambient};
    CHECK(frame.look_up(call).reason() == EagerReason::no_entry);
    REQUIRE(frame.insert({.name = "four", .code = toy_code("x == 4")}));
    CHECK(frame.look_up(call).kind() == OutcomeKind::hit);
    CHECK_FALSE(frame.insert({.name = "five"}));  // nobody compiles rules here
    CHECK(dispatcher.find_frame("toy") == &frame);
    CHECK(dispatcher.find_frame("other") == nullptr);
}

TEST_CASE("values that the caller does not pass are absent") {
    // Accepts when slot 2 is null.
    const CheckFunction third_is_absent = [](const Ref* slots, const Cell*, const std::uint64_t*, Cell*,
                                             Memo*, Cell*) noexcept {
        return slots[2] == nullptr && slots[1] == nullptr && slots[0] != nullptr ? Status::hit : Status::miss;
    };
    EntryCode::Parts parts;
    parts.program.slots = 3;
    parts.program.registers = 5;
    const auto code = std::make_shared<EntryCode>(std::move(parts));
    code->publish_native(third_is_absent, nullptr);
    Dispatcher dispatcher;
    FrameCache& frame = dispatcher.add_frame({.name = "toy"});
    REQUIRE(frame.insert({.name = "e", .code = code}));
    const int x = 1;
    const AmbientBlock ambient{};
    const Ref one[] = {&x};
    const Ref four[] = {&x, nullptr, &x, &x};
    CHECK(frame.look_up({.slots = one, .ambient = ambient}).kind() == OutcomeKind::hit);
    CHECK(frame.look_up({.slots = {}, .ambient = ambient}).kind() == OutcomeKind::eager);
    CHECK(frame.look_up({.slots = four, .ambient = ambient}).kind() == OutcomeKind::eager);
}

TEST_CASE("an entry serves its own backend") {
    ToyFrame toy;
    CHECK(toy.run("1@npu 1@npu 1@gpu 1@gpu 1@npu") == "compile:1 hit:1 compile:1 hit:1 hit:1");  // O34, O32
    CHECK(toy.run("1 2 2@npu") == "hit:1 compile:2 compile:2");  // none is a backend like any other
    CHECK(toy.dispatcher->backend("npu") == toy.dispatcher->backend(std::string("np") + "u"));

    const auto reasons = toy.reasons(2, "gpu");  // O31, R01
    REQUIRE(reasons.size() == 4);
    CHECK(reasons[0].guard == "backend");
    CHECK(reasons[0].expected == "npu");
    CHECK(reasons[0].actual == "gpu");
    CHECK(reasons[1].guard == "x == 1");
    CHECK(reasons[2].expected == "none");
}

TEST_CASE("an entry of the rules belongs to the backend that the rules say") {
    ToyFrame toy({}, [](const CompileRequest&, int) { return NewEntry{.name = "four"}; });
    toy.rules->declare("four", "x == 4", "npu");
    CHECK(toy.run("4@gpu") == "eager:failed");
    CHECK(toy.look_up(4, "gpu").kind() == OutcomeKind::eager);
    toy.frame.set_on_failure({OnFailure::retry, 9, std::chrono::milliseconds(0)});
    CHECK(toy.look_up(4, "gpu").message() == "entry `four` is of backend `npu`, not of `gpu`");
    CHECK(toy.run("4@npu 4@gpu 4@npu 4") == "compile:four eager:failed hit:four hit:four");
    CHECK(toy.run("-four +four 4@npu") == "hit:four");
}

TEST_CASE("R07, R08: reasons of every entry, the first guard or all of them") {
    ToyFrame toy({}, never);
    toy.rules->declare("a", "x == 1\nx % 2 == 0");
    toy.rules->declare("b", "anything\nx == 2");
    toy.rules->declare("c", "x >= 9");
    toy.run("+a +b +c");
    const auto texts = [&](ReasonsWanted which) {
        std::string all;
        for (const ReasonText& reason : toy.reasons(7, "any", which)) {
            all += reason.entry + ": " + reason.guard + ", " + reason.actual + "; ";
        }
        return all;
    };
    CHECK(texts(ReasonsWanted::first) == "a: x == 1, 7; b: x == 2, 7; c: x >= 9, 7; ");
    CHECK(texts(ReasonsWanted::all) == "a: x == 1, 7; a: x % 2 == 0, 7; b: x == 2, 7; c: x >= 9, 7; ");
}

TEST_CASE("an error of a check is handed to the caller and counts nowhere else") {
    ToyFrame toy;
    declare_all(*toy.rules);
    CHECK(toy.run("+four +broken 4 5 5") == "hit:four error error");
    CHECK(toy.frame.counts() == FrameCounts{.hits = 1, .errors = 2});
}

TEST_CASE("counters") {
    ToyFrame toy({.limit = {2, AtLimit::evict}});
    CHECK(toy.run("1 1 2 1 3 4") == "compile:1 hit:1 compile:2 hit:1 compile:3 compile:4");
    CHECK(toy.frame.counts() == FrameCounts{.hits = 2, .misses = 4, .compiles = 4, .evictions = 2});
}
