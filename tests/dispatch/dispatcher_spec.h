// What a dispatcher with one frame does, said as plainly as it can be: one thread, one list, no cleverness.
// Values are ints; an entry accepts those that pass all its guards.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runtime/dispatch/policy.h"
#include "runtime/dispatch/stance.h"

namespace guardc::tests {

// `x % modulus == remainder and x >= least`; modulus 0: `x == remainder`.
struct SpecGuard {
    int modulus = 0, remainder = 0, least = 0;
    bool accepts(int x) const {
        return x >= least && (modulus == 0 ? x == remainder : x % modulus == remainder);
    }
};

// Whose frame a value is: the limit per object counts by it. Object 0 is none that could be told from
// another.
inline constexpr int kObjects = 3;
constexpr int spec_object(int x) {
    return x % kObjects;
}
inline constexpr int kNoObject = -1;  // of entries that came ready, and of those whose object has died

struct SpecEntry {
    int id = 0;
    std::string name, backend;
    SpecGuard guard;
    bool depends = false;  // on the one dependency
    int object = kNoObject;
    bool used = false;
    int hits = 0;
};

// What the engine's compiler makes of a value.
enum class SpecCompile { entry, fails, throws, rejects_its_frame, nothing };
SpecCompile spec_compile(int x);

struct DispatcherSpec {
    LimitPolicy limit, object_limit;
    FailurePolicy on_failure{OnFailure::run_only, 0, std::chrono::milliseconds(0)};
    EntryOrder order = EntryOrder::declared;
    std::optional<Stance> thread_stance, dispatcher_stance, lock;
    int required = 0;  // the backend `npu` takes values from here on
    std::vector<SpecEntry> entries;
    bool skipped = false;
    std::set<int> skipped_objects = {};
    unsigned failures = 0;
    int last_id = 0, hand = 0;

    std::string look_up(int x, const std::string& backend);
    void insert(std::string name, std::string backend, SpecGuard guard, bool depends);
    void replace(int id, std::string name, std::string backend, SpecGuard guard, bool depends);
    void remove(int id);
    void require(int least);  // more than before
    void object_died(int object);

  private:
    SpecEntry* find(int x, const std::string& backend);
    std::string miss(int x, const std::string& backend);
    std::string compile(int x, const std::string& backend);
    bool has_failed() const;
    std::size_t count(std::optional<int> object) const;  // of an object, or of all
    const LimitPolicy* reached(int object) const;
    void make_room(const LimitPolicy& limit, std::optional<int> object);
};

}  // namespace guardc::tests
