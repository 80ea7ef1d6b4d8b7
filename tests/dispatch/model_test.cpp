// Random commands to a dispatcher and to its specification: every outcome, every list of entries and every
// count of hits must agree.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "runtime/value/arena.h"
#include "runtime/value/builtin_model.h"
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

constexpr std::uint64_t identity_of(int object) {
    return 100 + static_cast<std::uint64_t>(object);
}

// Lifts the object that the value belongs to.
Status object_of(const Ref* slots, const Cell*, const std::uint64_t*, Cell*, Memo*, Cell* out) noexcept {
    static ValueArena arena;
    static const Value* const objects[kObjects] = {
        arena.make_integer(0), arena.make_list({}, {identity_of(1)}), arena.make_list({}, {identity_of(2)})};
    out[0] = Cell::reference(objects[spec_object(*static_cast<const int*>(slots[0]))]);
    return Status::hit;
}

std::shared_ptr<const EntryCode> object_path() {
    EntryCode::Parts parts;
    parts.program.slots = 1;
    parts.program.lifted = 1;
    parts.literals = {std::bit_cast<std::uint64_t>(&builtin_model()), 0};
    auto code = std::make_shared<EntryCode>(std::move(parts));
    code->publish_native(object_of, nullptr);
    return code;
}

struct Command {
    int what = 0, number = 0;
};
void showValue(const Command& command, std::ostream& stream) {
    stream << command.what << '/' << command.number;
}

std::vector<ObjectLimit> limits_per_object() {
    return {{"self", {2, AtLimit::run_only}, object_path()}};
}

class Both {
  public:
    Both(EntryOrder order, bool per_object)
        : toy_({.limit = {3, AtLimit::run_only},
                .per_object = per_object ? limits_per_object() : std::vector<ObjectLimit>(),
                .on_failure = {OnFailure::run_only, 0, std::chrono::milliseconds(0)},
                .order = order},
               [](const CompileRequest&, int x) { return make(x); }) {
        spec_.limit = {3, AtLimit::run_only};
        spec_.object_limit = {per_object ? 2 : kNoLimit, AtLimit::run_only};
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
            case 9:
                replace(n);
                break;
            case 10:
                set_object_limit({static_cast<std::uint32_t>(n % 4), spec_.object_limit.then});
                break;
            case 11:
                set_object_limit({spec_.object_limit.count, static_cast<AtLimit>(n % 4)});
                break;
            case 12:
                spec_.object_died(1 + n % 2);
                RC_ASSERT(toy_.dispatcher->object_died(identity_of(1 + n % 2)) == 0U);
                break;
            case 13:
                if (n > 3) break;
                spec_.entries.clear();
                toy_.frame.clear();
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

    void set_object_limit(LimitPolicy limit) {
        if (spec_.object_limit.count == kNoLimit) return;
        spec_.object_limit = limit;
        spec_.skipped_objects.clear();
        RC_ASSERT(toy_.frame.set_object_limit("self", limit));
    }

    // An entry that comes ready.
    struct Ready {
        NewEntry made;
        std::string backend;
        SpecGuard guard;
        bool depends;
    };
    Ready ready(int n) const {
        const bool even = n % 2 == 0, depends = n % 4 >= 2;
        Ready next{{.name = even ? "even" : "third"},
                   even ? "npu" : "",
                   {even ? 2 : 3, 0, even ? spec_.required : 0},
                   depends};
        if (depends) next.made.dependencies = {dependency_};
        return next;
    }

    void insert(int n) {
        const Ready next = ready(n);
        RC_ASSERT(toy_.frame.insert(next.made).has_value());
        spec_.insert(next.made.name, next.backend, next.guard, next.depends);
    }

    void replace(int n) {
        const Ready next = ready(n / 3);
        if (n % 3 == 0 || spec_.entries.empty()) {
            RC_ASSERT(!toy_.frame.replace(EntryId{1'000'000}, next.made).has_value());
            return;
        }
        const int id = spec_.entries[static_cast<std::size_t>(n) % spec_.entries.size()].id;
        RC_ASSERT(toy_.frame.replace(EntryId{static_cast<std::uint64_t>(id)}, next.made).has_value());
        spec_.replace(id, next.made.name, next.backend, next.guard, next.depends);
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
                                         {{2, rc::gen::inRange(0, 14)}, {4, rc::gen::inRange(14, 20)}})),
        rc::gen::set(&Command::number, rc::gen::inRange(0, 18)));
    const auto outcome = rc::check("commands", [&](bool newest, bool per_object) {
        const auto commands = *rc::gen::container<std::vector<Command>>(command);
        Both both(newest ? EntryOrder::newest_first : EntryOrder::declared, per_object);
        for (const Command& each : commands)
            both.run(each);
        RC_CLASSIFY(commands.size() > 50);
    });
    CHECK(outcome);
    CHECK(Reclaimer::process().pending() == 0);
}
