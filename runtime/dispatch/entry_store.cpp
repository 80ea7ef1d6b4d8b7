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

bool is_object(const ObjectKey& key, std::uint64_t identity) {
    return key.domain == ObjectKey::kObject && key.number == identity;
}

std::shared_ptr<Entry> copy_of(const Entry& entry) {
    auto copy = std::make_shared<Entry>();
    copy->id = entry.id;
    copy->name = entry.name;
    copy->backend = entry.backend;
    copy->backend_key = entry.backend_key;
    copy->artefact = entry.artefact;
    copy->code = entry.code;
    copy->objects = entry.objects;
    copy->dependencies = entry.dependencies;
    copy->hits = entry.hits;
    return copy;
}

std::string death_of(const RecordedObject& object) {
    return "object " + std::to_string(object.identity) + " at `" + object.path + "` died";
}

std::string staleness_of(const Dependency& dependency) {
    return "`" + dependency.name() + "` is stale";
}

}  // namespace

EntryStore::EntryStore(LimitPolicy limit, std::vector<LimitPolicy> object_limits, FailurePolicy on_failure,
                       EntryOrder order, bool compiles)
    : order_(order),
      compiles_(compiles),
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

EntryStore::Building::Building(EntryStore& store) : store_(store) {
    const std::scoped_lock lock(store_.mutex_);
    ++store_.building_;
    rules_generation_ = store_.rules_generation_;
    deaths_before_ = store_.deaths_.size();
}

EntryStore::Building::~Building() {
    const std::scoped_lock lock(store_.mutex_);
    if (--store_.building_ == 0) store_.deaths_.clear();
}

void EntryStore::Building::renew() const {
    const std::scoped_lock lock(store_.mutex_);
    rules_generation_ = store_.rules_generation_;
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
    next->retry_at = retry_at_;
    next->limit = limit_;
    const auto evicts = [](const LimitPolicy& limit) { return limit.then == AtLimit::evict; };
    next->marks_use = evicts(limit_) || std::ranges::any_of(object_limits_, evicts);
    next->object_limits = object_limits_;
    next->skipped = skipped_;
    next->skips_some = next->skips() || !skipped_.empty();
    next->rows.reserve(live_.size());
    for (const auto& entry : live_) {
        const Program& program = entry->code->program();
        next->rows.push_back(
            {entry->code.get(), entry.get(), entry->hits.get(), entry->backend_key, program.lifted});
        next->registers = std::max(next->registers, program.registers);
        next->lifted = std::max(next->lifted, program.lifted);
        next->slots = std::max(next->slots, program.slots);
        for (LimitIndex i = 0; i < entry->objects.size(); ++i)
            next->counted.push_back({i, entry->objects[i]});
    }
    next->cells = std::size_t{next->registers} + next->lifted;
    next->slots_at_once = next->skips_some ? static_cast<std::size_t>(-1) : next->slots;
    std::ranges::sort(next->counted);
    if (order_ == EntryOrder::newest_first) std::ranges::reverse(next->rows);
    std::vector<const EntryCode*> codes;
    for (const FrameSnapshot::Row& row : next->rows)
        codes.push_back(row.code);
    next->index = EntryIndex(codes);
    next->limit_told = limit_told_;
    if (!compiles_) {
        next->every_miss = EagerReason::no_entry;
    } else if (state_ == FrameState::failed) {
        next->every_miss = EagerReason::failed;
    } else if (limit_told_ && limit_.then == AtLimit::run_only && next->reached({}) &&
               object_limits_.empty()) {
        next->every_miss = EagerReason::limit;
    }
    gone.reserve(gone.size() + 1);
    published_.store(next.get(), std::memory_order_seq_cst);
    if (current_ != nullptr) gone.push_back(std::move(current_));
    current_ = std::move(next);
}

void EntryStore::unlink(std::size_t index, Gone& gone) {
    live_[index]->retired.store(true, std::memory_order_relaxed);
    gone_hits_.add(live_[index]->hits);
    gone.push_back(live_[index]);
    live_.erase(live_.begin() + static_cast<std::ptrdiff_t>(index));
}

std::optional<std::size_t> EntryStore::find(EntryId id) const {
    const auto found = std::ranges::lower_bound(live_, id, {}, &id_of);
    if (found == live_.end() || (*found)->id != id) return std::nullopt;
    return static_cast<std::size_t>(found - live_.begin());
}

std::vector<std::shared_ptr<const Entry>> EntryStore::entries() const {
    const std::scoped_lock lock(mutex_);
    auto entries = live_;
    if (order_ == EntryOrder::newest_first) std::ranges::reverse(entries);
    return entries;
}

std::uint64_t EntryStore::hits() const {
    const std::scoped_lock lock(mutex_);
    std::uint64_t sum = gone_hits_.read();
    for (const auto& entry : live_)
        sum += entry->hits->read();
    return sum;
}

std::uint64_t EntryStore::rules_generation() const {
    const std::scoped_lock lock(mutex_);
    return rules_generation_;
}

void EntryStore::next_rules_generation() {
    const std::scoped_lock lock(mutex_);
    ++rules_generation_;
}

// Whether nothing has changed that the entry was built on.
EntryStore::Insertion EntryStore::admissible(Entry& entry, const Building& building) const {
    using Result = Insertion::Result;
    if (building.rules_generation_ != rules_generation_) return {.result = Result::outdated};
    for (const auto& dependency : entry.dependencies) {
        if (dependency->stale()) return {.result = Result::lost, .reason = staleness_of(*dependency)};
    }
    const std::span<const std::uint64_t> deaths = std::span(deaths_).subspan(building.deaths_before_);
    for (const std::uint64_t dead : deaths) {
        for (const RecordedObject& object : entry.code->objects()) {
            if (object.identity == dead) return {.result = Result::lost, .reason = death_of(object)};
        }
        for (ObjectKey& key : entry.objects) {
            if (is_object(key, dead)) key = ObjectKey::of_the_dead();
        }
    }
    return {.result = Result::yes};
}

EntryStore::Insertion EntryStore::insert(const std::shared_ptr<Entry>& entry, const Building& building,
                                         bool compiled) {
    Insertion insertion;
    apply([&](Gone& gone) {
        insertion = admissible(*entry, building);
        if (insertion.result != Insertion::Result::yes) return false;
        if (compiled) {
            failures_ = 0;
            retry_at_ = {};
            make_room(entry->objects, gone, insertion.evicted);
        }
        entry->id = EntryId{++last_id_};
        live_.push_back(entry);
        return true;
    });
    return insertion;
}

EntryStore::Insertion EntryStore::replace(EntryId id, const std::shared_ptr<Entry>& entry,
                                          const Building& building) {
    Insertion insertion;
    apply([&](Gone& gone) {
        insertion = admissible(*entry, building);
        if (insertion.result != Insertion::Result::yes) return false;
        const auto index = find(id);
        if (!index) {
            insertion.result = Insertion::Result::no_place;
            return false;
        }
        entry->id = id;
        entry->objects.resize(live_[*index]->objects.size(), ObjectKey::of_the_dead());
        for (std::size_t i = 0; i < entry->objects.size(); ++i) {
            if (entry->objects[i] == ObjectKey::of_the_dead()) entry->objects[i] = live_[*index]->objects[i];
        }
        gone_hits_.add(live_[*index]->hits);
        live_[*index]->retired.store(true, std::memory_order_relaxed);
        gone.push_back(std::exchange(live_[*index], entry));
        return true;
    });
    return insertion;
}

// What has to go for an entry of these objects under limits that evict.
void EntryStore::make_room(const ObjectKeys& objects, Gone& gone, Live& evicted) {
    const auto evict = [&](const LimitPolicy& limit, const auto& candidate) {
        if (limit.then != AtLimit::evict) return;
        while (true) {
            const auto count = static_cast<std::size_t>(std::ranges::count_if(live_, candidate));
            if (count == 0 || count < limit.count) return;
            const std::size_t index = pass_clock_hand(candidate);
            evicted.push_back(live_[index]);
            unlink(index, gone);
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
        const auto index = find(id);
        if (index) unlink(*index, gone);
        return removed = index.has_value();
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

std::vector<Invalidation> EntryStore::narrow(std::span<const Narrowing> narrowings) {
    std::vector<Invalidation> noted;
    apply([&](Gone& gone) {
        for (const auto& [entry, code] : narrowings) {
            const auto index = find(entry->id);
            if (!index || live_[*index] != entry) continue;
            if (code == nullptr) {
                note(*entry, "its rules cannot be narrowed", noted);
                unlink(*index, gone);
                continue;
            }
            recode(live_[*index], code, gone);
        }
        return !narrowings.empty();
    });
    return noted;
}

void EntryStore::note(const Entry& entry, std::string reason, std::vector<Invalidation>& noted) {
    noted.push_back({++invalidation_count_, entry.id, entry.name, std::move(reason)});
    invalidations_.push_back(noted.back());
    if (invalidations_.size() > kInvalidationsKept) invalidations_.pop_front();
}

// Unlinks every entry for which `reason` has a text.
template <typename Reason>
std::vector<Invalidation> EntryStore::invalidate_if(Reason&& reason) {
    std::vector<Invalidation> noted;
    apply([&](Gone& gone) {
        Live kept;
        for (const auto& entry : live_) {
            std::optional<std::string> why = reason(*entry);
            if (!why) {
                kept.push_back(entry);
                continue;
            }
            note(*entry, std::move(*why), noted);
            entry->retired.store(true, std::memory_order_relaxed);
            gone_hits_.add(entry->hits);
            gone.push_back(entry);
        }
        live_ = std::move(kept);
        return !noted.empty();
    });
    return noted;
}

std::vector<Invalidation> EntryStore::object_died(std::uint64_t identity) {
    // Entries that were built for frames of the object but test nothing of it stay, and count for nobody.
    apply([&](Gone& gone) {
        if (building_ != 0) deaths_.push_back(identity);
        const auto is_dead = [&](const ObjectKey& key) { return is_object(key, identity); };
        bool changed =
            std::erase_if(skipped_, [&](const CountedObject& known) { return is_dead(known.object); }) != 0;
        for (auto& entry : live_) {
            if (std::ranges::none_of(entry->objects, is_dead)) continue;
            auto copy = copy_of(*entry);
            std::ranges::replace_if(copy->objects, is_dead, ObjectKey::of_the_dead());
            entry->retired.store(true, std::memory_order_relaxed);
            gone.push_back(std::exchange(entry, std::move(copy)));
            changed = true;
        }
        return changed;
    });
    return invalidate_if([&](const Entry& entry) -> std::optional<std::string> {
        const auto& objects = entry.code->objects();
        const auto found = std::ranges::find(objects, identity, &RecordedObject::identity);
        if (found == objects.end()) return std::nullopt;
        return death_of(*found);
    });
}

std::vector<Invalidation> EntryStore::drop_stale(const Dependency& dependency) {
    return invalidate_if([&](const Entry& entry) -> std::optional<std::string> {
        const auto is_it = [&](const auto& known) { return known.get() == &dependency; };
        if (std::ranges::none_of(entry.dependencies, is_it)) return std::nullopt;
        return staleness_of(dependency);
    });
}

std::vector<Invalidation> EntryStore::invalidate(std::span<const EntryId> ids, const std::string& reason) {
    return invalidate_if([&](const Entry& entry) -> std::optional<std::string> {
        if (std::ranges::find(ids, entry.id) == ids.end()) return std::nullopt;
        return reason;
    });
}

std::vector<Invalidation> EntryStore::invalidations() const {
    const std::scoped_lock lock(mutex_);
    return {invalidations_.begin(), invalidations_.end()};
}

bool EntryStore::renew(const std::shared_ptr<const Entry>& entry,
                       const std::shared_ptr<const EntryCode>& code, std::uint64_t rules_generation) {
    bool renewed = false;
    apply([&](Gone& gone) {
        const auto index = find(entry->id);
        if (rules_generation != rules_generation_ || !index || live_[*index] != entry) return false;
        recode(live_[*index], code, gone);
        return renewed = true;
    });
    return renewed;
}

// The same artefact under other code.
void EntryStore::recode(std::shared_ptr<const Entry>& entry, const std::shared_ptr<const EntryCode>& code,
                        Gone& gone) {
    auto next = copy_of(*entry);
    next->code = code;
    entry->retired.store(true, std::memory_order_relaxed);
    gone.push_back(std::exchange(entry, std::move(next)));
}

void EntryStore::set_limit(LimitPolicy limit) {
    apply([&](Gone&) {
        limit_ = limit;
        limit_told_ = false;
        if (state_ == FrameState::skipped_at_limit) state_ = failure_state();
        return true;
    });
}

void EntryStore::set_object_limit(LimitIndex index, LimitPolicy limit) {
    apply([&](Gone&) {
        object_limits_[index] = limit;
        limit_told_ = false;
        std::erase_if(skipped_, [&](const CountedObject& known) { return known.limit == index; });
        return true;
    });
}

void EntryStore::set_on_failure(FailurePolicy on_failure) {
    apply([&](Gone&) {
        on_failure_ = on_failure;
        failures_ = 0;
        retry_at_ = {};
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

bool EntryStore::tell_limit() {
    bool first = false;
    apply([&](Gone&) {
        first = !std::exchange(limit_told_, true);
        return first;
    });
    return first;
}

void EntryStore::compile_failed() {
    apply([&](Gone&) {
        ++failures_;
        const bool waits = on_failure_.then == OnFailure::retry && on_failure_.pause.count() > 0 &&
                           failures_ <= on_failure_.retries;
        if (waits) {
            const std::uint32_t doublings = std::min(failures_ - 1, 16U);
            const auto pause = std::min(on_failure_.pause * (1 << doublings), kLongestPause);
            retry_at_ = std::chrono::steady_clock::now() + pause;
        }
        if (state_ == FrameState::skipped_at_limit || state_ == failure_state()) return waits;
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
