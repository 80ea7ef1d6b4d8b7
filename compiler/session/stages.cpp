#include "compiler/session/stages.h"

#include <utility>

#include "compiler/backend/frame_rule_compiler.h"
#include "compiler/backend/standing.h"
#include "compiler/passes/pipeline.h"
#include "compiler/session/frame_verdicts.h"
#include "runtime/value/builtin_model.h"

namespace guardc::compiler {

namespace {

SessionFailure rules_failure(const RulesFile& rules, const grammar::Diagnostics& diagnostics) {
    std::string text;
    for (const grammar::Diagnostic& diagnostic : diagnostics)
        text += grammar::render(*rules.source, diagnostic);
    return {SessionFailure::Cause::rules, std::move(text)};
}

}  // namespace

std::expected<std::vector<EntryStages>, SessionFailure> build_stages(const RulesFile& rules) {
    const auto compiler = FrameRuleCompiler::create(
        rules.frames, builtin_model(),
        {.native = NativeMode::never,
         .externs = frame_verdicts(rules.frames, std::make_shared<const FrameDocument*>(nullptr))});
    if (!compiler) return std::unexpected(rules_failure(rules, compiler.error()));
    std::vector<EntryStages> all;
    for (const FrameRules& frame : rules.frames) {
        const auto terms = (*compiler)->terms(frame.name);
        const auto standing =
            std::static_pointer_cast<const FrameStanding>((*compiler)->standing(frame.name));
        for (const Entry& entry : frame.entries) {
            EntryStages stages{frame.name, entry.name, {}, {}, {}};
            const auto backend = standing->of(entry.backend);
            EntryGuards guards =
                source_guards(*terms, frame.shape, entry.guards, frame.user_guards, backend.get());
            stages.passes.push_back({"source", print_guards(guards)});
            run_entry_passes(guards, [&](const Pass& pass, std::string_view before, std::string_view after) {
                stages.passes.push_back({std::string(pass.name), std::string(after), before != after});
            });
            auto check = build_check(*terms, guards.guards, guards.lifted, frame.shape, builtin_model(),
                                     {.keep_plan_text = true});
            if (!check) return std::unexpected(rules_failure(rules, check.error()));
            stages.check = std::move(*check);
            stages.sizes = sizes_of(guards);
            all.push_back(std::move(stages));
        }
    }
    return all;
}

}  // namespace guardc::compiler
