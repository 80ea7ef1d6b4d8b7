// Random commands to a dispatcher and to its specification: every outcome, every list of entries and every
// count of hits must agree.
#include <algorithm>
#include <stdexcept>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tests/dispatch/dispatcher_spec.h"
#include "tests/dispatch/toy_frame.h"

using namespace guardc;
using namespace guardc::tests;

namespace {

using Made = std::expected<NewEntry, CompileFailure>;

Made make(int x) {
    switch (spec_compile(x)) {
        case SpecCompile::fails:
            return std::unexpected(CompileFailure{"no"});
        case SpecCompile::throws:
            throw std::runtime_error("no");
        case SpecCompile::rejects_its_frame:
            return NewEntry{.name = "wrong", .guards = "x == 1000"};
        case SpecCompile::nothing:
            return std::unexpected(CompileFailure{.nothing_to_compile = true});
        case SpecCompile::entry:
            break;
    }
    return exact_entry(x);
}

struct Command {
    int what = 0, number = 0;
};
void showValue(const Command& command, std::ostream& stream) {
    stream << command.what << '/' << command.number;
}

class Pair {
  public:
    explicit Pair(EntryOrder order)
        : toy_({.limit = {3, AtLimit::run_only},
                .on_failure = {OnFailure::run_only, 0, std::chrono::milliseconds(0)},
                .order = order},
               [](const CompileRequest&, int x) { return make(x); }) {
        spec_.limit = {3, AtLimit::run_only};
        spec_.order = order;
        toy_.rules->declare("even", "x % 2 == 0", "npu");
        toy_.rules->declare("third", "x % 3 == 0", "");
    }

    void run(const Command& command) {
        const int n = command.number;
        switch (command.what) {
            case 0:
                set_limit({static_cast<std::uint32_t>(n % 5), spec_.limit.then});
                break;
            case 1:
                set_limit({spec_.limit.count, static_cast<AtLimit>(n % 4)});
                break;
            case 2:
                spec_.on_failure = {static_cast<OnFailure>(n % 3), static_cast<std::uint32_t>(n % 2),
                                    std::chrono::milliseconds(0)};
                spec_.failures = 0;
                toy_.frame.set_on_failure(spec_.on_failure);
                break;
            case 3:
                insert(n);
                break;
            case 4:
                remove(n);
                break;
            case 5:
                stance(n);
                break;
            case 6:
                lock(n);
                break;
            case 7:
                spec_.require(std::min(spec_.required + 1 + n % 2, 9));
                toy_.rules->require("npu", "x >= " + std::to_string(spec_.required));
                break;
            case 8:
                invalidate(n);
                break;
            default:
                look_up(n, command.what % 3 == 0 ? "any" : command.what % 3 == 1 ? "npu" : "gpu");
        }
        compare();
    }

  private:
    void set_limit(LimitPolicy limit) {
        spec_.limit = limit;
        spec_.skipped = false;
        toy_.frame.set_limit(limit);
    }

    void insert(int n) {
        const bool even = n % 2 == 0, depends = n % 4 >= 2;
        NewEntry made{.name = even ? "even" : "third"};
        if (depends) made.dependencies = {dependency_};
        RC_ASSERT(toy_.frame.insert(made).has_value());
        spec_.insert(made.name, even ? "npu" : "", {even ? 2 : 3, 0, even ? spec_.required : 0}, depends);
    }

    void remove(int n) {
        if (spec_.entries.empty()) return;
        const int id = spec_.entries[static_cast<std::size_t>(n) % spec_.entries.size()].id;
        spec_.remove(id);
        RC_ASSERT(toy_.frame.remove(EntryId{static_cast<std::uint64_t>(id)}));
        RC_ASSERT(!toy_.frame.remove(EntryId{static_cast<std::uint64_t>(id)}));
    }

    void stance(int n) {
        auto& scope = n % 2 == 0 ? of_thread_ : of_dispatcher_;
        auto& wanted = n % 2 == 0 ? spec_.thread_stance : spec_.dispatcher_stance;
        scope.reset();
        wanted.reset();
        if (n < 4) return;
        wanted = static_cast<Stance>(n / 2 % 4);
        if (n % 2 == 0) {
            scope = std::make_unique<StanceScope>(*wanted);
        } else {
            scope = std::make_unique<StanceScope>(*toy_.dispatcher, *wanted);
        }
    }

    void lock(int n) {
        spec_.lock.reset();
        toy_.dispatcher->unlock();
        if (n >= 4) return;
        spec_.lock = n % 2 == 0 ? Stance::refuse : Stance::run_only;
        toy_.dispatcher->lock(n % 2 == 0 ? WhenLocked::refuse : WhenLocked::run_eagerly);
    }

    void invalidate(int n) {
        std::size_t gone = 0, expected = 0;
        const auto goes = [&](const SpecEntry& entry) {
            return n % 2 == 0 ? entry.depends : entry.name == "third";
        };
        expected = static_cast<std::size_t>(std::ranges::count_if(spec_.entries, goes));
        std::erase_if(spec_.entries, goes);
        if (n % 2 == 0) {
            gone = toy_.dispatcher->declare_stale(*dependency_);
            dependency_ = std::make_shared<Dependency>("next");
        } else {
            gone = toy_.dispatcher->invalidate("by decree",
                                               [](const Entry& entry) { return entry.name == "third"; });
        }
        RC_ASSERT(gone == expected);
    }

    void look_up(int x, const std::string& backend) {
        const std::string expected = spec_.look_up(x, backend);
        if (expected.starts_with("hit")) ++hits_;
        RC_ASSERT(toy_.run(std::to_string(x) + (backend == "any" ? "" : "@" + backend)) == expected);
    }

    void compare() {
        const auto live = toy_.frame.entries();
        RC_ASSERT(live.size() == spec_.entries.size());
        for (std::size_t i = 0; i < live.size(); ++i) {
            const std::size_t j = spec_.order == EntryOrder::declared ? i : live.size() - 1 - i;
            RC_ASSERT(live[i]->id == EntryId{static_cast<std::uint64_t>(spec_.entries[j].id)});
            RC_ASSERT(live[i]->name == spec_.entries[j].name);
            RC_ASSERT(live[i]->hits->read() == static_cast<std::uint64_t>(spec_.entries[j].hits));
        }
        RC_ASSERT(toy_.frame.counts().hits == hits_);
    }

    DispatcherSpec spec_;
    ToyFrame toy_;
    std::shared_ptr<Dependency> dependency_ = std::make_shared<Dependency>("first");
    std::unique_ptr<StanceScope> of_thread_, of_dispatcher_;
    std::uint64_t hits_ = 0;
};

}  // namespace

TEST_CASE("a dispatcher does what its specification says") {
    const auto command = rc::gen::build<Command>(
        rc::gen::set(&Command::what, rc::gen::weightedOneOf<int>(
                                         {{2, rc::gen::inRange(0, 9)}, {5, rc::gen::inRange(9, 15)}})),
        rc::gen::set(&Command::number, rc::gen::inRange(0, 18)));
    const auto outcome = rc::check("commands", [&](bool newest) {
        const auto commands = *rc::gen::container<std::vector<Command>>(command);
        Pair pair(newest ? EntryOrder::newest_first : EntryOrder::declared);
        for (const Command& each : commands)
            pair.run(each);
        RC_CLASSIFY(commands.size() > 50);
    });
    CHECK(outcome);
    CHECK(Reclaimer::process().pending() == 0);
}
