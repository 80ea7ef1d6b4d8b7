// Compiles that are cancelled: while the callback hangs, when it is back already, and too late.
#include <atomic>
#include <barrier>
#include <bit>
#include <functional>
#include <thread>

#include <catch2/catch.hpp>

#include "tests/dispatch/toy_frame.h"

using namespace guardc;
using namespace guardc::tests;

using Made = std::expected<NewEntry, CompileFailure>;

namespace {

// A check that does something before it answers.
struct Answer {
    std::function<void()> first;
    Status status = Status::hit;
};
std::shared_ptr<const EntryCode> code_that(const Answer& answer) {
    const CheckFunction check = [](const Ref* slots, const Cell*, const std::uint64_t* literals, Cell*, Memo*,
                                   Cell* out) noexcept {
        const auto& wanted = *std::bit_cast<const Answer*>(literals[kLiteralHeaderWords]);
        wanted.first();
        out[0] = Cell::integer(*static_cast<const int*>(slots[0]));
        return wanted.status;
    };
    EntryCode::Parts parts;
    parts.program.slots = 1;
    parts.program.lifted = 1;
    parts.lifted = {"x"};
    parts.literals = {0, 0, std::bit_cast<std::uint64_t>(&answer)};
    auto code = std::make_shared<EntryCode>(std::move(parts));
    code->publish_native(check, nullptr);
    return code;
}

}  // namespace

TEST_CASE("a callback that hangs until it is cancelled") {
    for (const WhileCompiling choice : {WhileCompiling::run_eagerly, WhileCompiling::wait}) {
        std::atomic<int> inside{0};
        ToyFrame toy({.while_compiling = choice}, [&](const CompileRequest& request, int x) -> Made {
            if (x != 13) return exact_entry(x);
            ++inside;
            while (!request.cancelled())
                std::this_thread::yield();
            return exact_entry(x);  // comes too late
        });
        toy.run("1");
        CHECK(toy.dispatcher->cancel_compiles() == 0);
        std::string hung, waited;
        std::thread one([&] { hung = toy.run("13"); });
        wait_for(inside, 1);
        CHECK(toy.run("1") == "hit:1");  // what is compiled serves meanwhile
        std::thread two([&] { waited = toy.run("2"); });
        if (choice == WhileCompiling::run_eagerly) two.join();
        CHECK(toy.dispatcher->cancel_compiles() == 1);
        one.join();
        if (two.joinable()) two.join();
        CHECK(hung == "eager");
        CHECK(waited == (choice == WhileCompiling::wait ? "compile:2" : "eager"));
        CHECK(toy.run("2 1").ends_with(":2 hit:1"));
        CHECK(toy.frame.counts().cancels == 1);
        CHECK(toy.frame.counts().failures == 0);
        CHECK(toy.frame.entries().size() == 2);
    }
}

TEST_CASE("a stop callback may come back to the dispatcher") {
    std::atomic<int> inside{0};
    std::string seen;
    ToyFrame* self = nullptr;
    ToyFrame toy({}, [&](const CompileRequest& request, int x) -> Made {
        if (x != 13) return exact_entry(x);
        const std::stop_callback tell(request.stop(), [&] { seen = self->run("1 5"); });
        ++inside;
        while (!request.cancelled())
            std::this_thread::yield();
        return std::unexpected(CompileFailure{"interrupted"});
    });
    self = &toy;
    toy.run("1");
    std::thread one([&] { toy.run("13"); });
    wait_for(inside, 1);
    toy.dispatcher->cancel_compiles();
    one.join();
    CHECK(seen == "hit:1 eager");
    CHECK(toy.frame.counts().failures == 0);
}

TEST_CASE("a cancel between the callback's return and the insert leaves no entry, and nothing has failed") {
    enum class At {
        guards_compile,
        guards_do_not_compile,
        self_check,
        self_check_misses,
        self_check_fails,
        narrowing
    };
    struct Row {
        At at;
        const char* what;
    };
    constexpr Row rows[] = {{At::guards_compile, "while the guards are compiled"},
                            {At::guards_do_not_compile, "while guards are compiled that do not compile"},
                            {At::self_check, "while the entry is checked on its frame"},
                            {At::self_check_misses, "while an entry is checked that rejects its frame"},
                            {At::self_check_fails, "while a check runs that ends in an error"},
                            {At::narrowing, "while a requirement that came meanwhile is taken up"}};
    for (const Row& row : rows) {
        INFO(row.what);
        ToyFrame* self = nullptr;
        std::size_t cancelled = 0;
        bool armed = false;
        const auto cancel = [&] {
            if (std::exchange(armed, false)) cancelled += self->dispatcher->cancel_compiles();
        };
        const Status status = row.at == At::self_check_misses  ? Status::miss
                              : row.at == At::self_check_fails ? Status::error
                                                               : Status::hit;
        const Answer answer{cancel, status};
        ToyFrame toy({}, [&](const CompileRequest& request, int x) -> Made {
            CHECK_FALSE(request.cancelled());
            NewEntry made = exact_entry(x);
            if (x != 5) return made;
            armed = true;
            if (row.at == At::guards_do_not_compile) made.guards = "x ==";
            if (status != Status::hit || row.at == At::self_check) made.code = code_that(answer);
            if (row.at == At::narrowing) {
                made.backend = "npu";
                self->rules->require("npu", "x >= 1");
            }
            return made;
        });
        self = &toy;
        if (row.at == At::guards_compile || row.at == At::guards_do_not_compile)
            toy.rules->when_compiling = cancel;
        if (row.at == At::narrowing) toy.rules->when_narrowing = cancel;
        const Outcome outcome = toy.look_up(5);
        CHECK(cancelled == 1);
        CHECK(outcome.kind() == OutcomeKind::eager);
        CHECK(outcome.reason() == EagerReason::no_entry);
        CHECK(outcome.message() == "the compile was cancelled");
        CHECK(toy.frame.entries().empty());
        CHECK(toy.frame.counts() == FrameCounts{.misses = 1, .eager = 1, .cancels = 1, .eager_no_entry = 1});
        CHECK(toy.frame.report().state == FrameState::open);
        CHECK(toy.run("6 6") == "compile:6 hit:6");
        CHECK(Reclaimer::process().pending() == 0);
    }
}

TEST_CASE("a cancel that comes when the entry goes in finds nothing to cancel, and the entry serves") {
    ToyFrame* self = nullptr;
    int tried = 0;
    const auto too_late = [&] {
        ++tried;
        CHECK(self->dispatcher->cancel_compiles() == 0);
    };
    FrameOptions options{.limit = {1, AtLimit::evict}};
    options.callbacks.event = [&](const FrameCache&, const Event& event) {
        if (event.kind == EventKind::compiled || event.kind == EventKind::evicted) too_late();
    };
    ToyFrame toy(options, [&](const CompileRequest&, int x) -> Made {
        NewEntry made = exact_entry(x);
        made.artefact = std::shared_ptr<int>(new int(x), [&](const int* artefact) {
            if (self != nullptr) too_late();  // evicted, while another goes in
            delete artefact;
        });
        return made;
    });
    self = &toy;
    CHECK(toy.run("1 2 2") == "compile:1 compile:2 hit:2");
    CHECK(tried == 4);
    CHECK(toy.frame.counts().cancels == 0);
    self = nullptr;
}

TEST_CASE("whoever cancels while another compiles is told what becomes of the entry") {
    constexpr int kRounds = 2000;
    ToyFrame toy({.limit = {kNoLimit, AtLimit::run_only}});
    std::barrier both(2);
    std::atomic<bool> over{false};
    bool told = false;
    std::thread other([&] {
        for (int i = 0; i < kRounds; ++i) {
            both.arrive_and_wait();
            told = false;
            while (!over)
                told = toy.frame.cancel_compile() || told;
            both.arrive_and_wait();
        }
    });
    int wrong = 0, cancelled = 0;
    for (int i = 0; i < kRounds; ++i) {
        over = false;
        both.arrive_and_wait();
        const bool compiled = toy.look_up(i).kind() == OutcomeKind::compile;
        over = true;
        both.arrive_and_wait();
        wrong += compiled == told ? 1 : 0;
        cancelled += compiled ? 0 : 1;
    }
    other.join();
    CHECK(wrong == 0);
    CHECK(toy.frame.counts().cancels == static_cast<std::uint64_t>(cancelled));
    CHECK(toy.frame.entries().size() == static_cast<std::size_t>(kRounds - cancelled));
}
