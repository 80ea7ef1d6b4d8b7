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

// `no_entry`: the policies are to be asked. Else they can say only this, under no stance.
inline EagerReason FrameCache::missed(const FrameSnapshot& snapshot, const Call& call) noexcept {
    return names_no_backend(call.backend) ? snapshot.every_miss : EagerReason::no_entry;
}

// What it comes to that an entry served.
[[gnu::always_inline]] inline Outcome FrameCache::hit(ThreadRecord& thread, const FrameSnapshot& snapshot,
                                                      const FrameSnapshot::Row& row,
                                                      const Cell* lifted) noexcept {
    const Entry& entry = *row.entry;
    if (snapshot.marks_use && !entry.used.load(std::memory_order_relaxed)) [[unlikely]]
        entry.used.store(true, std::memory_order_relaxed);
    row.hits->add(thread.number);
    GUARDC_PROBE2(hit, options_.name.c_str(), static_cast<std::uint64_t>(entry.id));
    return {OutcomeKind::hit, Hold(thread, &entry), entry, {lifted, row.lifted}};
}

// `cells` are given back once the outcome has its argument block.
[[gnu::always_inline]] inline Outcome FrameCache::hit_at_once(ThreadRecord& thread,
                                                              const FrameSnapshot& snapshot,
                                                              const FrameSnapshot::Row& row,
                                                              Cell* cells) noexcept {
    Outcome outcome = hit(thread, snapshot, row, cells + snapshot.registers);
    thread.scratch.give_back(cells);
    return outcome;
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
    const CheckBlock block(thread.scratch, call, snapshot.registers, snapshot.lifted, snapshot.slots);
    if (block.empty()) return {OutcomeKind::error, EagerReason::none};
    const auto check = [&](const EntryCode& code) { return block.check(code); };
    const Asked asked = ask_entries(snapshot, candidates, call, check);
    if (asked.status == Status::hit) return hit(thread, snapshot, *asked.row, block.lifted());
    if (asked.status == Status::error) return {OutcomeKind::error, EagerReason::none};
    return {OutcomeKind::eager, is_free(thread) ? missed(snapshot, call) : EagerReason::no_entry};
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
    ThreadRecord* const current = current_thread_record;
    if (current == nullptr || !is_free(*current) || ReadSection::is_open(*current)) [[unlikely]]
        return look_up_anyhow(call);
    ThreadRecord& thread = *current;
    ReadSection section(thread, ReadSection::Outermost());
    const FrameSnapshot& snapshot = store_.snapshot();
    EntryIndex::Candidates candidates;
    if (call.slots.size() < snapshot.slots_at_once || !snapshot.index.candidates_at_once(call, candidates))
        [[unlikely]] {
        section.end();
        return look_up_anyhow(call);
    }
    if (!candidates.none()) {
        if (!thread.scratch.fits(snapshot.cells)) [[unlikely]] {
            section.end();
            return look_up_anyhow(call);
        }
        Cell* const cells = thread.scratch.take_in_place(snapshot.cells);
        const Asked asked = ask_at_once(snapshot, candidates, call, cells);
        if (asked.status == Status::hit) [[likely]]
            return hit_at_once(thread, snapshot, *asked.row, cells);
        thread.scratch.give_back(cells);
        if (asked.status == Status::error) [[unlikely]] {
            section.end();
            return not_served(thread, call, OutcomeKind::error, EagerReason::none);
        }
    }
    const EagerReason reason = missed(snapshot, call);
    section.end();
    if (reason == EagerReason::no_entry || options_.callbacks.eager) [[unlikely]]
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
