#include "runtime/dispatch/frame_cache.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "runtime/dispatch/checking.h"
#include "runtime/dispatch/probe.h"

namespace guardc {
namespace {

std::vector<LimitPolicy> policies(const std::vector<ObjectLimit>& limits) {
    std::vector<LimitPolicy> found;
    for (const ObjectLimit& limit : limits)
        found.push_back(limit.limit);
    return found;
}

constexpr bool names_no_backend(BackendKey key) {
    return key == BackendKey::any || key == BackendKey::none;
}

}  // namespace

FrameCache::FrameCache(FrameOptions options, std::shared_ptr<RuleCompiler> compiler,
                       std::shared_ptr<BackendNames> backends, std::shared_ptr<const StanceBoard> stances)
    : options_(std::move(options)),
      compiler_(std::move(compiler)),
      backends_(std::move(backends)),
      stances_(std::move(stances)),
      store_(options_.limit, policies(options_.per_object), options_.on_failure, options_.order) {
    for (const ObjectLimit& limit : options_.per_object) {
        auto path = limit.value;
        if (path == nullptr && compiler_ != nullptr) path = compiler_->object_at(name(), limit.path);
        object_paths_.push_back(std::move(path));
    }
}

Outcome FrameCache::look_up(const Call& call) noexcept {
    ThreadRecord& thread = this_thread();
    if (stance_of(thread) == Stance::eager) [[unlikely]]
        return finish(thread, call, {OutcomeKind::eager, EagerReason::stance});
    Outcome asked = ask(thread, call);
    if (asked.kind() == OutcomeKind::hit) [[likely]]
        return asked;
    try {
        if (asked.reason() == EagerReason::no_entry) {
            return finish(thread, call, miss(thread, call));
        }
    } catch (...) {  // ours are caught where they arise: this is memory that the system does not have
        return finish(thread, call, Outcome(OutcomeKind::error, EagerReason::none));
    }
    return finish(thread, call, std::move(asked));
}

// Asks the entries of one snapshot in order. Eager with the reason `no entry` when none accepts and the
// policies are to be asked.
Outcome FrameCache::ask(ThreadRecord& thread, const Call& call) noexcept {
    const ReadSection section(thread);
    const FrameSnapshot& snapshot = store_.snapshot();
    if (snapshot.skips()) {
        return {OutcomeKind::eager,
                snapshot.state == FrameState::skipped_at_limit ? EagerReason::limit : EagerReason::failed};
    }
    if (!snapshot.skipped.empty() && skips_object(snapshot, call)) {
        return {OutcomeKind::eager, EagerReason::limit};
    }
    const CheckBlock block(thread.scratch, call, snapshot.registers, snapshot.lifted, snapshot.slots);
    if (block.empty()) return {OutcomeKind::error, EagerReason::none};

    const FrameSnapshot::Row* hit = nullptr;
    const auto accepts = [&](const FrameSnapshot::Row& row) {
        if (row.backend != call.backend && call.backend != BackendKey::any) return Status::miss;
        const Status status = block.check(*row.code);
        if (status == Status::hit) hit = &row;
        return status;
    };
    Status status = Status::miss;
    if (const auto candidates = snapshot.index.candidates(call)) {
        for (std::size_t i = 0; i < candidates->size() && status == Status::miss; ++i)
            status = accepts(snapshot.rows[(*candidates)[i]]);
    } else {
        for (std::size_t i = 0; i < snapshot.rows.size() && status == Status::miss; ++i)
            status = accepts(snapshot.rows[i]);
    }
    if (status == Status::error) return {OutcomeKind::error, EagerReason::none};
    if (status == Status::miss) {
        const bool at_once = snapshot.every_miss != EagerReason::none && names_no_backend(call.backend) &&
                             options_.callbacks.compile && warned_.load(std::memory_order_relaxed) &&
                             stance_of(thread) == Stance::normal && stances_->locked() == Stance::normal;
        return {OutcomeKind::eager, at_once ? snapshot.every_miss : EagerReason::no_entry};
    }
    if (snapshot.marks_use && !hit->entry->used.load(std::memory_order_relaxed)) {
        hit->entry->used.store(true, std::memory_order_relaxed);
    }
    hit->hits->add(thread.number);
    GUARDC_PROBE2(hit, options_.name.c_str(), static_cast<std::uint64_t>(hit->entry->id));
    return {OutcomeKind::hit, Hold(thread, hit->entry), *hit->entry, block.lifted()};
}

bool FrameCache::skips_object(const FrameSnapshot& snapshot, const Call& call) const noexcept {
    for (const CountedObject& skipped : snapshot.skipped) {
        if (object_at(object_paths_[skipped.limit].get(), call) == skipped.object) return true;
    }
    return false;
}

// Counts what a look-up that did not hit at once came to, and lets the engine run the frame eagerly.
Outcome FrameCache::finish(ThreadRecord& thread, const Call& call, Outcome outcome) noexcept {
    const auto count = [&](Count what) { counters_.add(what, thread.number); };
    switch (outcome.kind()) {
        case OutcomeKind::hit:
            return outcome;  // counted by its entry
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
            switch (outcome.reason()) {
                case EagerReason::require:
                    count(Count::unmet);
                    break;
                case EagerReason::limit:
                    count(Count::misses), count(Count::eager), count(Count::eager_limit);
                    break;
                case EagerReason::failed:
                    count(Count::misses), count(Count::eager), count(Count::eager_failed);
                    break;
                case EagerReason::stance:
                    count(Count::misses), count(Count::eager), count(Count::eager_stance);
                    break;
                case EagerReason::no_entry:
                case EagerReason::none:
                    count(Count::misses), count(Count::eager), count(Count::eager_no_entry);
                    break;
            }
            break;
    }
    GUARDC_PROBE3(miss, options_.name.c_str(), static_cast<int>(outcome.kind()),
                  static_cast<int>(outcome.reason()));
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
    warned_ = false;
}

bool FrameCache::set_object_limit(std::string_view path, LimitPolicy limit) {
    const auto found = std::ranges::find(options_.per_object, path, &ObjectLimit::path);
    if (found == options_.per_object.end()) return false;
    store_.set_object_limit(static_cast<LimitIndex>(found - options_.per_object.begin()), limit);
    warned_ = false;
    return true;
}

void FrameCache::set_on_failure(FailurePolicy on_failure) {
    store_.set_on_failure(on_failure);
}

std::size_t FrameCache::object_died(std::uint64_t identity) {
    return tell(store_.object_died(identity));
}

std::size_t FrameCache::drop_stale(const Dependency& dependency) {
    return tell(store_.drop_stale(dependency));
}

std::size_t FrameCache::invalidate(const std::string& reason,
                                   const std::function<bool(const Entry&)>& condemned) {
    std::vector<EntryId> ids;
    for (const auto& entry : store_.entries()) {
        bool goes = true;
        try {
            goes = condemned(*entry);
        } catch (...) {  // who cannot say whether it may stay gets none that may not
        }
        if (goes) ids.push_back(entry->id);
    }
    return tell(store_.invalidate(ids, reason));
}

FrameCounts FrameCache::counts() const {
    FrameCounts counts = counters_.read();
    counts.hits = store_.hits();
    return counts;
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
        tell(store_.narrow(narrowings));
    }
}

}  // namespace guardc
