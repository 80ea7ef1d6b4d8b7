#include "compiler/session/session.h"

#include <utility>

#include "compiler/session/frame_verdicts.h"
#include "compiler/session/session_frame.h"
#include "grammar/closest.h"
#include "runtime/value/builtin_model.h"

namespace guardc::compiler {

struct Session::Parts {
    Parts(const SessionOptions& chosen, std::shared_ptr<FrameRuleCompiler> rule_compiler)
        : options(chosen), compiler(std::move(rule_compiler)), dispatcher(compiler) {}

    SessionOptions options;
    CurrentFrame current;
    NativeQueue native{NativeMode::at_once, {}};
    std::shared_ptr<FrameRuleCompiler> compiler;
    std::unique_ptr<Audit> audit;  // null: none is asked for
    std::vector<std::unique_ptr<Frame>> frames;
    Dispatcher dispatcher;  // after the frames: its callbacks lead to them
};

namespace {

SessionFailure environment(std::string text) {
    return {SessionFailure::Cause::environment, std::move(text)};
}

}  // namespace

Session::Session() = default;
Session::~Session() = default;

std::expected<std::unique_ptr<Session>, SessionFailure> Session::open(const RulesFile& rules,
                                                                      const SessionOptions& options) {
    const auto current = std::make_shared<const FrameDocument*>(nullptr);
    // Machine code is this session's to order, entry by entry.
    auto compiler = FrameRuleCompiler::create(
        rules.frames, builtin_model(),
        {.native = NativeMode::never, .externs = frame_verdicts(rules.frames, current)});
    if (!compiler) {
        std::string text;
        for (const grammar::Diagnostic& diagnostic : compiler.error())
            text += grammar::render(*rules.source, diagnostic);
        return std::unexpected(SessionFailure{SessionFailure::Cause::rules, std::move(text)});
    }
    std::unique_ptr<Session> session(new Session);
    session->parts_ = std::make_unique<Parts>(options, std::move(*compiler));
    Parts& parts = *session->parts_;
    parts.current = current;
    if (options.audit)
        parts.audit = std::make_unique<Audit>(parts.compiler, AuditOptions{.rate = *options.audit});
    const Frame::Place place{*parts.compiler, parts.native, parts.options, builtin_model(),
                             parts.audit.get()};
    for (const FrameRules& frame : rules.frames) {
        auto built = Frame::build(frame, place);
        if (!built) return std::unexpected(std::move(built.error()));
        if (auto joined = (*built)->join(parts.dispatcher); !joined)
            return std::unexpected(std::move(joined.error()));
        parts.frames.push_back(std::move(*built));
    }
    if (options.engine == Engine::native) {
        // A cold start would learn it from the first frame.
        if (options.cold)
            if (auto loaded = native::load_compiler(); !loaded)
                return std::unexpected(environment(loaded.error().message));
        if (const auto notes = session->notes(); !notes.empty())
            return std::unexpected(environment(notes.front()));
    }
    return session;
}

std::vector<FrameReport> Session::reports() const {
    std::vector<FrameReport> reports;
    for (const FrameCache* const cache : parts_->dispatcher.frames())
        reports.push_back(cache->report());
    return reports;
}

std::vector<AuditedGuard> Session::audit() const {
    return parts_->audit != nullptr ? parts_->audit->report() : std::vector<AuditedGuard>();
}

std::vector<std::string> Session::notes() const {
    std::vector<std::string> notes;
    for (const NativeQueue::Failure& failure : parts_->native.failures())
        notes.push_back("entry `" + failure.entry + "`: " + failure.message);
    return notes;
}

std::expected<Session::Frame*, std::string> Session::find(const FrameDocument& document) {
    auto& frames = parts_->frames;
    if (!document.frame) {
        if (frames.size() == 1) return frames.front().get();
        return std::unexpected("the frame does not say which of the rules' " + std::to_string(frames.size()) +
                               " frames it is of");
    }
    std::vector<std::string_view> names;
    for (const auto& frame : frames) {
        if (frame->name() == *document.frame) return frame.get();
        names.push_back(frame->name());
    }
    const std::string_view nearest = grammar::closest(*document.frame, names);
    return std::unexpected("the rules have no frame `" + *document.frame + "`" +
                           (nearest.empty() ? "" : "; did you mean `" + std::string(nearest) + "`?"));
}

std::expected<Answer, std::string> Session::dispatch(const FrameDocument& document, ReasonsWanted wanted) {
    const auto frame = find(document);
    if (!frame) return std::unexpected(frame.error());
    *parts_->current = &document;
    auto answer = (*frame)->dispatch(document, wanted);
    *parts_->current = nullptr;
    return answer;
}

std::expected<std::vector<EntryReasons>, std::string> Session::explain(const FrameDocument& document) {
    const auto frame = find(document);
    if (!frame) return std::unexpected(frame.error());
    *parts_->current = &document;
    auto reasons = (*frame)->explain(document);
    *parts_->current = nullptr;
    return reasons;
}

}  // namespace guardc::compiler
