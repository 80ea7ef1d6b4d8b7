// One call of a frame, and what the engine does for the dispatcher when no entry accepts it.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "runtime/dispatch/artefact_rules.h"
#include "runtime/dispatch/entry.h"
#include "runtime/dispatch/event.h"
#include "runtime/dispatch/outcome.h"
#include "runtime/program/ambient.h"

namespace guardc {

class FrameCache;
class StandingRules;

struct Call {
    std::span<const Ref> slots;   // of the frame's shape; those beyond the end are absent
    const AmbientBlock& ambient;  // read once, on the caller's thread
    BackendKey backend = BackendKey::any;
    void* context = nullptr;  // handed on to callbacks
};

// What a compile gives back. The guards are those of the entry `name` in the frame's rules, or `guards` as
// text, one a line, or ready code.
struct NewEntry {
    std::string name = {};
    std::shared_ptr<void> artefact = {};
    // Whose entry it is; left out: what the rules say of an entry of theirs, else the backend of the call.
    std::optional<std::string> backend = {};
    std::optional<std::string> guards = {};
    // Without rules of the rule compiler the engine answers for it: later requirements do not reach it.
    std::shared_ptr<const EntryCode> code = {};
    // What the artefact was built on beside the guards; the entry goes when one of them is declared stale.
    std::vector<std::shared_ptr<const Dependency>> dependencies = {};
    // What holds for this artefact only, and what it reads of the argument block.
    std::shared_ptr<const ArtefactRules> rules = {};
    ArgumentsRead reads = {};
};

struct CompileFailure {
    std::string text = {};
    // There is nothing that could be compiled for this frame: it runs eagerly for want of an entry, and that
    // is no failure.
    bool nothing_to_compile = false;
    // The engine found that a backend does not take this frame (CompileRequest::unmet): nothing is counted.
    bool unmet_requirement = false;
    std::vector<ReasonText> reasons = {};
};

// For a compile callback, valid during the call.
class CompileRequest {
  public:
    CompileRequest(const FrameCache& frame, const Call& call, std::shared_ptr<const StandingRules> standing,
                   std::stop_token stop)
        : frame_(frame), call_(call), standing_(std::move(standing)), stop_(std::move(stop)) {}

    const FrameCache& frame() const { return frame_; }
    const Call& call() const { return call_; }

    // Somebody has called cancel_compiles(): what this callback gives back is thrown away, so it may as well
    // end now.
    bool cancelled() const { return stop_.stop_requested(); }
    const std::stop_token& stop() const { return stop_; }

    // For calls that name no backend: what `backend` requires and this frame does not meet, as the failure to
    // return; nothing when the backend takes the frame.
    std::optional<CompileFailure> unmet(std::string_view backend) const;

  private:
    const FrameCache& frame_;
    const Call& call_;
    std::shared_ptr<const StandingRules> standing_;
    std::stop_token stop_;
};

// Called on the thread of the look-up, without any lock: callbacks may look up the same frame again (an inner
// miss of a frame that is being compiled runs eagerly), change it, fail, and throw (a failure with that
// text).
struct Callbacks {
    std::function<std::expected<NewEntry, CompileFailure>(const CompileRequest&)> compile =
        {};                                                                          // may be empty
    std::function<void(const FrameCache&, const Call&, const Outcome&)> eager = {};  // may be empty
    // On the thread that made it happen; what it throws is dropped.
    std::function<void(const FrameCache&, const Event&)> event = {};  // may be empty
};

}  // namespace guardc
