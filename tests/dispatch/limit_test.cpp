// What happens at the limit, and after a failure: a line of calls, a line of outcomes.
#include <catch2/catch.hpp>

#include "tests/dispatch/toy_frame.h"

using namespace guardc;
using namespace guardc::tests;

namespace {

struct LimitCase {
    const char* what;
    LimitPolicy limit;
    const char* commands;
    const char* outcomes;
};

constexpr LimitPolicy run_only(std::uint32_t count) {
    return {count, AtLimit::run_only};
}
constexpr LimitPolicy skip(std::uint32_t count) {
    return {count, AtLimit::skip};
}
constexpr LimitPolicy evict(std::uint32_t count) {
    return {count, AtLimit::evict};
}
constexpr LimitPolicy refuse(std::uint32_t count) {
    return {count, AtLimit::refuse};
}

const LimitCase kLimitCases[] = {
    {"the first seed", run_only(2), "1 2 3 1 2 3", "compile:1 compile:2 eager:limit hit:1 hit:2 eager:limit"},
    {"L01: over the limit, what is compiled serves", run_only(2), "1 2 3 1 3",
     "compile:1 compile:2 eager:limit hit:1 eager:limit"},
    {"L04: a limit set at run time holds at the next miss", run_only(1), "1 2 limit=2 2 3 limit=8 3",
     "compile:1 eager:limit compile:2 eager:limit compile:3"},
    {"L04: a lower one throws nothing away", run_only(3), "1 2 3 limit=1 1 2 3 4",
     "compile:1 compile:2 compile:3 hit:1 hit:2 hit:3 eager:limit"},
    {"L06: three shapes in rotation do not thrash", run_only(2), "1 2 3 1 2 3 1 2 3",
     "compile:1 compile:2 eager:limit hit:1 hit:2 eager:limit hit:1 hit:2 eager:limit"},
    {"L08: the oldest stay", run_only(2), "1 2 3 4 5 1 2",
     "compile:1 compile:2 eager:limit eager:limit eager:limit hit:1 hit:2"},
    {"N29: limited stays limited when old shapes come back", run_only(2), "1 2 3 3 1 3 2 3",
     "compile:1 compile:2 eager:limit eager:limit hit:1 eager:limit hit:2 eager:limit"},
    {"nothing is compiled at limit 0", run_only(0), "1 1", "eager:limit eager:limit"},
    {"dead entries do not count", run_only(2), "1 2 3 -1 3 1 2 3",
     "compile:1 compile:2 eager:limit compile:3 eager:limit hit:2 hit:3"},
    {"entries compiled beforehand count, but are not refused", run_only(1), "+five +seven 5 7 1",
     "hit:five hit:seven eager:limit"},

    {"skip: all or nothing, from the first miss at the limit on", skip(2), "1 2 1 3 1 2",
     "compile:1 compile:2 hit:1 eager:limit eager:limit eager:limit"},
    {"skip ends when the limit is set anew", skip(2), "1 2 3 1 limit=3 1 3 4 1",
     "compile:1 compile:2 eager:limit eager:limit hit:1 compile:3 eager:limit eager:limit"},
    {"skip before anything is compiled", skip(0), "1 1", "eager:limit eager:limit"},

    {"evict: the unused entry gives way", evict(2), "1 2 3 4 3 5 3",
     "compile:1 compile:2 compile:3 compile:4 hit:3 compile:5 hit:3"},
    {"evict: an entry in use stays", evict(3), "1 2 3 4 2 5 2 4",
     "compile:1 compile:2 compile:3 compile:4 hit:2 compile:5 hit:2 hit:4"},
    {"evict down to a limit set lower", evict(4), "1 2 3 4 limit=2 5 5",
     "compile:1 compile:2 compile:3 compile:4 compile:5 hit:5"},
    {"evict at limit 0 compiles nothing", evict(0), "1", "eager:limit"},

    {"refuse: a miss at the limit is refused, the rest is served", refuse(2), "1 2 3 1 3 limit=3 3",
     "compile:1 compile:2 refuse hit:1 refuse compile:3"},
    {"policies change at run time", run_only(1), "1 2 at=refuse 2 at=evict 2 1",
     "compile:1 eager:limit refuse compile:2 compile:1"},
};

}  // namespace

TEST_CASE("limits") {
    for (const LimitCase& c : kLimitCases) {
        INFO(c.what << ": " << c.commands);
        ToyFrame toy({.limit = c.limit});
        toy.rules->declare("five", "x == 5");
        toy.rules->declare("seven", "x == 7");
        CHECK(toy.run(c.commands) == c.outcomes);
    }
}

TEST_CASE("the default is limit 8 then run_only") {
    ToyFrame toy;
    CHECK(toy.run("1 2 3 4 5 6 7 8") ==
          "compile:1 compile:2 compile:3 compile:4 compile:5 compile:6 compile:7 compile:8");
    CHECK(toy.run("9 1 8 9") == "eager:limit hit:1 hit:8 eager:limit");
    CHECK(toy.frame.counts() ==
          FrameCounts{.hits = 2, .misses = 10, .compiles = 8, .eager = 2, .eager_limit = 2});
}

TEST_CASE("L05: limits of two frames are independent") {
    ToyFrame two({.limit = run_only(2)}), eight({.limit = run_only(8)});
    CHECK(two.run("1 2 3") == "compile:1 compile:2 eager:limit");
    CHECK(eight.run("1 2 3 4") == "compile:1 compile:2 compile:3 compile:4");
}

TEST_CASE("a refusal says what every entry objects to") {
    ToyFrame toy({.limit = refuse(2)});
    toy.run("1 2");
    const Outcome refused = toy.look_up(3);
    CHECK(refused.message() == "frame `toy` is at its limit of 2 entries and none of them accepts this call");
    REQUIRE(refused.reasons().size() == 2);
    const ReasonText& reason = refused.reasons()[1];
    CHECK(reason.entry == "2");
    CHECK(reason.guard == "x == 2");
    CHECK(reason.expected == "2");
    CHECK(reason.actual == "3");
    CHECK(reason.owner == "framework");
    CHECK(toy.frame.counts().refusals == 1);
}

namespace {
struct FailureCase {
    const char* what;
    FailurePolicy policy;
    const char* commands;
    const char* outcomes;
};
constexpr FailurePolicy retry(std::uint32_t retries) {
    return {OnFailure::retry, retries, std::chrono::milliseconds(0)};
}

const FailureCase kFailures[] = {
    {"run_only is the default: what is compiled keeps serving",
     {},
     "1 13 1 2 13",
     "compile:1 eager:failed hit:1 eager:failed eager:failed"},
    {"skip", {OnFailure::skip, 0}, "1 13 1 2", "compile:1 eager:failed eager:failed eager:failed"},
    {"retry 2 gives up at the third failure", retry(2), "1 13 13 2 1",
     "compile:1 eager:failed eager:failed compile:2 hit:1"},
    {"failures count in a row", retry(1), "13 1 13 2 13 13 3 1",
     "eager:failed compile:1 eager:failed compile:2 eager:failed eager:failed eager:failed hit:1"},
    {"retry 0 is run_only", retry(0), "1 13 2 1", "compile:1 eager:failed eager:failed hit:1"},
    {"a policy set anew forgets failures",
     {},
     "13 1 fail=run_only 1 13 2 fail=skip 2 13 2",
     "eager:failed eager:failed compile:1 eager:failed eager:failed compile:2 eager:failed eager:failed"},
};
}  // namespace

TEST_CASE("on failure") {
    for (const FailureCase& c : kFailures) {
        INFO(c.what << ": " << c.commands);
        ToyFrame toy({.on_failure = c.policy},
                     [](const CompileRequest&, int x) -> std::expected<NewEntry, CompileFailure> {
                         if (x == 13) return std::unexpected(CompileFailure{"thirteen"});
                         return exact_entry(x);
                     });
        CHECK(toy.run(c.commands) == c.outcomes);
    }
}

TEST_CASE("retries pause, each twice as long as the last") {
    using namespace std::chrono_literals;
    int asked = 0;
    ToyFrame toy({.on_failure = {OnFailure::retry, 9, 30ms}},
                 [&](const CompileRequest&, int x) -> std::expected<NewEntry, CompileFailure> {
                     ++asked;
                     if (x == 13) return std::unexpected(CompileFailure{"thirteen"});
                     return exact_entry(x);
                 });
    const auto begin = std::chrono::steady_clock::now();
    const auto tries_until = [&](int count) {
        while (asked < count)
            CHECK(toy.look_up(13).reason() == EagerReason::failed);
        return std::chrono::steady_clock::now() - begin;
    };
    tries_until(1);
    CHECK(toy.run("13 13 1") == "eager:failed eager:failed eager:failed");
    CHECK(asked == 1);
    CHECK(tries_until(2) >= 30ms);
    CHECK(tries_until(3) >= 90ms);
    toy.frame.set_on_failure({OnFailure::retry, 9, 1h});  // forgets failures, and their pauses
    CHECK(toy.run("1 13 2 1") == "compile:1 eager:failed eager:failed hit:1");
}
