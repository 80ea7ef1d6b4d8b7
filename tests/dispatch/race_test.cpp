// Four threads and every kind of change at once; each outcome is checked against what may be at that moment.
// GUARDC_RACE_SECONDS sets how long (./dev soak: a minute).
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <random>
#include <thread>

#include <catch2/catch.hpp>

#include "tests/dispatch/toy_frame.h"

using namespace guardc;
using namespace guardc::tests;

namespace {

constexpr int kRacingValues = 24;
constexpr int kTopics = 4;

double seconds() {
    const char* const given = std::getenv("GUARDC_RACE_SECONDS");
    return given != nullptr ? std::atof(given) : 1.0;
}

// An artefact says what it may serve: its value, and the state of its topic when it was begun.
struct Artefact {
    int x = 0;
    int topic = 0;
    std::uint64_t version = 0;
};

// What the artefacts are built on. `stale_below` is raised once the dependency has been declared stale, so a
// look-up that starts afterwards may find nothing older.
struct Topic {
    std::mutex in_order;  // a later version goes stale after an earlier one
    std::mutex mutex;
    std::shared_ptr<Dependency> current = std::make_shared<Dependency>("topic");
    std::uint64_t version = 0;
    std::atomic<std::uint64_t> stale_below{0};
};

class Race {
  public:
    Race()
        : toy_({.limit = {6, AtLimit::evict}, .while_compiling = WhileCompiling::wait},
               [this](const CompileRequest&, int x) { return compile(x); }) {
        toy_.frame.set_on_failure({OnFailure::retry, 1'000'000'000, std::chrono::milliseconds(0)});
    }

    void run() {
        std::vector<std::thread> threads;
        for (unsigned i = 0; i < 4; ++i)
            threads.emplace_back([this, i] { work(i); });
        std::this_thread::sleep_for(std::chrono::duration<double>(seconds()));
        stop_ = true;
        for (std::thread& thread : threads)
            thread.join();
        CHECK(wrong_value_ == 0);
        CHECK(stale_ == 0);
        CHECK(forbidden_ == 0);
        CHECK(hits_ > 0);
        CHECK(compiles_ > 0);
        const FrameCounts counts = toy_.frame.counts();
        CHECK(counts.hits == hits_);
        CHECK(counts.compiles == compiles_);
        CHECK(counts.errors == 0);
        CHECK(counts.hits + counts.misses + counts.unmet == look_ups_);
        toy_.frame.clear();
        Reclaimer::process().collect();
        CHECK(Reclaimer::process().pending() == 0);
        CHECK(alive_ == 0);
    }

  private:
    std::expected<NewEntry, CompileFailure> compile(int x) {
        Topic& topic = topics_[static_cast<std::size_t>(x % kTopics)];
        NewEntry made = exact_entry(x);
        std::uint64_t version = 0;
        {
            const std::scoped_lock lock(topic.mutex);
            made.dependencies = {topic.current};
            version = topic.version;
        }
        ++alive_;
        made.artefact =
            std::shared_ptr<Artefact>(new Artefact{x, x % kTopics, version}, [this](Artefact* dead) {
                dead->x = -1;  // whoever still uses it sees a wrong value
                delete dead;
                --alive_;
            });
        if (x == 13) return std::unexpected(CompileFailure{"thirteen"});
        return made;
    }

    void look_up(int x) {
        const std::uint64_t stale_below =
            topics_[static_cast<std::size_t>(x % kTopics)].stale_below.load(std::memory_order_seq_cst);
        const Outcome outcome = toy_.look_up_as(x, BackendKey::any);
        ++look_ups_;
        if (outcome.kind() == OutcomeKind::hit) ++hits_;
        if (outcome.kind() == OutcomeKind::compile) ++compiles_;
        if (outcome.entry() == nullptr) return;
        const auto* const artefact = static_cast<const Artefact*>(outcome.artefact());
        if (artefact->x != x || outcome.lifted()[0].as_integer() != x) ++wrong_value_;
        if (artefact->version < stale_below) ++stale_;
    }

    // Under a stance of its own, a thread gets what the stance says, whatever the others do.
    void look_up_under_stance(int x, std::mt19937& dice) {
        const auto stance = static_cast<Stance>(1 + dice() % 3);
        const StanceScope scope(stance);
        const Outcome outcome = toy_.look_up_as(x, BackendKey::any);
        ++look_ups_;
        if (outcome.kind() == OutcomeKind::hit) ++hits_;
        const bool allowed = outcome.kind() == OutcomeKind::hit ? stance != Stance::eager
                                                                : outcome.kind() != OutcomeKind::compile;
        if (!allowed) ++forbidden_;
    }

    void stale(std::size_t which) {
        Topic& topic = topics_[which];
        const std::scoped_lock one_after_the_other(topic.in_order);
        std::shared_ptr<Dependency> old;
        std::uint64_t version = 0;
        {
            const std::scoped_lock lock(topic.mutex);
            old = std::exchange(topic.current, std::make_shared<Dependency>("topic"));
            version = ++topic.version;
        }
        toy_.dispatcher->declare_stale(*old);
        topic.stale_below = version;
    }

    void change(std::mt19937& dice) {
        static constexpr AtLimit kPolicies[] = {AtLimit::run_only, AtLimit::skip, AtLimit::evict,
                                                AtLimit::evict, AtLimit::refuse};
        switch (dice() % 8) {
            case 0:
                stale(dice() % kTopics);
                break;
            case 1: {
                const auto entries = toy_.frame.entries();
                if (!entries.empty()) toy_.frame.remove(entries[dice() % entries.size()]->id);
                break;
            }
            case 2:
                toy_.frame.set_limit({static_cast<std::uint32_t>(dice() % 8), kPolicies[dice() % 5]});
                break;
            case 3: {
                const int x = static_cast<int>(dice() % kRacingValues);
                if (auto made = compile(x)) static_cast<void>(toy_.frame.insert(*made));
                break;
            }
            case 4: {
                const auto entries = toy_.frame.entries();
                if (entries.empty()) break;
                const auto& old = entries[dice() % entries.size()];
                if (auto made = compile(static_cast<int>(dice() % kRacingValues)))
                    static_cast<void>(toy_.frame.replace(old->id, *made));
                break;
            }
            case 5:
                toy_.dispatcher->invalidate("by decree", [&](const Entry&) { return dice() % 8 == 0; });
                break;
            case 6: {
                const StanceScope scope(*toy_.dispatcher, static_cast<Stance>(dice() % 4));
                look_up(static_cast<int>(dice() % kRacingValues));
                break;
            }
            default:
                toy_.dispatcher->cancel_compiles();
                toy_.reasons(static_cast<int>(dice() % kRacingValues));
                toy_.frame.report();
                toy_.frame.set_on_failure({OnFailure::retry, 1'000'000'000, std::chrono::milliseconds(0)});
        }
    }

    void work(unsigned seed) {
        for (std::mt19937 dice(seed); !stop_;) {
            for (int i = 0; i < 50; ++i)
                look_up(static_cast<int>(dice() % kRacingValues));
            look_up_under_stance(static_cast<int>(dice() % kRacingValues), dice);
            change(dice);
        }
    }

    std::atomic<int> alive_{0};
    std::array<Topic, kTopics> topics_;
    ToyFrame toy_;
    std::atomic<bool> stop_{false};
    std::atomic<std::uint64_t> look_ups_{0}, hits_{0}, compiles_{0}, wrong_value_{0}, stale_{0},
        forbidden_{0};
};

}  // namespace

TEST_CASE("four threads of look-up, insert, evict, invalidate, limit and stance changes", "[race]") {
    Race race;
    race.run();
}
