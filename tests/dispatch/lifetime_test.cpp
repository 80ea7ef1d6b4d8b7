// Who keeps what alive, and for how long.
#include <random>
#include <thread>

#include <catch2/catch.hpp>

#include "tests/dispatch/toy_frame.h"

using namespace guardc;
using namespace guardc::tests;

namespace {

ToyCompiler counting(const std::shared_ptr<int>& alive) {
    return [alive](const CompileRequest&, int x) -> std::expected<NewEntry, CompileFailure> {
        NewEntry made = exact_entry(x);
        ++*alive;
        made.artefact = std::shared_ptr<int>(new int(x), [alive](int* artefact) {
            --*alive;
            delete artefact;
        });
        return made;
    };
}

}  // namespace

TEST_CASE("C05: a removed entry is gone, and its memory too") {
    const auto alive = std::make_shared<int>(0);
    ToyFrame toy({}, counting(alive));
    toy.run("1 2 3");
    CHECK(*alive == 3);
    CHECK(toy.run("-2 1 3") == "hit:1 hit:3");
    CHECK(*alive == 2);
    toy.frame.clear();
    CHECK(*alive == 0);
    CHECK(Reclaimer::process().pending() == 0);
}

TEST_CASE("C13: an entry in use stays alive until its call ends, and is freed then") {
    const auto alive = std::make_shared<int>(0);
    ToyFrame toy({}, counting(alive));
    toy.run("1 2");
    {
        Outcome one = toy.look_up(1);
        CHECK(toy.run("-1 -2") == "");
        CHECK(*alive == 1);
        CHECK(*static_cast<int*>(one.artefact()) == 1);
        Outcome moved = std::move(one);
        CHECK(moved.lifted()[0].as_integer() == 1);
        CHECK(one.entry() == nullptr);                          // NOLINT(bugprone-use-after-move)
        std::thread([elsewhere = std::move(moved)]() mutable {  // may end on another thread
            CHECK(*static_cast<int*>(elsewhere.artefact()) == 1);
            const Outcome ended = std::move(elsewhere);
        })
            .join();
        CHECK(*alive == 0);
    }
    CHECK(Reclaimer::process().pending() == 0);
}

TEST_CASE("a shared entry outlives everything") {
    const auto alive = std::make_shared<int>(0);
    std::shared_ptr<const Entry> entry;
    {
        ToyFrame toy({}, counting(alive));
        entry = toy.look_up(1).share();
        toy.run("-1");
        CHECK(*alive == 1);
    }
    CHECK(*static_cast<int*>(entry->artefact.get()) == 1);
    entry.reset();
    CHECK(*alive == 0);
}

TEST_CASE("an outcome may outlive its dispatcher") {
    const auto alive = std::make_shared<int>(0);
    auto toy = std::make_unique<ToyFrame>(FrameOptions{}, counting(alive));
    toy->run("2");
    {
        const Outcome outcome = toy->look_up(1);
        toy.reset();
        CHECK(*alive == 1);
        CHECK(*static_cast<int*>(outcome.artefact()) == 1);
    }
    CHECK(*alive == 0);
}

TEST_CASE("a frame held many times over, let go in any order") {
    const auto alive = std::make_shared<int>(0);
    ToyFrame toy({}, counting(alive));
    toy.run("1 2 3");
    std::vector<Outcome> held;
    for (int i = 0; i < 100; ++i)
        held.push_back(toy.look_up(1 + i % 3));
    toy.run("-1 -2");
    CHECK(*alive == 3);
    for (std::size_t i = 0; i < held.size(); ++i) {
        if (i % 3 != 1) held[i] = Outcome(OutcomeKind::eager, EagerReason::none);
    }
    CHECK(*alive == 2);  // 2 is held, 3 is live
    std::swap(held.front(), held.back());
    held.clear();
    CHECK(*alive == 1);
    for (int i = 0; i < 100; ++i)
        toy.look_up(3);
    CHECK(toy.run("3") == "hit:3");
}

TEST_CASE("any number of outcomes held at once, for very different times") {
    ToyFrame toy;
    toy.run("1");
    constexpr std::size_t kHeld = 3000;
    std::mt19937 dice(7);
    std::vector<Outcome> held;
    for (std::size_t i = 0; i < kHeld; ++i)
        held.push_back(toy.look_up(1));
    for (int i = 0; i < 200'000; ++i)
        held[dice() % (i % 2 == 0 ? kHeld : 10)] = toy.look_up(1);
    std::size_t slots = 0, taken = 0;
    for (const HoldSlot* slot = this_thread().first_holds.data(); slot != nullptr; slot = slot->next) {
        ++slots;
        taken += slot->object != nullptr ? 1 : 0;
    }
    CHECK(taken == kHeld);
    CHECK(slots == this_thread().holds);
    CHECK(slots < 4 * kHeld);
}

TEST_CASE("an artefact's destructor may come back to the dispatcher") {
    ToyFrame* self = nullptr;
    std::string inside;
    ToyFrame toy({}, [&](const CompileRequest&, int x) -> std::expected<NewEntry, CompileFailure> {
        NewEntry made = exact_entry(x);
        made.artefact = std::shared_ptr<int>(new int(x), [&](int* artefact) {
            if (*artefact == 1 && self != nullptr) inside = self->run("1 2 -2");
            delete artefact;
        });
        return made;
    });
    self = &toy;
    toy.run("1 2");
    toy.run("-1");
    CHECK(inside == "compile:1 hit:2");
    self = nullptr;  // the dispatcher itself goes now
}

TEST_CASE("native code swaps in, once, and goes with its last user") {
    const CheckFunction always = [](const Ref*, const Cell*, const std::uint64_t*, Cell*, Memo*,
                                    Cell*) noexcept { return Status::hit; };
    const auto holder = std::make_shared<int>(0);
    auto code = std::make_shared<EntryCode>(EntryCode::Parts{});
    CHECK_FALSE(code->is_native());
    CHECK(code->publish_native(always, holder));
    CHECK_FALSE(code->publish_native(always, std::make_shared<int>(1)));
    CHECK(code->is_native());
    CHECK(code->check(nullptr, nullptr, nullptr, nullptr, nullptr) == Status::hit);
    CHECK(holder.use_count() == 2);
    code.reset();
    CHECK(holder.use_count() == 1);
}

TEST_CASE("what a read section can reach stays until it ends") {
    const auto object = std::make_shared<int>(1);
    Reclaimer& reclaimer = Reclaimer::process();
    {
        const ReadSection outer(this_thread());
        const ReadSection inner(this_thread());
        reclaimer.retire(object);
        reclaimer.collect();
        CHECK(object.use_count() == 2);
    }
    {
        const ReadSection later(this_thread());  // began after the object was out of reach
        reclaimer.collect();
        CHECK(object.use_count() == 1);
    }
    reclaimer.retire(object);
    {
        const Hold hold(this_thread(), object.get());
        reclaimer.collect();
        CHECK(object.use_count() == 2);
    }
    reclaimer.collect();
    CHECK(object.use_count() == 1);
}

TEST_CASE("records of ended threads are used again") {
    std::uint32_t first = 0, second = 0;
    std::thread([&] { first = this_thread().number; }).join();
    std::thread([&] { second = this_thread().number; }).join();
    CHECK(first == second);
    CHECK(first != this_thread().number);
}

TEST_CASE("scratch blocks stack") {
    ScratchStack stack;
    const ScratchStack::Block low(stack, 10);
    low.cells()[9] = Cell::integer(9);
    Cell* reused = nullptr;
    for (int round = 0; round < 3; ++round) {
        const ScratchStack::Block large(stack, 5000);
        const ScratchStack::Block none(stack, 0);
        const ScratchStack::Block small(stack, 3);
        REQUIRE_FALSE(large.empty());
        large.cells()[4999] = Cell::integer(1);
        small.cells()[2] = Cell::integer(2);
        if (round > 0) CHECK(large.cells() == reused);
        reused = large.cells();
    }
    CHECK(low.cells()[9].as_integer() == 9);
    const std::size_t grown = stack.capacity();
    for (int i = 0; i < 1000; ++i)
        ScratchStack::Block(stack, 4000).cells()[0] = Cell::none();
    CHECK(stack.capacity() == grown);
}
