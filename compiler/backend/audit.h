// Waived guards, evaluated on the side: what they would have said, and the values they would have seen.
//
//     Audit audit(rules, {.rate = 0.01});
//     const Outcome outcome = audit.look_up(frame, call);   // in place of frame.look_up(call)
//     for (const AuditedGuard& guard : audit.report()) ..
//
// Nothing of this is in the check: an entry costs the same whether somebody audits it or not.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "compiler/backend/frame_rule_compiler.h"
#include "compiler/backend/ledger.h"
#include "runtime/dispatch/frame_cache.h"

namespace guardc::compiler {

struct AuditOptions {
    // The share of served look-ups whose waived guards are evaluated, from 0 to 1; evenly spread.
    double rate = 1;
    // All of them, and one that a waived or weakened guard would have turned away is refused. What is lifted
    // is never refused: its value is meant to change.
    bool strict = false;
};

struct AuditedGuard {
    std::string frame, entry;
    std::string guard, id;  // canonical text and its hash
    WaiverClass waiver_class = WaiverClass::none;
    std::uint64_t held = 0;
    std::uint64_t missed = 0;     // look-ups that it would have turned away, being false
    std::uint64_t undefined = 0;  // or undefined
    // Live values of what the guard is about, in words, with how often each was seen; beyond the first
    // Audit::kValuesKept they are counted in `other_values`.
    std::vector<std::pair<std::string, std::uint64_t>> values;
    std::uint64_t other_values = 0;
    // Of a guard about sizes: of 0 and 1, where compilers specialise, those that no call had. The audit says
    // nothing about them.
    std::vector<std::int64_t> unverified;
};

// Any number of threads.
class Audit {
  public:
    static constexpr std::size_t kValuesKept = 8;

    Audit(std::shared_ptr<FrameRuleCompiler> rules, const AuditOptions& options);
    ~Audit();

    // The outcome of the look-up, whatever the audit finds; save that a strict one refuses.
    Outcome look_up(FrameCache& frame, const Call& call);

    // The same for an engine that has looked up by itself: what a strict audit has against serving this call
    // by this entry.
    struct Refusal {
        std::string message;
        std::vector<ReasonText> reasons;
    };
    std::optional<Refusal> observe(std::string_view entry, const EntryCode& code, const Call& call);

    // In the order of frames, entries and guards' texts.
    std::vector<AuditedGuard> report() const;

  private:
    struct Subject;
    std::shared_ptr<const Subject> subject_of(const EntryCode& code);
    bool is_sampled();

    const std::shared_ptr<FrameRuleCompiler> rules_;
    const AuditOptions options_;
    std::atomic<std::uint64_t> ticks_{0};

    mutable std::mutex mutex_;
    std::map<const EntryRules*, std::shared_ptr<const Subject>> subjects_;
    using Key = std::tuple<std::string, std::string, std::string>;
    struct Counts;
    std::map<Key, Counts> counts_;
};

// As a person reads it.
std::string audit_text(const std::vector<AuditedGuard>& report);

}  // namespace guardc::compiler
