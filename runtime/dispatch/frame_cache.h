// The entries of one function, and the look-up that chooses among them.
#pragma once

#include <atomic>
#include <chrono>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/dispatch/backend_names.h"
#include "runtime/dispatch/call.h"
#include "runtime/dispatch/compile_flights.h"
#include "runtime/dispatch/counters.h"
#include "runtime/dispatch/entry_store.h"
#include "runtime/dispatch/frame_report.h"
#include "runtime/dispatch/guard_tally.h"
#include "runtime/dispatch/outcome.h"
#include "runtime/dispatch/policy.h"
#include "runtime/dispatch/rule_compiler.h"
#include "runtime/dispatch/stance.h"

namespace guardc {

struct FrameOptions {
    std::string name = {};  // under which the rule compiler knows it
    LimitPolicy limit = {};
    std::vector<ObjectLimit> per_object = {};  // beside `limit`; the first that is reached answers
    FailurePolicy on_failure = {};
    EntryOrder order = EntryOrder::declared;
    WhileCompiling while_compiling = WhileCompiling::run_eagerly;
    std::chrono::milliseconds longest_wait = std::chrono::minutes(1);  // then it runs eagerly
    // Reasons, messages, events and reports show no constants of guards and no values of frames (mask.h).
    bool mask_literals = false;
    Callbacks callbacks = {};
};

// All functions may be called from any number of threads and from callbacks of this very frame. A look-up
// that an entry serves waits for nobody: it loads one snapshot and asks entries in their order.
class FrameCache {
  public:
    // `compiler` may be null: entries then come with ready code.
    FrameCache(FrameOptions options, std::shared_ptr<RuleCompiler> compiler,
               std::shared_ptr<BackendNames> backends, std::shared_ptr<const StanceBoard> stances);
    FrameCache(const FrameCache&) = delete;
    FrameCache& operator=(const FrameCache&) = delete;

    const std::string& name() const { return options_.name; }

    // The first entry in order whose guards all hold; else what the policy says: a new entry, compiled by the
    // callback and checked against this very frame, or running eagerly, or a refusal. Throws nothing.
    Outcome look_up(const Call& call) noexcept;

    // An entry that was compiled beforehand, valid under the rules as they are now. The limit does not refuse
    // it; it counts like any other.
    std::expected<EntryId, RuleFailure> insert(const NewEntry& made);
    // The new entry takes over the id and the place of the old one; no look-up finds neither, or both.
    std::expected<void, RuleFailure> replace(EntryId id, const NewEntry& made);
    // When these return, no look-up that starts can choose the entry. Calls that use it go on.
    bool remove(EntryId id);
    void clear();

    // Holds an entry to the rules as they stand now, also where they have become wider since its compile
    // began: its backend consents for this very artefact. False: there is no such entry.
    std::expected<bool, RuleFailure> consent(EntryId id);

    // In force at the next miss.
    void set_limit(LimitPolicy limit);
    bool set_object_limit(std::string_view path, LimitPolicy limit);  // false: there is none at that path
    void set_on_failure(FailurePolicy on_failure);

    // Asks a compile of this frame that is under way to end (CompileRequest::cancelled). False when there is
    // none, or its entry is going in. Once it was true, that compile leaves no entry, its frame runs eagerly,
    // and nothing counts as failed.
    bool cancel_compile() { return flights_.cancel(); }

    // How many entries went. Entries that are being compiled meanwhile go too.
    std::size_t object_died(std::uint64_t identity);
    std::size_t drop_stale(const Dependency& dependency);
    // Asks about every live entry without holding a lock; an entry about which `condemned` throws goes.
    std::size_t invalidate(const std::string& reason, const std::function<bool(const Entry&)>& condemned);

    // Why each entry that does not accept this call does not, in the order in which entries are asked; then
    // the entries that were invalidated lately.
    std::vector<ReasonText> reasons(const Call& call, ReasonsWanted which) const;

    FrameCounts counts() const;
    FrameReport report() const;
    std::vector<std::shared_ptr<const Entry>> entries() const { return store_.entries(); }
    std::vector<Invalidation> invalidations() const { return store_.invalidations(); }

    // A requirement has come: what it adds is in every entry when this returns.
    void rules_narrowed();

  private:
    friend class CompileRequest;
    using Standing = std::shared_ptr<const StandingRules>;
    using Building = EntryStore::Building;
    using Flight = CompileFlights::Flight;

    Stance stance_of(const ThreadRecord& thread) const noexcept {
        if (thread.stance != ThreadRecord::kNoStance) return static_cast<Stance>(thread.stance);
        return stances_->stance();
    }

    // Under no stance and no lock, so that its policies alone say what becomes of a call.
    bool is_free(const ThreadRecord& thread) const noexcept {
        return thread.stance == ThreadRecord::kNoStance && stances_->leaves_all();
    }

    Outcome look_up_anyhow(const Call& call) noexcept;
    Outcome ask(ThreadRecord& thread, const Call& call) noexcept;
    Outcome hit(ThreadRecord& thread, const FrameSnapshot& snapshot, const FrameSnapshot::Row& row,
                const Cell* lifted) noexcept;
    Outcome hit_at_once(ThreadRecord& thread, const FrameSnapshot& snapshot, const FrameSnapshot::Row& row,
                        Cell* cells) noexcept;
    static EagerReason missed(const FrameSnapshot& snapshot, const Call& call) noexcept;
    Outcome not_served(ThreadRecord& thread, const Call& call, OutcomeKind kind, EagerReason reason) noexcept;
    bool skips(const FrameSnapshot& snapshot, const Call& call) const noexcept;
    void run_eagerly(const Call& call, Outcome& outcome) noexcept;

    // A miss: what the policies let become of it (miss.cpp).
    ObjectKeys objects_of(const Call& call) const;
    ObjectKeys objects_of(const EntryCode& code) const;
    Outcome miss(ThreadRecord& thread, const Call& call);
    Outcome fly(ThreadRecord& thread, const Call& call, const Flight& flight);
    std::optional<Outcome> turn_away(ThreadRecord& thread, const Call& call, const ObjectKeys& objects);
    std::optional<Outcome> turn_away_by_stance(const ThreadRecord& thread, const Call& call);
    Outcome refuse(const Call& call, std::string text);
    void warn_of_limit(const Call& call, const ReachedLimit& reached, const ObjectKeys& objects);
    std::string limit_text(const ReachedLimit& reached) const;
    std::optional<Outcome> unmet(const Call& call, const StandingRules* standing,
                                 std::string_view backend) const;

    // A compile: from the callback to an entry in its place (compile.cpp).
    struct Compile;
    Outcome compile(Compile& compile);
    Outcome admit(Compile& compile, const std::shared_ptr<Entry>& entry);
    Outcome cancelled(const Compile& compile);
    Outcome failed(const Compile& compile, std::string text, std::vector<ReasonText> reasons = {},
                   std::string entry = {});
    std::expected<NewEntry, CompileFailure> run_compile_callback(const CompileRequest& request) const;
    std::expected<std::shared_ptr<Entry>, RuleFailure> make_entry(const NewEntry& made, BackendKey asked,
                                                                  const Standing& standing) const;
    std::string backend_of(const NewEntry& made, BackendKey asked) const;
    std::expected<EntryId, RuleFailure> put(const NewEntry& made, std::optional<EntryId> place);
    void serve_index_natively();

    using Wanted = std::function<bool(const Entry&)>;
    std::vector<ReasonText> reasons_of(const EntryCode& code, std::string_view entry, const Call& call,
                                       ReasonsWanted which) const;
    std::vector<ReasonText> entry_reasons(const Call& call, ReasonsWanted which, std::size_t most,
                                          const Wanted& wanted = {}) const;
    std::size_t tell(const std::vector<Invalidation>& gone);
    void tell(const Event& event) const;
    std::string shown(std::string text) const;
    std::vector<ReasonText> shown(std::vector<ReasonText> reasons) const;

    const FrameOptions options_;
    const std::shared_ptr<RuleCompiler> compiler_;
    const std::shared_ptr<BackendNames> backends_;
    const std::shared_ptr<const StanceBoard> stances_;
    std::vector<std::shared_ptr<const EntryCode>> object_paths_;  // one a limit per object
    EntryStore store_;
    FrameCounters counters_;
    mutable GuardTally guards_;
    CompileFlights flights_;
    std::atomic<const EntryCode*> index_value_{nullptr};  // that machine code was asked for
};

}  // namespace guardc
