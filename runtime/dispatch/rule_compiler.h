// The seam between dispatching and compiling: what a dispatcher asks of whoever turns rules into checks.
// runtime/ knows rules by name and text only.
#pragma once

#include <expected>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/dispatch/artefact_rules.h"
#include "runtime/dispatch/entry_code.h"
#include "runtime/dispatch/reason_text.h"
#include "runtime/program/ambient.h"

namespace guardc {

// The standing rules of a frame as they were at one instant. An artefact may be reused under the rules of the
// instant at which its compile began, and under narrower ones. Opaque here.
class StandingRules {
  public:
    StandingRules() = default;
    virtual ~StandingRules() = default;
    StandingRules(const StandingRules&) = delete;
    StandingRules& operator=(const StandingRules&) = delete;
};

// Guards of a new entry: those of the entry `name` in the frame's rules, or `guards`, one a line.
struct EntryRequest {
    std::string_view frame;
    std::string_view name;
    std::string_view backend;  // whose entry it is; may be empty
    std::optional<std::string_view> guards = {};
    std::shared_ptr<const StandingRules> standing = {};  // null: those of now
    std::shared_ptr<const ArtefactRules> rules = {};     // null: none of its own
    ArgumentsRead reads = {};
};

struct RuleFailure {
    std::string message;  // rendered diagnostics, or what the environment refused
};

// Hears that a standing rule has become stricter. Called on the thread that changed it, without a lock of the
// rule compiler held; the change is in force when the call returns.
class RuleListener {
  public:
    virtual ~RuleListener() = default;
    virtual void rules_narrowed(std::string_view frame) = 0;
};

// All functions may be called from any number of threads, throw nothing, and call nothing of the engine's.
class RuleCompiler {
  public:
    using Code = std::shared_ptr<const EntryCode>;

    virtual ~RuleCompiler() = default;

    // Null for a frame that it has no rules for.
    virtual std::shared_ptr<const StandingRules> standing(std::string_view frame) = 0;

    // The backend of an entry of the frame's rules (empty: none); nothing when there is no such entry.
    virtual std::optional<std::string> declared_backend(std::string_view frame, std::string_view entry) = 0;

    virtual std::expected<Code, RuleFailure> compile(const EntryRequest& request) = 0;

    // The conditions that `backend` requires of every frame before it is asked to compile; null: none.
    virtual Code requirements(const StandingRules& standing, std::string_view backend) = 0;

    // `code` with every requirement that has come since; `code` itself when there is none. Never wider.
    virtual std::expected<Code, RuleFailure> narrowed(std::string_view frame, const Code& code) = 0;

    // A check without guards that lifts what stands at `path`, the path of a limit per object of the frame's
    // rules; null where the rules have no such limit.
    virtual Code object_at(std::string_view frame, std::string_view path);

    // `code` runs at every look-up: machine code for it is wanted, in the background.
    virtual void serve_natively(const Code& code);

    // `code` as the standing rules of now make it, which may be wider: its backend has consented. Whoever has
    // no rules that widen need not tell the two apart.
    virtual std::expected<Code, RuleFailure> renewed(std::string_view frame, const Code& code) {
        return narrowed(frame, code);
    }

    // The guards that do not hold, in source order. `entry` is left for the caller to fill.
    virtual std::vector<ReasonText> reasons(const EntryCode& code, std::span<const Ref> slots,
                                            const AmbientBlock& ambient, ReasonsWanted which) = 0;

    void attach(std::weak_ptr<RuleListener> listener);

  protected:
    void announce_narrowing(std::string_view frame);

  private:
    std::mutex listeners_mutex_;
    std::vector<std::weak_ptr<RuleListener>> listeners_;
};

}  // namespace guardc
