#include "compiler/backend/frame_rule_compiler.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "compiler/backend/glob.h"

namespace guardc::compiler {
namespace {

// Nothing is thrown past this: what the standard library throws becomes a failure with its text.
template <typename Function>
auto guarded(const Function& function) -> decltype(function()) {
    try {
        return function();
    } catch (const std::exception& thrown) {
        return std::unexpected(RuleFailure{thrown.what()});
    }
}

RuleFailure no_frame(std::string_view frame) {
    return {"there are no rules for frame `" + std::string(frame) + "`"};
}

}  // namespace

FrameRuleCompiler::FrameRuleCompiler(const Model& model, const RuleCompilerOptions& options)
    : model_(model), native_(options.native, options.engine) {}

std::expected<std::shared_ptr<FrameRuleCompiler>, grammar::Diagnostics> FrameRuleCompiler::create(
    std::vector<FrameRules> frames, const Model& model, const RuleCompilerOptions& options) {
    std::shared_ptr<FrameRuleCompiler> compiler(new FrameRuleCompiler(model, options));
    grammar::Diagnostics diagnostics;
    for (FrameRules& rules : frames) {
        auto frame = std::make_unique<LiveFrame>(std::move(rules), model, options.build);
        for (const auto& declaration : options.externs)
            frame->bind(declaration);
        for (grammar::Diagnostic& diagnostic : frame->adopt_blocks()) {
            diagnostics.push_back(std::move(diagnostic));
        }
        for (grammar::Diagnostic& diagnostic : frame->adopt_limits()) {
            diagnostics.push_back(std::move(diagnostic));
        }
        compiler->frames_.push_back(std::move(frame));
    }
    if (grammar::has_errors(diagnostics)) return std::unexpected(std::move(diagnostics));
    return compiler;
}

LiveFrame* FrameRuleCompiler::find(std::string_view frame) const {
    for (const auto& known : frames_) {
        if (known->name() == frame) return known.get();
    }
    return nullptr;
}

std::vector<LiveFrame*> FrameRuleCompiler::matching(std::string_view pattern) const {
    std::vector<LiveFrame*> found;
    for (const auto& known : frames_) {
        if (known->name() == pattern || glob_matches(pattern, known->name())) found.push_back(known.get());
    }
    return found;
}

std::shared_ptr<TermPool> FrameRuleCompiler::terms(std::string_view frame) const {
    const LiveFrame* const live = find(frame);
    return live != nullptr ? live->terms() : nullptr;
}

std::vector<Guard> FrameRuleCompiler::copy_guards_of(std::string_view frame, std::span<const Guard> guards,
                                                     TermPool& to, FrameShape& shape) const {
    const LiveFrame* const live = find(frame);
    return live != nullptr ? live->copy(guards, to, shape) : std::vector<Guard>();
}

bool FrameRuleCompiler::bind(const std::shared_ptr<const ExternDeclaration>& declaration) {
    const std::scoped_lock lock(binding_mutex_);
    if (declaration->binding.function == nullptr) return false;
    const bool all =
        std::ranges::all_of(frames_, [&](const auto& live) { return live->can_bind(*declaration); });
    for (std::size_t i = 0; all && i < frames_.size(); ++i)
        frames_[i]->bind(declaration);
    return all;
}

std::shared_ptr<const StandingRules> FrameRuleCompiler::standing(std::string_view frame) {
    LiveFrame* const live = find(frame);
    return live != nullptr ? live->standing() : nullptr;
}

std::optional<std::string> FrameRuleCompiler::declared_backend(std::string_view frame,
                                                               std::string_view entry) {
    LiveFrame* const live = find(frame);
    return live != nullptr ? live->declared_backend(entry) : std::nullopt;
}

std::expected<RuleCompiler::Code, RuleFailure> FrameRuleCompiler::compile(const EntryRequest& request) {
    LiveFrame* const live = find(request.frame);
    if (live == nullptr) return std::unexpected(no_frame(request.frame));
    auto code = guarded([&] { return live->compile(request); });
    if (code) native_.add(*code, std::string(request.name));
    return code;
}

RuleCompiler::Code FrameRuleCompiler::requirements(const StandingRules& standing, std::string_view backend) {
    const auto asked = static_cast<const FrameStanding&>(standing).of(backend);
    return asked != nullptr ? asked->requirement_check : nullptr;
}

std::expected<RuleCompiler::Code, RuleFailure> FrameRuleCompiler::narrowed(std::string_view frame,
                                                                           const Code& code) {
    LiveFrame* const live = find(frame);
    if (live == nullptr) return std::unexpected(no_frame(frame));
    return with_machine_code(guarded([&] { return live->narrow(code); }), code);
}

std::expected<RuleCompiler::Code, RuleFailure> FrameRuleCompiler::renewed(std::string_view frame,
                                                                          const Code& code) {
    LiveFrame* const live = find(frame);
    if (live == nullptr) return std::unexpected(no_frame(frame));
    return with_machine_code(guarded([&] { return live->renew(code); }), code);
}

// Code that is new gets in line.
std::expected<RuleCompiler::Code, RuleFailure> FrameRuleCompiler::with_machine_code(
    std::expected<Code, RuleFailure> made, const Code& before) {
    if (made && *made != before) {
        native_.add(*made, static_cast<const CompiledRules&>(*(*made)->rules()).source.name);
    }
    return made;
}

RuleCompiler::Code FrameRuleCompiler::object_at(std::string_view frame, std::string_view path) {
    LiveFrame* const live = find(frame);
    return live != nullptr ? live->object_at(path) : nullptr;
}

void FrameRuleCompiler::serve_natively(const Code& code) {
    native_.add(code, "index over `" + code->lifted().front() + "`", native::Effort::thorough);
}

std::vector<ReasonText> FrameRuleCompiler::reasons(const EntryCode& code, std::span<const Ref> slots,
                                                   const AmbientBlock& ambient, ReasonsWanted which) {
    const auto* const rules = dynamic_cast<const CompiledRules*>(code.rules().get());
    LiveFrame* const live = rules != nullptr ? find(rules->frame) : nullptr;
    return live != nullptr ? live->reasons(code, slots, ambient, which) : std::vector<ReasonText>();
}

std::optional<FrameShape> FrameRuleCompiler::shape(std::string_view frame) const {
    const LiveFrame* const live = find(frame);
    if (live == nullptr) return std::nullopt;
    return live->shape();
}

const Ledger* FrameRuleCompiler::ledger(const EntryCode& code) {
    const auto* const rules = dynamic_cast<const CompiledRules*>(code.rules().get());
    return rules != nullptr ? &rules->ledger : nullptr;
}

std::span<const LiftedValue> FrameRuleCompiler::arguments(const EntryCode& code) {
    const auto* const rules = dynamic_cast<const CompiledRules*>(code.rules().get());
    return rules != nullptr ? std::span<const LiftedValue>(rules->arguments) : std::span<const LiftedValue>();
}

std::span<const LiftedSizes> FrameRuleCompiler::shapes(const EntryCode& code) {
    const auto* const rules = dynamic_cast<const CompiledRules*>(code.rules().get());
    return rules != nullptr ? std::span<const LiftedSizes>(rules->sizes) : std::span<const LiftedSizes>();
}

}  // namespace guardc::compiler
