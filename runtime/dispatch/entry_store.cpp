#include "runtime/dispatch/entry_store.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "runtime/dispatch/reclaimer.h"

namespace guardc {
namespace {
EntryId id_of(const std::shared_ptr<const Entry>& entry) {
    return entry->id;
}
}  // namespace

EntryStore::EntryStore(LimitPolicy limit, FailurePolicy on_failure, EntryOrder order)
    : order_(order), limit_(limit), on_failure_(on_failure), published_(nullptr) {
    Gone none;
    publish(none);
}

// What outcomes still hold lives on in the reclaimer.
EntryStore::~EntryStore() {
    for (const auto& entry : live_) {
        entry->retired.store(true, std::memory_order_relaxed);
        Reclaimer::process().retire(entry);
    }
    live_.clear();
    Reclaimer::process().retire(std::move(current_));
    Reclaimer::process().collect();
}

// Runs one change under the lock; retires what it unlinked after the new snapshot is out, and frees outside
// of the lock.
template <typename Change>
void EntryStore::apply(Change&& change) noexcept {
    Gone gone;
    {
        const std::scoped_lock lock(mutex_);
        if (!change(gone)) return;
        publish(gone);
    }
    for (auto& object : gone)
        Reclaimer::process().retire(std::move(object));
    Reclaimer::process().collect();
}

void EntryStore::publish(Gone& gone) {
    auto next = std::make_shared<FrameSnapshot>();
    next->state = state_;
    next->limit = limit_;
    next->marks_use = limit_.then == AtLimit::evict;
    next->rows.reserve(live_.size());
    for (const auto& entry : live_) {
        const Program& program = entry->code->program();
        next->rows.push_back({entry->code.get(), entry.get(), entry->backend_key});
        next->registers = std::max(next->registers, program.registers);
        next->lifted = std::max(next->lifted, program.lifted);
        next->slots = std::max(next->slots, program.slots);
    }
    if (order_ == EntryOrder::newest_first) std::ranges::reverse(next->rows);
    gone.reserve(gone.size() + 1);
    published_.store(next.get(), std::memory_order_seq_cst);
    if (current_ != nullptr) gone.push_back(std::move(current_));
    current_ = std::move(next);
}

void EntryStore::unlink(std::size_t index, Gone& gone) {
    live_[index]->retired.store(true, std::memory_order_relaxed);
    gone.push_back(live_[index]);
    live_.erase(live_.begin() + static_cast<std::ptrdiff_t>(index));
}

std::vector<std::shared_ptr<const Entry>> EntryStore::entries() const {
    const std::scoped_lock lock(mutex_);
    auto entries = live_;
    if (order_ == EntryOrder::newest_first) std::ranges::reverse(entries);
    return entries;
}

std::uint64_t EntryStore::rules_generation() const {
    const std::scoped_lock lock(mutex_);
    return rules_generation_;
}

void EntryStore::next_rules_generation() {
    const std::scoped_lock lock(mutex_);
    ++rules_generation_;
}

EntryStore::Inserted EntryStore::insert(const std::shared_ptr<Entry>& entry, std::uint64_t rules_generation,
                                        bool compiled, std::uint32_t& evicted) {
    Inserted inserted = Inserted::outdated;
    apply([&](Gone& gone) {
        if (rules_generation != rules_generation_) return false;
        if (compiled) {
            failures_ = 0;
            while (limit_.then == AtLimit::evict && !live_.empty() && live_.size() >= limit_.count) {
                unlink(pass_clock_hand(), gone);
                ++evicted;
            }
        }
        entry->id = EntryId{++last_id_};
        live_.push_back(entry);
        inserted = Inserted::yes;
        return true;
    });
    return inserted;
}

// The entry to evict: the first behind the hand that was not used since the hand last passed it.
std::size_t EntryStore::pass_clock_hand() {
    auto index =
        static_cast<std::size_t>(std::ranges::upper_bound(live_, clock_hand_, {}, &id_of) - live_.begin());
    for (;; ++index) {
        if (index >= live_.size()) index = 0;
        clock_hand_ = live_[index]->id;
        if (!live_[index]->used.exchange(false, std::memory_order_relaxed)) return index;
    }
}

bool EntryStore::remove(EntryId id) {
    bool removed = false;
    apply([&](Gone& gone) {
        const auto found = std::ranges::lower_bound(live_, id, {}, &id_of);
        if (found == live_.end() || (*found)->id != id) return false;
        unlink(static_cast<std::size_t>(found - live_.begin()), gone);
        return removed = true;
    });
    return removed;
}

void EntryStore::clear() {
    apply([&](Gone& gone) {
        while (!live_.empty())
            unlink(live_.size() - 1, gone);
        return true;
    });
}

void EntryStore::narrow(std::span<const Narrowing> narrowings) {
    apply([&](Gone& gone) {
        for (const auto& [entry, code] : narrowings) {
            const auto found = std::ranges::lower_bound(live_, entry->id, {}, &id_of);
            if (found == live_.end() || *found != entry) continue;
            if (code == nullptr) {
                unlink(static_cast<std::size_t>(found - live_.begin()), gone);
                continue;
            }
            replace(*found, code, gone);
        }
        return !narrowings.empty();
    });
}

bool EntryStore::renew(const std::shared_ptr<const Entry>& entry,
                       const std::shared_ptr<const EntryCode>& code, std::uint64_t rules_generation) {
    bool renewed = false;
    apply([&](Gone& gone) {
        const auto found = std::ranges::lower_bound(live_, entry->id, {}, &id_of);
        if (rules_generation != rules_generation_ || found == live_.end() || *found != entry) return false;
        replace(*found, code, gone);
        return renewed = true;
    });
    return renewed;
}

// The same artefact under other code.
void EntryStore::replace(std::shared_ptr<const Entry>& entry, const std::shared_ptr<const EntryCode>& code,
                         Gone& gone) {
    auto next = std::make_shared<Entry>();
    next->id = entry->id;
    next->name = entry->name;
    next->backend = entry->backend;
    next->backend_key = entry->backend_key;
    next->artefact = entry->artefact;
    next->code = code;
    entry->retired.store(true, std::memory_order_relaxed);
    gone.push_back(std::exchange(entry, std::move(next)));
}

void EntryStore::set_limit(LimitPolicy limit) {
    apply([&](Gone&) {
        limit_ = limit;
        if (state_ == FrameState::skipped_at_limit) state_ = failure_state();
        return true;
    });
}

void EntryStore::set_on_failure(FailurePolicy on_failure) {
    apply([&](Gone&) {
        on_failure_ = on_failure;
        failures_ = 0;
        if (state_ == FrameState::failed || state_ == FrameState::skipped_failed) state_ = FrameState::open;
        return true;
    });
}

void EntryStore::skip_at_limit() {
    apply([&](Gone&) {
        const bool applies = limit_.then == AtLimit::skip && live_.size() >= limit_.count;
        if (!applies || state_ != FrameState::open) return false;  // the limit has changed meanwhile
        state_ = FrameState::skipped_at_limit;
        return true;
    });
}

void EntryStore::compile_failed() {
    apply([&](Gone&) {
        ++failures_;
        if (state_ == FrameState::skipped_at_limit || state_ == failure_state()) return false;
        state_ = failure_state();
        return true;
    });
}

FrameState EntryStore::failure_state() const {
    if (failures_ == 0) return FrameState::open;
    switch (on_failure_.then) {
        case OnFailure::skip:
            return FrameState::skipped_failed;
        case OnFailure::run_only:
            return FrameState::failed;
        case OnFailure::retry:
            break;
    }
    return failures_ > on_failure_.retries ? FrameState::failed : FrameState::open;
}

}  // namespace guardc
