// Signals that come while a check runs, also with a handler that looks up the very frame.
#include <atomic>
#include <chrono>
#include <csignal>
#include <memory>

#include <catch2/catch.hpp>
#include <sys/time.h>

#include "tests/dispatch/toy_frame.h"

using namespace guardc;
using namespace guardc::tests;

namespace {

// What the handler looks up, while one is installed.
ToyFrame* interrupted_frame = nullptr;
std::atomic<int> interrupts{0}, wrong_answers{0};

void look_up_in_handler(int) {
    ++interrupts;
    if (interrupted_frame->look_up(1).kind() != OutcomeKind::hit) ++wrong_answers;
}

class Handler {
  public:
    Handler(int signal, ToyFrame& frame) : signal_(signal) {
        interrupted_frame = &frame;
        interrupts = wrong_answers = 0;
        struct sigaction action{};
        action.sa_handler = look_up_in_handler;
        REQUIRE(sigaction(signal, &action, &before_) == 0);
    }
    ~Handler() {
        sigaction(signal_, &before_, nullptr);
        interrupted_frame = nullptr;
    }

  private:
    int signal_;
    struct sigaction before_{};
};

// Hits whatever it is given, and is interrupted meanwhile.
std::shared_ptr<const EntryCode> interrupted_code() {
    const CheckFunction check = [](const Ref*, const Cell*, const std::uint64_t*, Cell* registers, Memo*,
                                   Cell* out) noexcept {
        registers[0] = Cell::integer(41);
        if (interrupts < 3) std::raise(SIGUSR1);
        out[0] = Cell::integer(registers[0].as_integer() + 1);  // what the handler did lies above
        return Status::hit;
    };
    EntryCode::Parts parts;
    parts.program.slots = 1;
    parts.program.registers = 1;
    parts.program.lifted = 1;
    parts.lifted = {"answer"};
    auto code = std::make_shared<EntryCode>(std::move(parts));
    code->publish_native(check, nullptr);
    return code;
}

void nothing_is_left_behind() {
    CHECK(this_thread().epoch == 0);
    for (const HoldSlot& slot : this_thread().first_holds)
        CHECK(slot.object == nullptr);
    CHECK(Reclaimer::process().pending() == 0);
}

}  // namespace

TEST_CASE("1.6, interrupts: a check is interrupted by a handler that looks up the same frame") {
    ToyFrame toy;
    REQUIRE(
        toy.frame.insert({.name = "e", .artefact = std::make_shared<int>(1), .code = interrupted_code()}));
    const Handler handler(SIGUSR1, toy);
    const Outcome outcome = toy.look_up(1);
    CHECK(interrupts == 3);  // within each other
    CHECK(wrong_answers == 0);
    REQUIRE(outcome.kind() == OutcomeKind::hit);
    CHECK(outcome.lifted()[0].as_integer() == 42);
    CHECK(toy.frame.counts() == FrameCounts{.hits = 4});
}

TEST_CASE("1.6, interrupts: signals at any moment of look-ups") {
    ToyFrame toy;
    CHECK(toy.run("1 2 1 2") == "compile:1 compile:2 hit:1 hit:2");
    {
        const Handler handler(SIGALRM, toy);
        const itimerval often{{0, 50}, {0, 50}}, never{};
        REQUIRE(setitimer(ITIMER_REAL, &often, nullptr) == 0);
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
        int wrong = 0;
        while (std::chrono::steady_clock::now() < end) {
            for (const int x : {1, 2}) {
                const Outcome outcome = toy.look_up(x);
                wrong +=
                    outcome.kind() == OutcomeKind::hit && *static_cast<int*>(outcome.artefact()) == x ? 0 : 1;
            }
        }
        setitimer(ITIMER_REAL, &never, nullptr);
        CHECK(wrong == 0);
        CHECK(wrong_answers == 0);
        CHECK(interrupts > 20);
    }
    nothing_is_left_behind();
    CHECK(toy.frame.counts().misses == 2);
}

TEST_CASE("1.6, interrupts: a predicate that was interrupted is an error, and no reason to compile") {
    int compiles = 0;
    ToyFrame toy({}, [&](const CompileRequest&, int x) {
        ++compiles;
        return exact_entry(x);
    });
    toy.rules->declare("interrupted", "x >= 100\nbroken");
    CHECK(toy.run("1 +interrupted 100 100 1") == "compile:1 error error hit:1");
    CHECK(compiles == 1);
    CHECK(toy.frame.counts() == FrameCounts{.hits = 1, .misses = 1, .compiles = 1, .errors = 2});
    nothing_is_left_behind();
}
