#include "runtime/dispatch/frame_cache.h"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "runtime/dispatch/ask.h"
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

namespace {

// What a look-up that no entry served counts as; hits are counted by their entry.
constexpr Count count_of(OutcomeKind kind, EagerReason reason) {
    constexpr std::array<Count, 5> by_kind = {Count::compiles, Count::compiles, Count::eager_no_entry,
                                              Count::refusals, Count::errors};
    constexpr std::array<Count, 6> by_reason = {Count::eager_no_entry, Count::eager_no_entry,
                                                Count::eager_limit,    Count::eager_failed,
                                                Count::eager_stance,   Count::unmet};
    return kind == OutcomeKind::eager ? by_reason[static_cast<std::size_t>(reason)]
                                      : by_kind[static_cast<std::size_t>(kind)];
}
static_assert(count_of(OutcomeKind::eager, EagerReason::require) == Count::unmet);
static_assert(count_of(OutcomeKind::error, EagerReason::none) == Count::errors);

}  // namespace

// `no_entry`: the policies are to be asked. Else they can say only this.
inline EagerReason FrameCache::missed(const FrameSnapshot& snapshot, const ThreadRecord& thread,
                                      const Call& call) const noexcept {
    const bool told = snapshot.every_miss != EagerReason::limit || warned_.load(std::memory_order_relaxed);
    const bool at_once = snapshot.every_miss != EagerReason::none && told && names_no_backend(call.backend) &&
                         is_free(thread) && options_.callbacks.compile;
    return at_once ? snapshot.every_miss : EagerReason::no_entry;
}

// Asks the entries of one snapshot in order. Eager with the reason `no entry` when none accepts and the
// policies are to be asked.
[[gnu::always_inline]] inline Outcome FrameCache::ask_now(ThreadRecord& thread, const Call& call) noexcept {
    if (stance_of(thread) == Stance::eager) [[unlikely]]
        return {OutcomeKind::eager, EagerReason::stance};
    const ReadSection section(thread);
    const FrameSnapshot& snapshot = store_.snapshot();
    if (snapshot.skips()) [[unlikely]] {
        return {OutcomeKind::eager,
                snapshot.state == FrameState::skipped_at_limit ? EagerReason::limit : EagerReason::failed};
    }
    if (!snapshot.skipped.empty() && skips_object(snapshot, call)) [[unlikely]] {
        return {OutcomeKind::eager, EagerReason::limit};
    }
    const auto candidates = snapshot.index.candidates(thread.scratch, call);
    if (candidates.none()) return {OutcomeKind::eager, missed(snapshot, thread, call)};
    const CheckBlock block(thread.scratch, call, snapshot.registers, snapshot.lifted, snapshot.slots);
    if (block.empty()) return {OutcomeKind::error, EagerReason::none};
    const auto [status, hit] = ask_entries(snapshot, candidates, call, block);
    if (status == Status::error) return {OutcomeKind::error, EagerReason::none};
    if (status == Status::miss) return {OutcomeKind::eager, missed(snapshot, thread, call)};
    if (snapshot.marks_use && !hit->entry->used.load(std::memory_order_relaxed)) {
        hit->entry->used.store(true, std::memory_order_relaxed);
    }
    hit->hits->add(thread.number);
    GUARDC_PROBE2(hit, options_.name.c_str(), static_cast<std::uint64_t>(hit->entry->id));
    return {OutcomeKind::hit, Hold(thread, hit->entry), *hit->entry, block.lifted()};
}

// For those who ask again after a miss.
Outcome FrameCache::ask(ThreadRecord& thread, const Call& call) noexcept {
    return ask_now(thread, call);
}

bool FrameCache::skips_object(const FrameSnapshot& snapshot, const Call& call) const noexcept {
    for (const CountedObject& skipped : snapshot.skipped) {
        if (object_at(object_paths_[skipped.limit].get(), call) == skipped.object) return true;
    }
    return false;
}

// Counts what a look-up that did not hit came to, and lets the engine run the frame eagerly.
inline void FrameCache::finish(ThreadRecord& thread, const Call& call, Outcome& outcome) noexcept {
    counters_.add(count_of(outcome.kind(), outcome.reason()), thread.number);
    GUARDC_PROBE3(miss, options_.name.c_str(), static_cast<int>(outcome.kind()),
                  static_cast<int>(outcome.reason()));
    if (outcome.kind() == OutcomeKind::eager && options_.callbacks.eager) run_eagerly(call, outcome);
}

Outcome FrameCache::look_up(const Call& call) noexcept {
    ThreadRecord& thread = this_thread();
    Outcome outcome = ask_now(thread, call);
    if (outcome.kind() == OutcomeKind::hit) [[likely]]
        return outcome;
    if (outcome.reason() == EagerReason::no_entry) {
        try {
            outcome = miss(thread, call);
        } catch (...) {  // ours are caught where they arise: this is memory that the system does not have
            outcome = Outcome(OutcomeKind::error, EagerReason::none);
        }
        if (outcome.kind() == OutcomeKind::hit) return outcome;  // of what was compiled meanwhile
    }
    finish(thread, call, outcome);
    return outcome;
}

void FrameCache::run_eagerly(const Call& call, Outcome& outcome) noexcept {
    const auto failed_with = [&](const char* text) {
        outcome = Outcome(OutcomeKind::error, EagerReason::none).with(text);
    };
    try {
        options_.callbacks.eager(*this, call, outcome);
    } catch (const std::exception& thrown) {
        failed_with(thrown.what());
    } catch (...) {
        failed_with("the eager callback threw something that is no std::exception");
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
