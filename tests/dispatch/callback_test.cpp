// Callbacks that fail, throw, come back, or answer nonsense: the frame is served on.
#include <algorithm>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "tests/dispatch/toy_frame.h"

using namespace guardc;
using namespace guardc::tests;

using Made = std::expected<NewEntry, CompileFailure>;

namespace {
constexpr FailurePolicy at_once(std::uint32_t retries) {
    return {OnFailure::retry, retries, std::chrono::milliseconds(0)};
}
}  // namespace

TEST_CASE("what a compile callback throws is a failure with that text") {
    ToyFrame toy({.on_failure = at_once(9)}, [](const CompileRequest&, int x) -> Made {
        if (x == 1) throw std::runtime_error("no memory on the device");
        if (x == 2) throw 7;
        return exact_entry(x);
    });
    CHECK(toy.look_up(1).message() == "no memory on the device");
    CHECK(toy.look_up(2).message() == "the compile callback threw something that is no std::exception");
    CHECK(toy.run("3 1 3 2") == "compile:3 eager:failed hit:3 eager:failed");
    CHECK(toy.frame.counts() ==
          FrameCounts{.hits = 1, .misses = 5, .compiles = 1, .eager = 4, .failures = 4, .eager_failed = 4});
}

TEST_CASE("nothing to compile is no failure") {
    ToyFrame toy({}, [](const CompileRequest&, int x) -> Made {
        if (x == 1) return std::unexpected(CompileFailure{.nothing_to_compile = true});
        return exact_entry(x);
    });
    CHECK(toy.run("1 1 2 1") == "eager eager compile:2 eager");
    CHECK(toy.frame.counts() == FrameCounts{.misses = 4, .compiles = 1, .eager = 3, .eager_no_entry = 3});
}

TEST_CASE("an entry that rejects the frame it was built from is refused, naming the guard") {
    ToyFrame toy({}, [](const CompileRequest&, int x) -> Made {
        NewEntry made = exact_entry(x);
        if (x == 5) made.guards = "anything\nx == 6";
        return made;
    });
    toy.run("1");
    const Outcome outcome = toy.look_up(5);
    CHECK(outcome.kind() == OutcomeKind::eager);
    CHECK(outcome.reason() == EagerReason::failed);
    CHECK(outcome.message() == "entry `5` does not accept the frame it was built from: `x == 6`");
    REQUIRE(outcome.reasons().size() == 1);
    CHECK(outcome.reasons()[0].actual == "5");
    CHECK(toy.run("6 1") == "eager:failed hit:1");
    CHECK(toy.frame.entries().size() == 1);
}

TEST_CASE("guards that do not compile are a failure with the compiler's message") {
    ToyFrame toy({.on_failure = at_once(9)}, [](const CompileRequest&, int x) -> Made {
        NewEntry made = exact_entry(x);
        if (x == 5) made.guards = "x ==";
        if (x == 6) made.guards.reset();
        return made;
    });
    CHECK(toy.look_up(5).message() == "no guard: x ==");
    CHECK(toy.look_up(6).message() == "no entry `6`");
    CHECK(toy.run("7") == "compile:7");
}

TEST_CASE("a check that is an error on its own frame") {
    ToyFrame toy(
        {}, [](const CompileRequest&, int) -> Made { return NewEntry{.name = "b", .guards = "broken"}; });
    CHECK(toy.run("1 1") == "error error");
    CHECK(toy.frame.counts() == FrameCounts{.errors = 2});
}

TEST_CASE("a compile callback calls the same frame again") {
    ToyFrame* self = nullptr;
    std::string inside;
    ToyFrame toy({}, [&](const CompileRequest&, int x) -> Made {
        if (x == 3) inside += self->run("1 2 3 limit=2");  // a hit, a miss, and itself
        return exact_entry(x);
    });
    self = &toy;
    CHECK(toy.run("1 3 3 2") == "compile:1 compile:3 hit:3 eager:limit");
    CHECK(inside == "hit:1 eager eager");
}

TEST_CASE("a compile callback changes the frame it compiles for") {
    ToyFrame* self = nullptr;
    ToyFrame toy({}, [&](const CompileRequest&, int x) -> Made {
        if (x == 2) self->run("-1 at=evict limit=1");
        if (x == 3) self->frame.clear();
        return exact_entry(x);
    });
    self = &toy;
    CHECK(toy.run("1 2 2 1 3 3") == "compile:1 compile:2 hit:2 compile:1 compile:3 hit:3");
}

TEST_CASE("the eager callback") {
    std::string seen;
    FrameCache* self = nullptr;
    FrameOptions options{.limit = {1, AtLimit::run_only}};
    options.callbacks.eager = [&](const FrameCache& frame, const Call& call, const Outcome& outcome) {
        CHECK(&frame == self);
        const int x = *static_cast<const int*>(call.slots[0]);
        seen += std::to_string(x) + " " + std::string(eager_reason_name(outcome.reason())) + "; ";
        if (x == 8) throw std::runtime_error("interrupted");
        if (x == 9) throw 9;
        if (x > 1) {  // the frame calls itself
            const int less = x - 1;
            const Ref slots[] = {&less};
            self->look_up({.slots = slots, .ambient = call.ambient});
        }
    };
    ToyFrame toy(options);
    self = &toy.frame;
    CHECK(toy.run("1 3") == "compile:1 eager:limit");
    CHECK(seen == "3 limit; 2 limit; ");
    CHECK(toy.look_up(8).message() == "interrupted");
    CHECK(toy.look_up(9).message() == "the eager callback threw something that is no std::exception");
    CHECK(toy.run("8 1") == "error hit:1");
}

TEST_CASE("1.6, re-entry: a look-up inside a check inside a look-up keeps to its own blocks") {
    struct Nest {
        FrameCache* frame;
        int depth;
    };
    // Writes all of its scratch, looks the same frame up one level deeper, and finds its scratch untouched.
    const CheckFunction nested = [](const Ref* slots, const Cell* ambient, const std::uint64_t*,
                                    Cell* scratch, Memo*, Cell* out) noexcept {
        const auto& nest = *static_cast<const Nest*>(slots[0]);
        for (int i = 0; i < 100; ++i)
            scratch[i] = Cell::integer(nest.depth * 1000 + i);
        if (nest.depth > 0) {
            const Nest deeper{nest.frame, nest.depth - 1};
            const Ref inner[] = {&deeper};
            AmbientBlock block;
            std::copy_n(ambient, block.size(), block.begin());
            const Outcome outcome = nest.frame->look_up({.slots = inner, .ambient = block});
            if (outcome.kind() != OutcomeKind::hit) return Status::error;
            for (std::size_t i = 0; i < 12; ++i) {
                if (outcome.lifted()[i].as_integer() != deeper.depth) return Status::error;
            }
        }
        for (int i = 0; i < 100; ++i) {
            if (scratch[i].as_integer() != nest.depth * 1000 + i) return Status::error;
        }
        for (int i = 0; i < 12; ++i)
            out[i] = Cell::integer(nest.depth);
        return Status::hit;
    };
    EntryCode::Parts parts;
    parts.program.slots = 1;
    parts.program.registers = 100;
    parts.program.lifted = 12;
    const auto code = std::make_shared<EntryCode>(std::move(parts));
    code->publish_native(nested, nullptr);
    Dispatcher dispatcher;
    FrameCache& frame = dispatcher.add_frame({.name = "toy"});
    REQUIRE(frame.insert({.name = "e", .code = code}));
    const Nest nest{&frame, 40};
    const Ref slots[] = {&nest};
    const AmbientBlock ambient{};
    const Outcome outcome = frame.look_up({.slots = slots, .ambient = ambient});
    CHECK(outcome.kind() == OutcomeKind::hit);
    CHECK(outcome.lifted().size() == 12);
}

TEST_CASE(
    "1.6, state left behind: an error inside a check leaves nothing: the next look-up is as if it had not "
    "been") {
    ToyFrame toy;
    toy.rules->declare("broken", "x >= 100\nbroken");
    CHECK(toy.run("1 2 +broken") == "compile:1 compile:2");
    for (int round = 0; round < 100; ++round)
        CHECK(toy.run("100 1 2") == "error hit:1 hit:2");
    const std::size_t scratch = this_thread().scratch.capacity();
    CHECK(this_thread().epoch == 0);
    CHECK(this_thread().flights == 0);
    CHECK(toy.run("100 -broken 100") == "error compile:100");
    CHECK(this_thread().scratch.capacity() == scratch);
    CHECK(Reclaimer::process().pending() == 0);
}
