#include "tests/dispatch/dispatcher_spec.h"

#include <algorithm>

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
    if (SpecEntry* const entry = find(x, backend)) {
        if (limit.then == AtLimit::evict) entry->used = true;
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
    const bool at_limit = entries.size() >= limit.count;
    if (at_limit && (limit.then != AtLimit::evict || limit.count == 0)) {
        if (limit.then == AtLimit::refuse) return "refuse";
        if (limit.then == AtLimit::skip) skipped = true;
        return "eager:limit";
    }
    return compile(x, backend);
}

std::string DispatcherSpec::compile(int x, const std::string& backend) {
    const SpecCompile made = spec_compile(x);
    if (made == SpecCompile::nothing) return "eager";
    if (made != SpecCompile::entry) {
        ++failures;
        return "eager:failed";
    }
    failures = 0;
    if (limit.then == AtLimit::evict) {
        while (!entries.empty() && entries.size() >= limit.count)
            evict();
    }
    insert(std::to_string(x), backend == "any" ? "" : backend, {0, x, backend == "npu" ? required : 0},
           false);
    return "compile:" + std::to_string(x);
}

// The first entry behind the hand that was not used since the hand last passed it.
void DispatcherSpec::evict() {
    auto at = std::ranges::find_if(entries, [&](const SpecEntry& entry) { return entry.id > hand; });
    for (;; ++at) {
        if (at == entries.end()) at = entries.begin();
        hand = at->id;
        if (!at->used) break;
        at->used = false;
    }
    entries.erase(at);
}

void DispatcherSpec::insert(std::string name, std::string backend, SpecGuard guard, bool depends) {
    entries.push_back({++last_id, std::move(name), std::move(backend), guard, depends});
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

}  // namespace guardc::tests
