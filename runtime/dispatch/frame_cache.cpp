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
      store_(options_.limit, policies(options_.per_object), options_.on_failure, options_.order,
             options_.callbacks.compile != nullptr) {
    for (const ObjectLimit& limit : options_.per_object) {
        auto path = limit.value;
        if (path == nullptr && compiler_ != nullptr) path = compiler_->object_at(name(), limit.path);
        object_paths_.push_back(std::move(path));
    }
}

namespace {

// What a look-up that no entry served counts as; hits are counted by their entry.
constexpr std::array<Count, 5> kCountOfKind = {Count::compiles, Count::compiles, Count::eager_no_entry,
                                               Count::refusals, Count::errors};
constexpr std::array<Count, 6> kCountOfReason = {Count::eager_no_entry, Count::eager_no_entry,
                                                 Count::eager_limit,    Count::eager_failed,
                                                 Count::eager_stance,   Count::unmet};
constexpr Count count_of(OutcomeKind kind, EagerReason reason) {
    return kind == OutcomeKind::eager ? kCountOfReason[static_cast<std::size_t>(reason)]
                                      : kCountOfKind[static_cast<std::size_t>(kind)];
}
static_assert(count_of(OutcomeKind::eager, EagerReason::require) == Count::unmet);
static_assert(count_of(OutcomeKind::error, EagerReason::none) == Count::errors);

}  // namespace

// `no_entry`: the policies are to be asked. Else they can say only this.
inline EagerReason FrameCache::missed(const FrameSnapshot& snapshot, bool free,
                                      const Call& call) const noexcept {
    const bool at_once = snapshot.every_miss != EagerReason::none && names_no_backend(call.backend) && free;
    return at_once ? snapshot.every_miss : EagerReason::no_entry;
}

// Asks the entries of one snapshot in order. What `not_served` makes of it when none accepts, outside of the
// read section: eager with the reason `no entry` when the policies are to be asked.
template <typename NotServed>
[[gnu::always_inline]] inline Outcome FrameCache::ask_rows(ThreadRecord& thread, ReadSection& section,
                                                           const Call& call, const FrameSnapshot& snapshot,
                                                           EntryIndex::Candidates candidates,
                                                           NotServed&& not_served) noexcept {
    auto status = Status::error;
    {
        const CheckBlock block(thread.scratch, call, snapshot.registers, snapshot.lifted, snapshot.slots);
        const Asked asked =
            block.empty() ? Asked{Status::error} : ask_entries(snapshot, candidates, call, block);
        status = asked.status;
        if (status == Status::hit) [[likely]] {
            const FrameSnapshot::Row& hit = *asked.row;
            if (snapshot.marks_use && !hit.entry->used.load(std::memory_order_relaxed))
                hit.entry->used.store(true, std::memory_order_relaxed);
            hit.hits->add(thread.number);
            GUARDC_PROBE2(hit, options_.name.c_str(), static_cast<std::uint64_t>(hit.entry->id));
            return {OutcomeKind::hit, Hold(thread, hit.entry), *hit.entry, block.lifted()};
        }
    }
    if (status == Status::error) {
        section.end();
        return not_served(OutcomeKind::error, EagerReason::none);
    }
    const EagerReason reason = missed(snapshot, is_free(thread), call);
    section.end();
    return not_served(OutcomeKind::eager, reason);
}

// For those who ask again after a miss, and whatever else is not in a hurry.
Outcome FrameCache::ask(ThreadRecord& thread, const Call& call) noexcept {
    if (stance_of(thread) == Stance::eager) return {OutcomeKind::eager, EagerReason::stance};
    ReadSection section(thread);
    const FrameSnapshot& snapshot = store_.snapshot();
    if (snapshot.skips_some && skips(snapshot, call)) {
        const bool failed = snapshot.state == FrameState::skipped_failed;
        return {OutcomeKind::eager, failed ? EagerReason::failed : EagerReason::limit};
    }
    const auto candidates = snapshot.index.candidates(thread.scratch, call);
    if (candidates.none()) return {OutcomeKind::eager, missed(snapshot, is_free(thread), call)};
    return ask_rows(thread, section, call, snapshot, candidates,
                    [](OutcomeKind kind, EagerReason reason) { return Outcome(kind, reason); });
}

// Whether this call is not even asked about: none of the frame is, or none of its object.
bool FrameCache::skips(const FrameSnapshot& snapshot, const Call& call) const noexcept {
    if (snapshot.skips()) return true;
    for (const CountedObject& skipped : snapshot.skipped) {
        if (object_at(object_paths_[skipped.limit].get(), call) == skipped.object) return true;
    }
    return false;
}

// Most look-ups are hits, or misses that the frame's policies have settled beforehand; whatever is rarer is
// done elsewhere.
Outcome FrameCache::look_up(const Call& call) noexcept {
    if (current_thread_record == nullptr) [[unlikely]]
        return look_up_anyhow(call);
    ThreadRecord& thread = *current_thread_record;
    if (!is_free(thread) || ReadSection::is_open(thread)) [[unlikely]]
        return look_up_anyhow(call);
    ReadSection section(thread, ReadSection::Outermost());
    const FrameSnapshot& snapshot = store_.snapshot();
    auto candidates = EntryIndex::Candidates::any();
    if (snapshot.skips_some ||
        (!snapshot.index.empty() && !snapshot.index.candidates_at_once(thread.scratch, call, candidates)))
        [[unlikely]] {
        section.end();
        return look_up_anyhow(call);
    }
    if (!candidates.none()) {
        return ask_rows(
            thread, section, call, snapshot, candidates,
            [&](OutcomeKind kind, EagerReason reason) { return not_served(thread, call, kind, reason); });
    }
    const EagerReason reason = missed(snapshot, true, call);
    section.end();
    if (reason == EagerReason::no_entry || options_.callbacks.eager)
        return not_served(thread, call, OutcomeKind::eager, reason);
    counters_.add(count_of(OutcomeKind::eager, reason), thread.number);
    GUARDC_PROBE3(miss, options_.name.c_str(), static_cast<int>(OutcomeKind::eager),
                  static_cast<int>(reason));
    return {OutcomeKind::eager, reason};
}

// Under a stance, inside another look-up, by a new thread, of a frame that is skipped, ..
[[gnu::noinline]] Outcome FrameCache::look_up_anyhow(const Call& call) noexcept {
    ThreadRecord& thread = this_thread();
    Outcome outcome = ask(thread, call);
    if (outcome.kind() == OutcomeKind::hit) return outcome;
    return not_served(thread, call, outcome.kind(), outcome.reason());
}

// Asks the policies where they are to be asked, counts what it came to, and lets the engine run the frame
// eagerly.
[[gnu::noinline]] Outcome FrameCache::not_served(ThreadRecord& thread, const Call& call, OutcomeKind kind,
                                                 EagerReason reason) noexcept {
    Outcome outcome(kind, reason);
    if (reason == EagerReason::no_entry) {
        try {
            outcome = miss(thread, call);
        } catch (...) {  // ours are caught where they arise: this is memory that the system does not have
            outcome = Outcome(OutcomeKind::error, EagerReason::none);
        }
        if (outcome.kind() == OutcomeKind::hit) return outcome;  // of what was compiled meanwhile
    }
    counters_.add(count_of(outcome.kind(), outcome.reason()), thread.number);
    GUARDC_PROBE3(miss, options_.name.c_str(), static_cast<int>(outcome.kind()),
                  static_cast<int>(outcome.reason()));
    if (outcome.kind() == OutcomeKind::eager && options_.callbacks.eager) run_eagerly(call, outcome);
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
}

bool FrameCache::set_object_limit(std::string_view path, LimitPolicy limit) {
    const auto found = std::ranges::find(options_.per_object, path, &ObjectLimit::path);
    if (found == options_.per_object.end()) return false;
    store_.set_object_limit(static_cast<LimitIndex>(found - options_.per_object.begin()), limit);
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
