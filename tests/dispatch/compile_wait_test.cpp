// Several threads and one compile: who waits, and who runs eagerly.
#include <atomic>
#include <stdexcept>
#include <thread>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "tests/dispatch/rule_frame.h"
#include "tests/dispatch/toy_frame.h"

using namespace guardc;
using namespace guardc::tests;
using namespace std::chrono_literals;

using Made = std::expected<NewEntry, CompileFailure>;

TEST_CASE("while one thread compiles, others run eagerly or wait, by choice") {
    for (const WhileCompiling choice : {WhileCompiling::run_eagerly, WhileCompiling::wait}) {
        std::atomic<int> inside{0}, let_go{0}, compiles{0}, done{0};
        ToyFrame toy({.while_compiling = choice}, [&](const CompileRequest&, int x) -> Made {
            ++compiles;
            ++inside;
            wait_for(let_go, 1);
            return exact_entry(x);
        });
        std::string first, second, third;
        std::thread one([&] { first = toy.run("1"); });
        wait_for(inside, 1);
        std::thread two([&] { second = toy.run("1"), ++done; });
        std::thread three([&] { third = toy.run("3"), ++done; });
        if (choice == WhileCompiling::run_eagerly) {
            wait_for(done, 2);
        } else {
            std::this_thread::sleep_for(20ms);
            CHECK(done == 0);
        }
        let_go = 1;
        one.join(), two.join(), three.join();
        CHECK(first == "compile:1");
        CHECK(second == (choice == WhileCompiling::wait ? "hit:1" : "eager"));
        CHECK(third == (choice == WhileCompiling::wait ? "compile:3" : "eager"));
        CHECK(compiles == (choice == WhileCompiling::wait ? 2 : 1));
    }
}

TEST_CASE("nobody waits longer than was said") {
    std::atomic<int> inside{0}, let_go{0};
    ToyFrame toy({.while_compiling = WhileCompiling::wait, .longest_wait = 20ms},
                 [&](const CompileRequest&, int x) -> Made {
                     ++inside;
                     wait_for(let_go, 1);
                     return exact_entry(x);
                 });
    std::thread one([&] { toy.run("1"); });
    wait_for(inside, 1);
    const auto begin = std::chrono::steady_clock::now();
    CHECK(toy.run("2") == "eager");
    CHECK(std::chrono::steady_clock::now() - begin >= 20ms);
    let_go = 1;
    one.join();
    CHECK(toy.run("1 2") == "hit:1 compile:2");
}

TEST_CASE("a wait without end is one") {
    std::atomic<int> inside{0}, let_go{0};
    ToyFrame toy({.while_compiling = WhileCompiling::wait, .longest_wait = std::chrono::milliseconds::max()},
                 [&](const CompileRequest&, int x) -> Made {
                     ++inside;
                     wait_for(let_go, 1);
                     return exact_entry(x);
                 });
    std::string waited;
    std::thread one([&] { toy.run("1"); });
    wait_for(inside, 1);
    std::thread two([&] { waited = toy.run("1"); });
    std::this_thread::sleep_for(20ms);
    let_go = 1;
    one.join(), two.join();
    CHECK(waited == "hit:1");
}

TEST_CASE("C10: 2 threads, 20 shapes each, waiting: every shape is compiled once and all results are right") {
    std::atomic<int> compiles{0}, wrong{0};
    ToyFrame toy({.limit = {1000, AtLimit::run_only}, .while_compiling = WhileCompiling::wait},
                 [&](const CompileRequest&, int x) -> Made {
                     ++compiles;
                     std::this_thread::yield();
                     return exact_entry(x);
                 });
    std::vector<std::thread> threads;
    for (int t = 0; t < 2; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 20; ++i) {
                const int x = (i + 10 * t) % 20;
                const Outcome outcome = toy.look_up_as(x, BackendKey::any);
                if (outcome.artefact() == nullptr || *static_cast<int*>(outcome.artefact()) != x) ++wrong;
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    CHECK(compiles == 20);
    CHECK(wrong == 0);
}

TEST_CASE("frames whose callbacks look each other up do not wait in a circle") {
    std::atomic<int> inside{0}, answered{0};
    ToyFrame* frames[2] = {};
    std::string nested[2];
    const auto callback = [&](int self) {
        return [&, self](const CompileRequest&, int x) -> Made {
            if (x == 1) {
                ++inside;
                wait_for(inside, 2);  // both compile now, and each asks for what the other compiles
                nested[self] = frames[1 - self]->run("1");
                ++answered;
                wait_for(answered, 2);
            }
            return exact_entry(x);
        };
    };
    ToyFrame a({.while_compiling = WhileCompiling::wait}, callback(0));
    ToyFrame b({.while_compiling = WhileCompiling::wait}, callback(1));
    frames[0] = &a, frames[1] = &b;
    std::thread other([&] { b.run("1"); });
    CHECK(a.run("1") == "compile:1");
    other.join();
    CHECK(nested[0] == "eager");
    CHECK(nested[1] == "eager");
    CHECK(a.run("1 2") == "hit:1 compile:2");
    CHECK(b.run("1 2") == "hit:1 compile:2");
}

TEST_CASE("a callback that re-enters its own frame never waits for itself") {
    ToyFrame* self = nullptr;
    std::string inside;
    ToyFrame toy({.while_compiling = WhileCompiling::wait}, [&](const CompileRequest&, int x) -> Made {
        if (x == 1) inside = self->run("1 2");
        return exact_entry(x);
    });
    self = &toy;
    CHECK(toy.run("1 2") == "compile:1 compile:2");
    CHECK(inside == "eager eager");
}

TEST_CASE("O29: a refusal on a worker thread, and a callback that throws, leave no lock behind") {
    ToyFrame toy({.limit = {1, AtLimit::refuse}, .while_compiling = WhileCompiling::wait},
                 [](const CompileRequest&, int x) -> Made {
                     if (x == 13) throw std::runtime_error("thirteen");
                     return exact_entry(x);
                 });
    toy.frame.set_on_failure({OnFailure::retry, 100, 0ms});
    std::string from_worker;
    std::thread([&] { from_worker = toy.run("13 1 2"); }).join();
    CHECK(from_worker == "eager:failed compile:1 refuse");
    CHECK(toy.run("1 2 limit=2 13 2") == "hit:1 refuse eager:failed compile:2");
}

TEST_CASE("C11: each thread is checked against its own state, also while another compiles under another") {
    std::atomic<int> inside{0}, let_go{0};
    RuleFrame frame("frame f(x) {\n}\n", [&](FrameOptions& options) {
        options.callbacks.compile = [&](const CompileRequest& request) -> Made {
            const auto& mode = request.call().ambient[static_cast<std::size_t>(AmbientField::grad_mode)];
            ++inside;
            wait_for(let_go, 1);
            return NewEntry{.name = mode.bits != 0 ? "on" : "off",
                            .guards = mode.bits != 0 ? "grad_mode is True" : "grad_mode is False"};
        };
    });
    REQUIRE(frame.frame.insert({.name = "on", .guards = "grad_mode is True"}));
    const auto look_up = [&](const char* grad_mode) {
        const auto document = frame_of("", fmt::format(R"({{"grad_mode": {}}})", grad_mode));
        const auto slots = compiler::bind_frame(document, *frame.rules->shape("f"));
        const Outcome outcome = frame.frame.look_up({.slots = slots, .ambient = document.ambient});
        return std::string(outcome_name(outcome.kind())) +
               (outcome.entry() != nullptr ? ":" + outcome.entry()->name : "");
    };
    std::string off;
    std::thread other([&] { off = look_up("false"); });
    wait_for(inside, 1);
    CHECK(look_up("true") == "hit:on");
    CHECK(look_up("false") == "eager");  // it is being compiled
    let_go = 1;
    other.join();
    CHECK(off == "compile:off");
    std::thread([&] { off = look_up("true"); }).join();
    CHECK(off == "hit:on");
    CHECK(look_up("false") == "hit:off");
}

TEST_CASE("C14: a limit is the frame's, whatever the thread that sets it") {
    ToyFrame toy({.limit = {2, AtLimit::run_only}});
    std::string other;
    std::thread([&] { other = toy.run("1 limit=3"); }).join();
    CHECK(other == "compile:1");
    CHECK(toy.run("1 2 3 4") == "hit:1 compile:2 compile:3 eager:limit");
}
