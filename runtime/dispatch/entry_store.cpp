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

EntryStore::EntryStore(LimitPolicy limit, std::vector<LimitPolicy> object_limits, FailurePolicy on_failure,
                       EntryOrder order)
    : order_(order),
      limit_(limit),
      object_limits_(std::move(object_limits)),
      on_failure_(on_failure),
      published_(nullptr) {
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
    const auto evicts = [](const LimitPolicy& limit) { return limit.then == AtLimit::evict; };
    next->marks_use = evicts(limit_) || std::ranges::any_of(object_limits_, evicts);
    next->object_limits = object_limits_;
    next->skipped = skipped_;
    next->rows.reserve(live_.size());
    for (const auto& entry : live_) {
        const Program& program = entry->code->program();
        next->rows.push_back({entry->code.get(), entry.get(), entry->backend_key});
        next->registers = std::max(next->registers, program.registers);
        next->lifted = std::max(next->lifted, program.lifted);
        next->slots = std::max(next->slots, program.slots);
        for (LimitIndex i = 0; i < entry->objects.size(); ++i)
            next->counted.push_back({i, entry->objects[i]});
    }
    std::ranges::sort(next->counted);
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
            make_room(entry->objects, gone, evicted);
        }
        entry->id = EntryId{++last_id_};
        live_.push_back(entry);
        inserted = Inserted::yes;
        return true;
    });
    return inserted;
}

// What has to go for an entry of these objects under limits that evict.
void EntryStore::make_room(const ObjectKeys& objects, Gone& gone, std::uint32_t& evicted) {
    const auto evict = [&](const LimitPolicy& limit, const auto& candidate) {
        if (limit.then != AtLimit::evict) return;
        while (true) {
            const auto count = static_cast<std::size_t>(std::ranges::count_if(live_, candidate));
            if (count == 0 || count < limit.count) return;
            unlink(pass_clock_hand(candidate), gone);
            ++evicted;
        }
    };
    for (LimitIndex i = 0; i < objects.size(); ++i) {
        evict(object_limits_[i], [&](const std::shared_ptr<const Entry>& entry) {
            return i < entry->objects.size() && entry->objects[i] == objects[i];
        });
    }
    evict(limit_, [](const std::shared_ptr<const Entry>&) { return true; });
}

// The entry to evict: the first candidate behind the hand that was not used since the hand last passed it.
template <typename Candidate>
std::size_t EntryStore::pass_clock_hand(Candidate&& candidate) {
    auto index =
        static_cast<std::size_t>(std::ranges::upper_bound(live_, clock_hand_, {}, &id_of) - live_.begin());
    for (;; ++index) {
        if (index >= live_.size()) index = 0;
        if (!candidate(live_[index])) continue;
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
            const auto narrower = std::make_shared<Entry>();
            narrower->id = entry->id;
            narrower->name = entry->name;
            narrower->backend = entry->backend;
            narrower->backend_key = entry->backend_key;
            narrower->artefact = entry->artefact;
            narrower->code = code;
            narrower->objects = entry->objects;
            entry->retired.store(true, std::memory_order_relaxed);
            gone.push_back(std::exchange(*found, narrower));
        }
        return !narrowings.empty();
    });
}

void EntryStore::set_limit(LimitPolicy limit) {
    apply([&](Gone&) {
        limit_ = limit;
        if (state_ == FrameState::skipped_at_limit) state_ = failure_state();
        return true;
    });
}

void EntryStore::set_object_limit(LimitIndex index, LimitPolicy limit) {
    apply([&](Gone&) {
        object_limits_[index] = limit;
        std::erase_if(skipped_, [&](const CountedObject& known) { return known.limit == index; });
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

void EntryStore::skip_at_limit(LimitIndex index, std::span<const ObjectKey> objects) {
    apply([&](Gone&) {
        const auto reached = current_->reached(objects);
        if (!reached || reached->index != index || reached->limit.then != AtLimit::skip) return false;
        if (index == kFrameLimit) {
            if (state_ != FrameState::open) return false;
            state_ = FrameState::skipped_at_limit;
            return true;
        }
        const CountedObject object{index, objects[index]};
        const auto place = std::ranges::lower_bound(skipped_, object);
        if (place != skipped_.end() && *place == object) return false;
        skipped_.insert(place, object);
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
