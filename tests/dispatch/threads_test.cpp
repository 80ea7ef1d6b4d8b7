// Look-ups, inserts, removals, evictions, narrowing and limits from many threads at once, every outcome
// checked.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include <catch2/catch.hpp>

#include "tests/dispatch/toy_frame.h"

using namespace guardc;
using namespace guardc::tests;

namespace {

constexpr int kValues = 24;

class Threads {
  public:
    template <typename Body>
    void start(Body body) {
        threads_.emplace_back([this, body] {
            for (std::mt19937 dice(static_cast<unsigned>(seed_.fetch_add(1))); !stop_.load();)
                body(dice);
        });
    }
    void join_after(std::chrono::milliseconds time) {
        std::this_thread::sleep_for(time);
        stop_ = true;
        for (std::thread& thread : threads_)
            thread.join();
    }

  private:
    std::atomic<bool> stop_{false};
    std::atomic<int> seed_{1};
    std::vector<std::thread> threads_;
};

int any_value(std::mt19937& dice) {
    return std::uniform_int_distribution(0, kValues - 1)(dice);
}

}  // namespace

TEST_CASE("an entry never serves a frame that it was not built for, whatever happens at the same time") {
    ToyFrame toy({.limit = {6, AtLimit::evict}});
    std::atomic<std::uint64_t> wrong{0}, hits{0}, last_removed{0};
    std::atomic<int> floor{0};
    const BackendKey npu = toy.dispatcher->backend("npu");
    Threads threads;
    for (int i = 0; i < 3; ++i) {
        threads.start([&](std::mt19937& dice) {
            const int x = any_value(dice);
            const std::uint64_t removed = last_removed.load();
            const int required = floor.load();
            const Outcome outcome = toy.look_up_as(x, npu);
            if (outcome.entry() == nullptr) return;
            ++hits;
            const bool right = *static_cast<int*>(outcome.artefact()) == x &&
                               outcome.lifted()[0].as_integer() == x &&
                               static_cast<std::uint64_t>(outcome.entry()->id) != removed && x >= required;
            if (!right) ++wrong;
        });
    }
    threads.start([&](std::mt19937& dice) {
        const auto entries = toy.frame.entries();
        if (entries.empty()) return;
        const EntryId id = entries[dice() % entries.size()]->id;
        if (toy.frame.remove(id)) last_removed = static_cast<std::uint64_t>(id);
    });
    threads.start([&](std::mt19937& dice) {
        static constexpr AtLimit kPolicies[] = {AtLimit::run_only, AtLimit::skip, AtLimit::evict,
                                                AtLimit::refuse};
        toy.frame.set_limit({static_cast<std::uint32_t>(dice() % 8), kPolicies[dice() % 4]});
        std::this_thread::yield();
    });
    threads.start([&](std::mt19937&) {
        const int next = floor.load() + 1;
        if (next < 8) {
            toy.rules->require("npu", "x >= " + std::to_string(next));
            floor = next;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    });
    threads.start([&](std::mt19937& dice) {
        toy.reasons(any_value(dice));
        toy.frame.counts();
    });
    threads.join_after(std::chrono::milliseconds(600));
    CHECK(wrong == 0);
    CHECK(hits > 0);
    CHECK(floor == 7);
    toy.frame.clear();
    CHECK(Reclaimer::process().pending() == 0);
}

TEST_CASE("C10: each value is compiled once, by whichever thread came first") {
    std::atomic<int> compiles{0}, at_once{0}, most_at_once{0};
    ToyFrame toy({.limit = {1000, AtLimit::run_only}}, [&](const CompileRequest&, int x) {
        most_at_once = std::max(most_at_once.load(), ++at_once);
        ++compiles;
        std::this_thread::yield();
        --at_once;
        return exact_entry(x);
    });
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < kValues; ++i) {
                const int x = (i + t * 5) % kValues;
                while (true) {
                    const Outcome outcome = toy.look_up_as(x, BackendKey::any);
                    if (outcome.entry() == nullptr) {
                        std::this_thread::yield();
                        continue;
                    }
                    if (*static_cast<int*>(outcome.artefact()) != x) ++wrong;
                    break;
                }
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    CHECK(wrong == 0);
    CHECK(compiles == kValues);
    CHECK(most_at_once == 1);
    CHECK(toy.frame.counts().compiles == kValues);
}

TEST_CASE("native code swaps in while checks run") {
    const CheckFunction other = [](const Ref* slots, const Cell*, const std::uint64_t*, Cell*, Memo*,
                                   Cell* out) noexcept {
        out[0] = Cell::integer(*static_cast<const int*>(slots[0]));
        return Status::hit;
    };
    for (int round = 0; round < 50; ++round) {
        EntryCode::Parts parts;
        parts.program.slots = 1;
        parts.program.lifted = 1;
        parts.program.code = {Instruction{.op = Op::miss}};
        parts.literals = {0, 0};
        const auto code = std::make_shared<EntryCode>(std::move(parts));
        std::atomic<bool> seen{false};
        std::thread reader([&] {
            const int x = 7;
            const Ref slots[] = {&x};
            Cell out;
            while (code->check(slots, nullptr, nullptr, nullptr, &out) != Status::hit)
                std::this_thread::yield();
            seen = out.as_integer() == 7;
        });
        std::thread publishers[2];
        std::atomic<int> published{0};
        for (std::thread& publisher : publishers) {
            publisher = std::thread(
                [&] { published += code->publish_native(other, std::make_shared<int>(1)) ? 1 : 0; });
        }
        for (std::thread& publisher : publishers)
            publisher.join();
        reader.join();
        CHECK(seen);
        CHECK(published == 1);
    }
}
