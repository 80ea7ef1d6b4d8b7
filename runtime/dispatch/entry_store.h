// The writing side of one frame: its live entries, its policy, and the snapshot that look-ups read.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/dispatch/dependency.h"
#include "runtime/dispatch/entry.h"
#include "runtime/dispatch/hit_tally.h"
#include "runtime/dispatch/policy.h"
#include "runtime/dispatch/snapshot.h"

namespace guardc {

// Any number of threads. Changes are short, made under one lock, and call nothing of the engine's while it is
// held; what they unlink goes to the reclaimer. A change that runs out of memory ends the process: half a
// change would be served.
class EntryStore {
  public:
    // `compiles`: misses may end in entries. Else no policy settles what becomes of them.
    EntryStore(LimitPolicy limit, std::vector<LimitPolicy> object_limits, FailurePolicy on_failure,
               EntryOrder order, bool compiles);
    ~EntryStore();
    EntryStore(const EntryStore&) = delete;
    EntryStore& operator=(const EntryStore&) = delete;

    // Inside a read section, good until its end.
    const FrameSnapshot& snapshot() const noexcept { return *published_.load(std::memory_order_acquire); }

    std::vector<std::shared_ptr<const Entry>> entries() const;  // in the order in which they are asked

    // An entry is being built: opened before the rules and the objects that it is built from are looked at,
    // and kept until it has gone in, so that what changes meanwhile is known then.
    class Building {
      public:
        explicit Building(EntryStore& store);
        ~Building();
        Building(const Building&) = delete;
        Building& operator=(const Building&) = delete;

        // The entry's code is made anew, by the rules of now.
        void renew() const;

      private:
        friend class EntryStore;
        EntryStore& store_;
        mutable std::uint64_t rules_generation_;
        std::size_t deaths_before_;
    };

    struct Insertion {
        enum class Result : std::uint8_t {
            yes,
            outdated,  // the rules have become narrower: its code must too, then again (Building::renew)
            lost,      // something that it depends on is gone, see `reason`
            no_place   // the entry to replace is gone
        };
        Result result = Result::outdated;
        std::vector<std::shared_ptr<const Entry>> evicted = {};
        std::string reason = {};
    };
    // Under the policy `evict`, a compiled entry takes the place of others (of the same object, where the
    // limit is per object) that were not used lately; limits are otherwise the caller's to keep. `entry` must
    // not be shared yet; it gets its id here.
    Insertion insert(const std::shared_ptr<Entry>& entry, const Building& building, bool compiled);
    // The entry takes over the id and the place of `id`.
    Insertion replace(EntryId id, const std::shared_ptr<Entry>& entry, const Building& building);

    bool remove(EntryId id);
    void clear();

    void next_rules_generation();
    std::uint64_t rules_generation() const;
    using Narrowing = std::pair<std::shared_ptr<const Entry>, std::shared_ptr<const EntryCode>>;
    // Each entry gets the code beside it, or goes when that is null. An entry that is no longer there is
    // passed over.
    std::vector<Invalidation> narrow(std::span<const Narrowing> narrowings);  // those that went

    // What went, oldest first. Entries that are being built go too, when they come.
    std::vector<Invalidation> object_died(std::uint64_t identity);
    std::vector<Invalidation> drop_stale(const Dependency& dependency);
    std::vector<Invalidation> invalidate(std::span<const EntryId> ids, const std::string& reason);
    // The last kInvalidationsKept, oldest first.
    std::vector<Invalidation> invalidations() const;
    static constexpr std::size_t kInvalidationsKept = 16;

    // Both also end skips that the old limit caused.
    void set_limit(LimitPolicy limit);
    void set_object_limit(LimitIndex index, LimitPolicy limit);
    // The entry gets this code, unless it is no longer there or the rules have been narrowed since.
    bool renew(const std::shared_ptr<const Entry>& entry, const std::shared_ptr<const EntryCode>& code,
               std::uint64_t rules_generation);

    void set_on_failure(FailurePolicy on_failure);  // also forgets failures
    // Applies the policy of the limit that `reached` found, if it is still so.
    void skip_at_limit(LimitIndex index, std::span<const ObjectKey> objects);
    void compile_failed();  // applies the policy
    // A limit was met. True for the first who says so since limits were set.
    bool tell_limit();

    std::uint64_t hits() const;  // of all entries there ever were

  private:
    using Gone = std::vector<std::shared_ptr<const void>>;
    using Live = std::vector<std::shared_ptr<const Entry>>;
    template <typename Change>
    void apply(Change&& change) noexcept;
    void publish(Gone& gone);
    void unlink(std::size_t index, Gone& gone);
    std::optional<std::size_t> find(EntryId id) const;
    Insertion admissible(Entry& entry, const Building& building) const;
    template <typename Reason>
    std::vector<Invalidation> invalidate_if(Reason&& reason);
    void note(const Entry& entry, std::string reason, std::vector<Invalidation>& noted);
    template <typename Candidate>
    std::size_t pass_clock_hand(Candidate&& candidate);
    void make_room(const ObjectKeys& objects, Gone& gone, Live& evicted);
    static void recode(std::shared_ptr<const Entry>& entry, const std::shared_ptr<const EntryCode>& code,
                       Gone& gone);
    FrameState failure_state() const;

    const EntryOrder order_;
    const bool compiles_;
    mutable std::mutex mutex_;
    LimitPolicy limit_;
    std::vector<LimitPolicy> object_limits_;
    std::vector<CountedObject> skipped_;  // sorted
    FailurePolicy on_failure_;
    FrameState state_ = FrameState::open;
    bool limit_told_ = false;
    std::uint32_t failures_ = 0;  // in a row
    std::chrono::steady_clock::time_point retry_at_{};
    std::uint64_t rules_generation_ = 0;
    std::uint32_t building_ = 0;         // how many entries are being built
    std::vector<std::uint64_t> deaths_;  // objects that died while some were
    Live live_;                          // in order of insertion, so of ids
    std::uint64_t last_id_ = 0;
    EntryId clock_hand_{};
    std::uint64_t invalidation_count_ = 0;
    std::deque<Invalidation> invalidations_;
    mutable HitTally gone_hits_;
    std::shared_ptr<const FrameSnapshot> current_;
    std::atomic<const FrameSnapshot*> published_;
};

}  // namespace guardc
