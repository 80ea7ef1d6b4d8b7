#include "tests/backend/rule_world.h"

#include <stdexcept>

#include "compiler/backend/check_waivers.h"
#include "compiler/backend/compiled_rules.h"
#include "compiler/backend/frame_options.h"
#include "compiler/passes/pipeline.h"
#include "compiler/session/rules_file.h"
#include "runtime/value/builtin_model.h"

namespace guardc::compiler {
namespace {

std::string ids_of(const grammar::Diagnostics& diagnostics) {
    std::string ids;
    for (const auto& diagnostic : diagnostics)
        ids += (ids.empty() ? "" : " ") + diagnostic.id;
    return ids;
}

std::shared_ptr<FrameRuleCompiler> compile_rules(std::string text, const RuleCompilerOptions& options) {
    RulesFile file = read_rules("test.guard", std::move(text));
    if (!file.sound()) throw std::runtime_error(ids_of(file.diagnostics));
    auto rules = FrameRuleCompiler::create(std::move(file.frames), builtin_model(), options);
    if (!rules) throw std::runtime_error(ids_of(rules.error()));
    return std::move(*rules);
}

FrameOptions options_of(const std::string& text, Callbacks callbacks) {
    FrameOptions options = frame_options(read_rules("test.guard", text).frames.at(0));
    options.on_failure.pause = {};  // tests do not wait between retries
    options.callbacks = std::move(callbacks);
    return options;
}

std::string one_line(std::string text) {
    for (std::size_t at; (at = text.find('\n')) != std::string::npos;) {
        text.replace(at, 1, at + 1 == text.size() ? "" : ", ");
    }
    return text;
}

}  // namespace

std::string kept(std::string_view guards, std::string_view backend_block, std::string_view parameters) {
    std::string text = "frame f(" + std::string(parameters) + ") {\nentry \"e\" {\n" + std::string(guards) +
                       "\n}\n}\nbackend \"npu\" for f {\n" + std::string(backend_block) + "\n}\n";
    RulesFile file = read_rules("test.guard", std::move(text));
    if (!file.sound()) return ids_of(file.diagnostics);
    FrameRules& rules = file.frames[0];
    grammar::Diagnostics diagnostics;
    const BackendStanding standing = standing_of_blocks(rules, "npu", diagnostics);
    EntryGuards entry =
        source_guards(*rules.terms, rules.shape, rules.entries[0].guards, rules.user_guards, &standing);
    run_entry_passes(entry);
    const std::string lines = one_line(print_guards(entry));
    return file.diagnostics.empty() ? lines : lines + " | " + ids_of(file.diagnostics);
}

FrameDocument frame_of(std::string_view locals, std::string_view state) {
    auto frame =
        read_frame("{\"locals\": " + std::string(locals) + ", \"state\": " + std::string(state) + "}");
    if (!frame) throw std::runtime_error(error_text(frame.error()));
    return std::move(*frame);
}

std::string outcome_text(const Outcome& outcome) {
    std::string text(outcome_name(outcome.kind()));
    if (outcome.entry() != nullptr) return text + ":" + outcome.entry()->name;
    if (outcome.reason() != EagerReason::no_entry)
        text += ":" + std::string(eager_reason_name(outcome.reason()));
    return text;
}

RuleWorld::RuleWorld(const std::string& text, Callbacks callbacks, const RuleCompilerOptions& options)
    : rules(compile_rules(text, options)),
      dispatcher(rules),
      cache(dispatcher.add_frame(options_of(text, std::move(callbacks)))) {}

std::string RuleWorld::look_up(const FrameDocument& frame, std::string_view backend) {
    const auto slots = bind_frame(frame, *rules->shape(cache.name()));
    const BackendKey key = backend == "any" ? BackendKey::any : dispatcher.backend(backend);
    const Outcome outcome =
        cache.look_up({.slots = slots, .ambient = frame.ambient, .backend = key, .context = nullptr});
    return outcome_text(outcome);
}

std::string RuleWorld::look_up(std::string_view locals, std::string_view backend) {
    return look_up(frame_of(locals), backend);
}

std::vector<ReasonText> RuleWorld::reasons(std::string_view locals, std::string_view backend) {
    const FrameDocument frame = frame_of(locals);
    const auto slots = bind_frame(frame, *rules->shape(cache.name()));
    return cache.reasons({.slots = slots,
                          .ambient = frame.ambient,
                          .backend = dispatcher.backend(backend),
                          .context = nullptr},
                         ReasonsWanted::all);
}

std::string RuleWorld::insert(std::string name) {
    const auto inserted = cache.insert({.name = std::move(name), .reads = {.all = true}});
    return inserted ? "" : inserted.error().message;
}

}  // namespace guardc::compiler
