#include "tests/dispatch/dispatcher_spec.h"

#include <algorithm>
#include <utility>

namespace guardc::tests {

SpecCompile spec_compile(int x) {
    switch (x) {
        case 13:
            return SpecCompile::fails;
        case 14:
            return SpecCompile::throws;
        case 15:
            return SpecCompile::rejects_its_frame;
        case 16:
            return SpecCompile::nothing;
        default:
            return SpecCompile::entry;
    }
}

bool DispatcherSpec::has_failed() const {
    if (failures == 0) return false;
    return on_failure.then != OnFailure::retry || failures > on_failure.retries;
}

SpecEntry* DispatcherSpec::find(int x, const std::string& backend) {
    SpecEntry* found = nullptr;
    for (SpecEntry& entry : entries) {
        if ((backend != "any" && entry.backend != backend) || !entry.guard.accepts(x)) continue;
        if (found == nullptr || order == EntryOrder::newest_first) found = &entry;
    }
    return found;
}

std::string DispatcherSpec::look_up(int x, const std::string& backend) {
    const Stance stance = thread_stance.value_or(dispatcher_stance.value_or(Stance::normal));
    if (stance == Stance::eager) return "eager:stance";
    if (skipped) return "eager:limit";
    if (has_failed() && on_failure.then == OnFailure::skip) return "eager:failed";
    if (skipped_objects.contains(spec_object(x))) return "eager:limit";
    if (SpecEntry* const entry = find(x, backend)) {
        if (limit.then == AtLimit::evict || object_limit.then == AtLimit::evict) entry->used = true;
        ++entry->hits;
        return "hit:" + entry->name;
    }
    if (backend == "npu" && x < required) return "eager:require";
    const Stance allowed = lock.value_or(stance);
    if (allowed == Stance::refuse) return "refuse";
    if (allowed == Stance::run_only) return "eager:stance";
    return miss(x, backend);
}

std::string DispatcherSpec::miss(int x, const std::string& backend) {
    if (has_failed()) return "eager:failed";
    const int object = spec_object(x);
    const LimitPolicy* const met = reached(object);
    if (met == nullptr) return compile(x, backend);
    if (met->then == AtLimit::refuse) return "refuse";
    if (met->then == AtLimit::skip && met == &limit) skipped = true;
    if (met->then == AtLimit::skip && met == &object_limit) skipped_objects.insert(object);
    return "eager:limit";
}

std::size_t DispatcherSpec::count(std::optional<int> object) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        entries, [&](const SpecEntry& entry) { return !object || entry.object == *object; }));
}

// The first limit that lets nothing be compiled for the object; where others make room, only at zero.
const LimitPolicy* DispatcherSpec::reached(int object) const {
    const auto forbids = [](const LimitPolicy& policy, std::size_t live) {
        return live >= policy.count && (policy.then != AtLimit::evict || policy.count == 0);
    };
    if (forbids(limit, count({}))) return &limit;
    return forbids(object_limit, count(object)) ? &object_limit : nullptr;
}

std::string DispatcherSpec::compile(int x, const std::string& backend) {
    const SpecCompile made = spec_compile(x);
    if (made == SpecCompile::nothing) return "eager";
    if (made != SpecCompile::entry) {
        ++failures;
        return "eager:failed";
    }
    failures = 0;
    make_room(object_limit, spec_object(x));
    make_room(limit, {});
    insert(std::to_string(x), backend == "any" ? "" : backend, {0, x, backend == "npu" ? required : 0},
           false);
    entries.back().object = spec_object(x);
    return "compile:" + std::to_string(x);
}

// What goes is the first that counts, behind the hand, that was not used since the hand last passed it.
void DispatcherSpec::make_room(const LimitPolicy& policy, std::optional<int> object) {
    while (policy.then == AtLimit::evict && count(object) > 0 && count(object) >= policy.count) {
        auto at = std::ranges::find_if(entries, [&](const SpecEntry& entry) { return entry.id > hand; });
        for (;; ++at) {
            if (at == entries.end()) at = entries.begin();
            if (object && at->object != *object) continue;
            hand = at->id;
            if (!std::exchange(at->used, false)) break;
        }
        entries.erase(at);
    }
}

void DispatcherSpec::insert(std::string name, std::string backend, SpecGuard guard, bool depends) {
    entries.push_back({++last_id, std::move(name), std::move(backend), guard, depends});
}

// What takes a place counts for whom the place counted, and begins anew otherwise.
void DispatcherSpec::replace(int id, std::string name, std::string backend, SpecGuard guard, bool depends) {
    SpecEntry& entry = *std::ranges::find(entries, id, &SpecEntry::id);
    entry = {id, std::move(name), std::move(backend), guard, depends, entry.object};
}

void DispatcherSpec::remove(int id) {
    std::erase_if(entries, [&](const SpecEntry& entry) { return entry.id == id; });
}

void DispatcherSpec::require(int least) {
    required = least;
    for (SpecEntry& entry : entries) {
        if (entry.backend != "npu" || entry.guard.least == required) continue;
        entry.guard.least = required;
        entry.used = false;  // a narrowed entry is a new one to the clock
    }
}

// Its entries serve on and count for nobody; whoever comes to stand at its address starts from nothing.
void DispatcherSpec::object_died(int object) {
    skipped_objects.erase(object);
    for (SpecEntry& entry : entries) {
        if (entry.object != object) continue;
        entry.object = kNoObject;
        entry.used = false;  // as above
    }
}

}  // namespace guardc::tests
