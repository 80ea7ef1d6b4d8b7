// The writing side of one frame: its live entries, its policy, and the snapshot that look-ups read.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "runtime/dispatch/entry.h"
#include "runtime/dispatch/policy.h"
#include "runtime/dispatch/snapshot.h"

namespace guardc {

// Any number of threads. Changes are short, made under one lock, and call nothing of the engine's while it is
// held; what they unlink goes to the reclaimer. A change that runs out of memory ends the process: half a
// change would be served.
class EntryStore {
  public:
    EntryStore(LimitPolicy limit, FailurePolicy on_failure, EntryOrder order);
    ~EntryStore();
    EntryStore(const EntryStore&) = delete;
    EntryStore& operator=(const EntryStore&) = delete;

    // Inside a read section, good until its end.
    const FrameSnapshot& snapshot() const noexcept { return *published_.load(std::memory_order_seq_cst); }

    std::vector<std::shared_ptr<const Entry>> entries() const;  // in the order in which they are asked

    // Grows with every narrowing of the rules. Code made under an older one must be narrowed before it goes
    // in.
    std::uint64_t rules_generation() const;
    void next_rules_generation();

    enum class Inserted : std::uint8_t { yes, outdated };
    // Under the policy `evict`, a compiled entry takes the place of others that were not used lately, whose
    // number is added to `evicted`; the limit is otherwise the caller's to keep. `entry` must not be shared
    // yet; it gets its id here.
    Inserted insert(const std::shared_ptr<Entry>& entry, std::uint64_t rules_generation, bool compiled,
                    std::uint32_t& evicted);

    bool remove(EntryId id);
    void clear();

    using Narrowing = std::pair<std::shared_ptr<const Entry>, std::shared_ptr<const EntryCode>>;
    // Each entry gets the code beside it, or goes when that is null. An entry that is no longer there is
    // passed over.
    void narrow(std::span<const Narrowing> narrowings);

    // The entry gets this code, unless it is no longer there or the rules have been narrowed since.
    bool renew(const std::shared_ptr<const Entry>& entry, const std::shared_ptr<const EntryCode>& code,
               std::uint64_t rules_generation);

    void set_limit(LimitPolicy limit);              // also ends a skip that the old limit caused
    void set_on_failure(FailurePolicy on_failure);  // also forgets failures
    void skip_at_limit();
    void compile_failed();  // applies the policy

  private:
    using Gone = std::vector<std::shared_ptr<const void>>;
    template <typename Change>
    void apply(Change&& change) noexcept;
    void publish(Gone& gone);
    void unlink(std::size_t index, Gone& gone);
    static void replace(std::shared_ptr<const Entry>& entry, const std::shared_ptr<const EntryCode>& code,
                        Gone& gone);
    std::size_t pass_clock_hand();
    FrameState failure_state() const;

    const EntryOrder order_;
    mutable std::mutex mutex_;
    LimitPolicy limit_;
    FailurePolicy on_failure_;
    FrameState state_ = FrameState::open;
    std::uint32_t failures_ = 0;  // in a row
    std::uint64_t rules_generation_ = 0;
    std::vector<std::shared_ptr<const Entry>> live_;  // in order of insertion, so of ids
    std::uint64_t last_id_ = 0;
    EntryId clock_hand_{};
    std::shared_ptr<const FrameSnapshot> current_;
    std::atomic<const FrameSnapshot*> published_;
};

}  // namespace guardc
