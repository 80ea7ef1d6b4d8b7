#include "runtime/dispatch/frame_cache.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "runtime/dispatch/checking.h"

namespace guardc {

FrameCache::FrameCache(FrameOptions options, std::shared_ptr<RuleCompiler> compiler,
                       std::shared_ptr<BackendNames> backends)
    : options_(std::move(options)),
      compiler_(std::move(compiler)),
      backends_(std::move(backends)),
      store_(options_.limit, options_.on_failure, options_.order) {}

Outcome FrameCache::look_up(const Call& call) noexcept {
    ThreadRecord& thread = this_thread();
    Outcome asked = ask(thread, call);
    if (asked.kind() == OutcomeKind::hit) [[likely]] {
        counters_.add(Count::hits, thread.number);
        return asked;
    }
    try {
        if (asked.reason() == EagerReason::no_entry) {
            return finish(thread, call, miss(thread, call));
        }
    } catch (...) {  // ours are caught where they arise: this is memory that the system does not have
        return finish(thread, call, Outcome(OutcomeKind::error, EagerReason::none));
    }
    return finish(thread, call, std::move(asked));
}

// Asks the entries of one snapshot in order. Eager with the reason `no entry` when none accepts.
Outcome FrameCache::ask(ThreadRecord& thread, const Call& call) noexcept {
    const ReadSection section(thread);
    const FrameSnapshot& snapshot = store_.snapshot();
    if (snapshot.skips()) {
        return {OutcomeKind::eager,
                snapshot.state == FrameState::skipped_at_limit ? EagerReason::limit : EagerReason::failed};
    }
    const CheckBlock block(thread.scratch, call, snapshot.registers, snapshot.lifted, snapshot.slots);
    if (block.empty()) return {OutcomeKind::error, EagerReason::none};
    for (const FrameSnapshot::Row& row : snapshot.rows) {
        if (row.backend != call.backend && call.backend != BackendKey::any) continue;
        const Status status = block.check(*row.code);
        if (status == Status::miss) [[likely]]
            continue;
        if (status == Status::error) return {OutcomeKind::error, EagerReason::none};
        if (snapshot.marks_use && !row.entry->used.load(std::memory_order_relaxed)) {
            row.entry->used.store(true, std::memory_order_relaxed);
        }
        return {OutcomeKind::hit, Hold(thread, row.entry), *row.entry, block.lifted()};
    }
    return {OutcomeKind::eager, EagerReason::no_entry};
}

// Counts what a look-up that did not hit at once came to, and lets the engine run the frame eagerly.
Outcome FrameCache::finish(ThreadRecord& thread, const Call& call, Outcome outcome) noexcept {
    const auto count = [&](Count what) { counters_.add(what, thread.number); };
    switch (outcome.kind()) {
        case OutcomeKind::hit:
            count(Count::hits);
            break;
        case OutcomeKind::compile:
            count(Count::misses), count(Count::compiles);
            break;
        case OutcomeKind::refuse:
            count(Count::misses), count(Count::refusals);
            break;
        case OutcomeKind::error:
            count(Count::errors);
            break;
        case OutcomeKind::eager:
            if (outcome.reason() == EagerReason::require) {
                count(Count::unmet);
            } else {
                count(Count::misses), count(Count::eager);
            }
            break;
    }
    if (outcome.kind() != OutcomeKind::eager || !options_.callbacks.eager) return outcome;
    Outcome failure(OutcomeKind::error, EagerReason::none);
    try {
        options_.callbacks.eager(*this, call, outcome);
        return outcome;
    } catch (const std::exception& thrown) {
        return std::move(failure).with(thrown.what());
    } catch (...) {
        return std::move(failure).with("the eager callback threw something that is no std::exception");
    }
}

bool FrameCache::remove(EntryId id) {
    return store_.remove(id);
}

void FrameCache::clear() {
    store_.clear();
}

void FrameCache::set_limit(LimitPolicy limit) {
    store_.set_limit(limit);
}

void FrameCache::set_on_failure(FailurePolicy on_failure) {
    store_.set_on_failure(on_failure);
}

std::vector<ReasonText> FrameCache::reasons_of(const EntryCode& code, std::string_view entry,
                                               const Call& call, ReasonsWanted which) const {
    std::vector<ReasonText> reasons;
    if (compiler_ != nullptr && code.rules() != nullptr) {
        reasons = compiler_->reasons(code, call.slots, call.ambient, which);
    } else if (check_once(code, call).status == Status::miss) {
        reasons.push_back({.guard = "the check of this entry",
                           .expected = "hit",
                           .actual = "miss",
                           .owner = "engine",
                           .because = "it came without rules"});
    }
    for (ReasonText& reason : reasons)
        reason.entry = entry;
    return reasons;
}

std::vector<ReasonText> FrameCache::reasons(const Call& call, ReasonsWanted which) const {
    std::vector<ReasonText> all;
    for (const auto& entry : store_.entries()) {
        if (call.backend != BackendKey::any && entry->backend_key != call.backend) {
            all.push_back({.entry = entry->name,
                           .guard = "backend",
                           .expected = entry->backend.empty() ? "none" : entry->backend,
                           .actual = call.backend == BackendKey::none
                                         ? std::string("none")
                                         : std::string(backends_->name(call.backend)),
                           .owner = "dispatcher"});
            if (which == ReasonsWanted::first) continue;
        }
        for (ReasonText& reason : reasons_of(*entry->code, entry->name, call, which)) {
            all.push_back(std::move(reason));
        }
    }
    return all;
}

// The generation grows first: whatever is inserted from here on has been narrowed, and the entries that were
// there before are in the list below. An entry that another thread narrows at the same time is tried again.
void FrameCache::rules_narrowed() {
    if (compiler_ == nullptr) return;
    store_.next_rules_generation();
    for (;;) {
        std::vector<EntryStore::Narrowing> narrowings;
        for (const auto& entry : store_.entries()) {
            const auto code = compiler_->narrowed(name(), entry->code);
            if (!code) {
                narrowings.emplace_back(entry,
                                        nullptr);  // it cannot be kept apart from frames it must not serve
            } else if (*code != entry->code) {
                narrowings.emplace_back(entry, *code);
            }
        }
        if (narrowings.empty()) return;
        store_.narrow(narrowings);
    }
}

// A requirement that comes while the code is built makes the store turn it down.
std::expected<bool, RuleFailure> FrameCache::consent(EntryId id) {
    for (;;) {
        const std::uint64_t generation = store_.rules_generation();
        const auto live = store_.entries();
        const auto entry = std::ranges::find(live, id, &Entry::id);
        if (entry == live.end()) return false;
        if (compiler_ == nullptr) return true;
        const auto code = compiler_->renewed(name(), (*entry)->code);
        if (!code) return std::unexpected(code.error());
        if (*code == (*entry)->code || store_.renew(*entry, *code, generation)) return true;
    }
}

}  // namespace guardc
