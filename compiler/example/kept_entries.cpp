#include "compiler/example/kept_entries.h"

#include "compiler/backend/frame_rule_compiler.h"
#include "compiler/passes/pipeline.h"
#include "runtime/value/builtin_model.h"

namespace guardc::compiler {

std::expected<std::vector<KeptEntry>, SessionFailure> kept_entries(const RulesFile& rules) {
    const auto compiler =
        FrameRuleCompiler::create(rules.frames, builtin_model(), {.native = NativeMode::never});
    if (!compiler) {
        std::string text;
        for (const grammar::Diagnostic& diagnostic : compiler.error())
            text += grammar::render(*rules.source, diagnostic);
        return std::unexpected(SessionFailure{SessionFailure::Cause::rules, std::move(text)});
    }
    std::vector<KeptEntry> all;
    for (const FrameRules& frame : rules.frames) {
        const auto standing =
            std::static_pointer_cast<const FrameStanding>((*compiler)->standing(frame.name));
        for (const Entry& entry : frame.entries) {
            const auto backend = standing->of(entry.backend);
            EntryGuards guards =
                source_guards(*frame.terms, frame.shape, entry.guards, frame.user_guards, backend.get());
            run_entry_passes(guards);
            KeptEntry kept{&frame, &entry, std::move(guards.guards), {}};
            for (const LiftedValue& value : guards.lifted)
                kept.lifted.push_back(value.term);
            all.push_back(std::move(kept));
        }
    }
    return all;
}

std::vector<std::span<const Guard>> asked_before(std::span<const KeptEntry> entries, const KeptEntry& entry) {
    std::vector<std::span<const Guard>> before;
    const bool reversed = entry.frame->order == grammar::Order::newest_first;
    bool passed = false;
    for (const KeptEntry& other : entries) {
        if (other.entry == entry.entry) {
            passed = true;
            continue;
        }
        if (other.frame == entry.frame && passed == reversed) before.emplace_back(other.guards);
    }
    return before;
}

}  // namespace guardc::compiler
