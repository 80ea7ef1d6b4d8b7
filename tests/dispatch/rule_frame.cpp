#include "tests/dispatch/rule_frame.h"

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "compiler/backend/frame_options.h"
#include "compiler/session/rules_file.h"
#include "runtime/value/builtin_model.h"

namespace guardc::tests {
namespace {

compiler::RulesFile sound_rules(const std::string& text) {
    compiler::RulesFile file = compiler::read_rules("test.guard", text);
    if (!file.sound()) throw std::invalid_argument("the rules of the test do not compile: " + text);
    return file;
}

std::shared_ptr<compiler::FrameRuleCompiler> compile(const std::string& text, compiler::NativeMode native) {
    auto rules =
        compiler::FrameRuleCompiler::create(sound_rules(text).frames, builtin_model(), {.native = native});
    if (!rules) throw std::invalid_argument("the rules of the test cannot be used: " + text);
    return std::move(*rules);
}

FrameCache& add(Dispatcher& dispatcher, const std::string& text, NewEntry& next,
                const std::function<void(FrameOptions&)>& change) {
    FrameOptions options = compiler::frame_options(sound_rules(text).frames.at(0));
    options.callbacks.compile = [&next](const CompileRequest&) { return next; };
    if (change) change(options);
    return dispatcher.add_frame(std::move(options));
}

}  // namespace

compiler::FrameDocument frame_of(const std::string& locals, const std::string& state) {
    auto frame = compiler::read_frame(R"({"locals": {)" + locals + R"(}, "state": )" + state + "}");
    if (!frame) throw std::invalid_argument(compiler::error_text(frame.error()));
    return std::move(*frame);
}

RuleFrame::RuleFrame(const std::string& text, const std::function<void(FrameOptions&)>& change,
                     compiler::NativeMode native)
    : rules(compile(text, native)),
      dispatcher(std::make_unique<Dispatcher>(rules)),
      frame(add(*dispatcher, text, next, change)) {}

void RuleFrame::make(std::string name, std::string guards) {
    next = {.name = std::move(name), .guards = std::move(guards)};
}

std::string RuleFrame::look_up(const std::string& locals, const std::string& backend) {
    return look_up(frame_of(locals), backend);
}

std::string RuleFrame::look_up(const compiler::FrameDocument& document, const std::string& backend) {
    const auto slots = compiler::bind_frame(document, *rules->shape(frame.name()));
    const BackendKey key = backend == "any" ? BackendKey::any : dispatcher->backend(backend);
    const Outcome outcome = frame.look_up({.slots = slots, .ambient = document.ambient, .backend = key});
    message = outcome.message();
    last_reasons.assign(outcome.reasons().begin(), outcome.reasons().end());
    std::string text(outcome_name(outcome.kind()));
    if (outcome.entry() != nullptr) return text + ":" + outcome.entry()->name;
    if (outcome.reason() != EagerReason::none && outcome.reason() != EagerReason::no_entry)
        text += ":" + std::string(eager_reason_name(outcome.reason()));
    return text;
}

std::vector<ReasonText> RuleFrame::reasons(const std::string& locals, ReasonsWanted which) {
    const compiler::FrameDocument document = frame_of(locals);
    const auto slots = compiler::bind_frame(document, *rules->shape(frame.name()));
    return frame.reasons({.slots = slots, .ambient = document.ambient}, which);
}

std::string instance_call(int id, int x) {
    return fmt::format(
        R"("self": {{"$object": {{"type": "demo.Net", "attrs": {{"n": 1}}}}, "$id": {}}}, "x": {})", id, x);
}

std::string look_up_instance(RuleFrame& frame, int id, int x) {
    frame.make(fmt::format("{}/{}", id, x), fmt::format("is_identity(self, {})\nx is {}", id, x));
    return frame.look_up(instance_call(id, x));
}

}  // namespace guardc::tests
