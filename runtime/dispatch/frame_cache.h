// The entries of one function, and the look-up that chooses among them.
#pragma once

#include <atomic>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "runtime/dispatch/backend_names.h"
#include "runtime/dispatch/call.h"
#include "runtime/dispatch/counters.h"
#include "runtime/dispatch/entry_store.h"
#include "runtime/dispatch/outcome.h"
#include "runtime/dispatch/policy.h"
#include "runtime/dispatch/rule_compiler.h"

namespace guardc {

struct FrameOptions {
    std::string name = {};  // under which the rule compiler knows it
    LimitPolicy limit = {};
    FailurePolicy on_failure = {};
    EntryOrder order = EntryOrder::declared;
    Callbacks callbacks = {};
};

// All functions may be called from any number of threads and from callbacks of this very frame. A look-up
// waits for nobody: it loads one snapshot and asks its entries in order.
class FrameCache {
  public:
    // `compiler` may be null: entries then come with ready code.
    FrameCache(FrameOptions options, std::shared_ptr<RuleCompiler> compiler,
               std::shared_ptr<BackendNames> backends);
    FrameCache(const FrameCache&) = delete;
    FrameCache& operator=(const FrameCache&) = delete;

    const std::string& name() const { return options_.name; }

    // The first entry in order whose guards all hold; else what the policy says: a new entry, compiled by the
    // callback and checked against this very frame, or running eagerly, or a refusal. Throws nothing.
    Outcome look_up(const Call& call) noexcept;

    // An entry that was compiled beforehand, valid under the rules as they are now. The limit does not refuse
    // it; it counts like any other.
    std::expected<EntryId, RuleFailure> insert(const NewEntry& made);
    // When these return, no look-up that starts can choose the entry. Calls that use it go on.
    bool remove(EntryId id);
    void clear();

    // Holds an entry to the rules as they stand now, also where they have become wider since its compile
    // began: its backend consents for this very artefact. False: there is no such entry.
    std::expected<bool, RuleFailure> consent(EntryId id);

    // In force at the next miss.
    void set_limit(LimitPolicy limit);
    void set_on_failure(FailurePolicy on_failure);

    // Why each entry that does not accept this call does not, in the order in which entries are asked.
    std::vector<ReasonText> reasons(const Call& call, ReasonsWanted which) const;

    FrameCounts counts() const { return counters_.read(); }
    std::vector<std::shared_ptr<const Entry>> entries() const { return store_.entries(); }

    // A requirement has come: what it adds is in every entry when this returns.
    void rules_narrowed();

  private:
    friend class CompileRequest;
    class Flight;
    using Standing = std::shared_ptr<const StandingRules>;

    Outcome ask(ThreadRecord& thread, const Call& call) noexcept;
    Outcome miss(ThreadRecord& thread, const Call& call);
    std::optional<Outcome> turn_away(ThreadRecord& thread, const Call& call);
    Outcome compile(ThreadRecord& thread, const Call& call, const Standing& standing,
                    std::uint64_t rules_generation);
    Outcome admit(ThreadRecord& thread, const Call& call, const std::shared_ptr<Entry>& entry,
                  std::uint64_t rules_generation);
    Outcome failed(std::string text, std::vector<ReasonText> reasons = {});
    Outcome finish(ThreadRecord& thread, const Call& call, Outcome outcome) noexcept;

    std::expected<NewEntry, CompileFailure> run_compile_callback(const CompileRequest& request) const;
    std::expected<std::shared_ptr<Entry>, RuleFailure> make_entry(const NewEntry& made, BackendKey asked,
                                                                  const Standing& standing) const;
    std::string backend_of(const NewEntry& made, BackendKey asked) const;
    std::optional<Outcome> unmet(const Call& call, const StandingRules* standing,
                                 std::string_view backend) const;
    std::vector<ReasonText> reasons_of(const EntryCode& code, std::string_view entry, const Call& call,
                                       ReasonsWanted which) const;

    const FrameOptions options_;
    const std::shared_ptr<RuleCompiler> compiler_;
    const std::shared_ptr<BackendNames> backends_;
    EntryStore store_;
    FrameCounters counters_;
    std::atomic<bool> compiling_{false};  // one miss at a time
};

}  // namespace guardc
