// The rules of a file at work: entries compiled for one engine, frames dispatched over them.
//
//     const RulesFile rules = read_rules("decode.guard", text);
//     auto session = Session::open(rules, {.engine = Engine::native});
//     if (!session) return report(session.error());
//     const auto answer = (*session)->dispatch(frame);
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/backend/audit.h"
#include "compiler/json/frame_json.h"
#include "compiler/session/engine.h"
#include "compiler/session/rules_file.h"
#include "runtime/dispatch/frame_report.h"
#include "runtime/dispatch/outcome.h"
#include "runtime/dispatch/policy.h"

namespace guardc::compiler {

struct SessionOptions {
    Engine engine = Engine::dispatch;
    // Start without entries, and compile one when a frame needs it and the limit of its frame allows. Else
    // all are there from the start, and the limit does not apply to them.
    bool cold = false;
    // Instead of what the rules say.
    std::optional<std::uint32_t> limit = {};
    std::optional<AtLimit> at_limit = {};
    // The share of served frames whose waived guards are evaluated on the side.
    std::optional<double> audit = {};
};

struct SessionFailure {
    enum class Cause : std::uint8_t { rules, environment } cause;
    std::string text;  // of rules: rendered diagnostics; of the environment: one line
};

// An argument. Cells may point into the frame that was dispatched.
struct LiftedCell {
    std::string path;
    std::vector<Cell> cells;  // one, or every size of a shape
    bool is_shape = false;
};

struct Answer {
    OutcomeKind outcome = OutcomeKind::eager;
    EagerReason reason = EagerReason::none;
    std::optional<std::string> entry = {};  // of hit and compile
    std::vector<LiftedCell> lifted = {};    // likewise
    // Why no entry accepted: of every entry that was asked, or of the requirement or self-check that failed.
    std::vector<ReasonText> reasons = {};
    std::string message = {};  // of failed compiles, refusals and errors
};

// The reasons of one entry of the rules; none: it accepts.
struct EntryReasons {
    std::string entry;
    std::vector<ReasonText> reasons;
};

// One thread at a time.
class Session {
  public:
    // `rules` must be sound. Entries that cannot be built are a failure of the rules, whatever the options;
    // an engine that cannot be loaded is one of the environment.
    static std::expected<std::unique_ptr<Session>, SessionFailure> open(const RulesFile& rules,
                                                                        const SessionOptions& options = {});
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // The error says which frame the document means and what the rules have.
    std::expected<Answer, std::string> dispatch(const FrameDocument& frame,
                                                ReasonsWanted wanted = ReasonsWanted::all);

    // Of every entry of the rules, compiled or not, in their order.
    std::expected<std::vector<EntryReasons>, std::string> explain(const FrameDocument& frame);

    // What each frame has counted, in the order of the rules. Frames whose entries are asked one by one,
    // without a dispatcher, have none.
    std::vector<FrameReport> reports() const;

    // What became of the waived guards of frames that were served; empty without an audit.
    std::vector<AuditedGuard> audit() const;

    // Why entries have no machine code, where the engine should have given them some; one line each.
    std::vector<std::string> notes() const;

  private:
    class Frame;
    Session();
    std::expected<Frame*, std::string> find(const FrameDocument& frame);

    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace guardc::compiler
