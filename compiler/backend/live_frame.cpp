#include "compiler/backend/live_frame.h"

#include <algorithm>
#include <utility>

#include "compiler/backend/copy_guards.h"
#include "compiler/backend/guard_text.h"
#include "compiler/explain/reason.h"
#include "compiler/sema/sema.h"
#include "compiler/terms/print_term.h"
#include "grammar/parse.h"

namespace guardc::compiler {
namespace {

ReasonText text_of(Reason reason) {
    return {.entry = {},
            .guard = std::move(reason.guard),
            .expected = std::move(reason.expected),
            .actual = std::move(reason.actual),
            .owner = std::move(reason.owner),
            .because = std::move(reason.because),
            .at = std::move(reason.at)};
}

}  // namespace

LiveFrame::LiveFrame(FrameRules rules, const Model& model, BuildOptions options)
    : name_(rules.name),
      model_(model),
      options_(options),
      rules_(std::move(rules)),
      standing_(std::make_shared<FrameStanding>()) {
    // Terms are not made by two threads at once, and the rules may be in other hands too.
    rules_.terms = TermPool::copy_of(*rules_.terms);
    for (const Entry& entry : rules_.entries) {
        declared_[entry.name] = {entry.backend, std::make_shared<const std::vector<Guard>>(entry.guards)};
    }
}

grammar::Diagnostics LiveFrame::adopt_blocks() {
    const std::scoped_lock lock(mutex_);
    grammar::Diagnostics diagnostics;
    for (const BackendRules& block : rules_.backends) {
        const auto adopted = change(block.backend, [&](BackendStanding& standing) {
            standing = standing_of_blocks(rules_, block.backend, diagnostics);
        });
        if (!adopted) diagnostics.insert(diagnostics.end(), adopted.error().begin(), adopted.error().end());
    }
    return diagnostics;
}

grammar::Diagnostics LiveFrame::adopt_limits() {
    const std::scoped_lock lock(mutex_);
    grammar::Diagnostics diagnostics;
    for (const LimitRule& limit : rules_.limits) {
        if (limit.per == kNoTerm) continue;
        const std::string path = print_term(*rules_.terms, limit.per, rules_.shape);
        auto reader = build_object_path(build(), {path, limit.per});
        if (!reader) {
            diagnostics.insert(diagnostics.end(), reader.error().begin(), reader.error().end());
            continue;
        }
        limit_paths_.emplace(path, std::move(*reader));
    }
    return diagnostics;
}

LiveFrame::Code LiveFrame::object_at(std::string_view path) const {
    const auto found = limit_paths_.find(path);
    return found != limit_paths_.end() ? found->second : nullptr;
}

FrameShape LiveFrame::shape() const {
    const std::scoped_lock lock(mutex_);
    return rules_.shape;
}

std::shared_ptr<const FrameStanding> LiveFrame::standing() const {
    const std::scoped_lock lock(standing_mutex_);
    return standing_;
}

std::optional<std::string> LiveFrame::declared_backend(std::string_view entry) const {
    const auto found = declared_.find(entry);
    if (found == declared_.end()) return std::nullopt;
    return found->second.backend;
}

// Replaces the standing rules of one backend, and nothing when they cannot be checked.
std::expected<void, grammar::Diagnostics> LiveFrame::change(
    const std::string& backend, const std::function<void(BackendStanding&)>& edit) {
    auto next = std::make_shared<FrameStanding>();
    next->backends = standing_->backends;
    auto edited = std::make_shared<BackendStanding>();
    edited->backend = backend;
    const auto known = std::ranges::find(next->backends, backend, &BackendStanding::backend);
    if (known != next->backends.end()) *edited = **known;
    edit(*edited);
    put_in_order(*edited);
    auto check = build_requirements(build(), *edited);
    if (!check) return std::unexpected(std::move(check.error()));
    edited->requirement_check = std::move(*check);
    if (known != next->backends.end()) {
        *known = std::move(edited);
    } else {
        next->backends.push_back(std::move(edited));
    }
    const std::scoped_lock lock(standing_mutex_);
    standing_ = std::move(next);
    return {};
}

std::expected<std::vector<Guard>, Mistakes> LiveFrame::check(const GuardString& requirement) {
    const std::scoped_lock lock(mutex_);
    return check_requirement(rules_, requirement);
}

std::expected<WaiverMatch, Mistakes> LiveFrame::check(const std::string& backend,
                                                      const WaiverString& waiver) {
    const std::scoped_lock lock(mutex_);
    return check_waiver_text(rules_, backend, waiver);
}

std::expected<void, grammar::Diagnostics> LiveFrame::require(const std::string& backend,
                                                             const std::vector<Guard>& guards, RuleId id) {
    const std::scoped_lock lock(mutex_);
    return change(backend, [&](BackendStanding& standing) {
        for (const Guard& guard : guards)
            standing.requirements.push_back({guard, id});
    });
}

void LiveFrame::waive(const std::string& backend, std::shared_ptr<const CheckedWaiver> waiver, RuleId id) {
    const std::scoped_lock lock(mutex_);
    // The requirements stay those that compiled before.
    static_cast<void>(change(
        backend, [&](BackendStanding& standing) { standing.waivers.push_back({std::move(waiver), id}); }));
}

void LiveFrame::remove(RuleId id) {
    const std::scoped_lock lock(mutex_);
    const auto has = [&](const std::shared_ptr<const BackendStanding>& standing) {
        return std::ranges::any_of(standing->requirements, [&](const auto& rule) { return rule.id == id; }) ||
               std::ranges::any_of(standing->waivers, [&](const auto& rule) { return rule.id == id; });
    };
    const auto found = std::ranges::find_if(standing_->backends, has);
    if (found == standing_->backends.end()) return;
    const std::string backend = (*found)->backend;
    // Fewer requirements of those that compiled together before compile too.
    static_cast<void>(change(backend, [&](BackendStanding& standing) {
        std::erase_if(standing.requirements, [&](const auto& rule) { return rule.id == id; });
        std::erase_if(standing.waivers, [&](const auto& rule) { return rule.id == id; });
    }));
}

std::expected<std::shared_ptr<const std::vector<Guard>>, RuleFailure> LiveFrame::source_of(
    const EntryRequest& request) {
    const std::string name(request.name);
    if (!request.guards) {
        const auto found = declared_.find(name);
        if (found != declared_.end() && found->second.backend == request.backend) return found->second.guards;
        if (found != declared_.end()) {
            return std::unexpected(RuleFailure{"entry `" + name + "` is of backend `" +
                                               found->second.backend + "`, not of `" +
                                               std::string(request.backend) + "`"});
        }
        return std::unexpected(
            RuleFailure{"the rules of frame `" + name_ + "` have no entry `" + name + "`"});
    }
    GuardText text = parse_guard_text("entry `" + name + "`", std::string(*request.guards));
    Mistakes mistakes{text.source, std::move(text.diagnostics)};
    std::vector<Guard> guards;
    Provenance provenance;
    provenance.source = text.source;
    for (const grammar::GuardStatement& statement : text.guards) {
        for (Guard& guard :
             check_guard(rules_, text.source, text.pool, statement, provenance, mistakes.diagnostics)) {
            guards.push_back(std::move(guard));
        }
    }
    if (grammar::has_errors(mistakes.diagnostics)) return std::unexpected(RuleFailure{mistakes.text()});
    return std::make_shared<const std::vector<Guard>>(std::move(guards));
}

std::expected<LiveFrame::Code, RuleFailure> LiveFrame::built(EntrySource source) {
    auto code = build_entry(build(), std::move(source));
    if (!code) return std::unexpected(RuleFailure{text_of(code.error())});
    return std::move(*code);
}

std::expected<LiveFrame::Code, RuleFailure> LiveFrame::compile(const EntryRequest& request) {
    const auto pinned = std::static_pointer_cast<const FrameStanding>(request.standing);
    const auto standing = pinned != nullptr ? pinned : this->standing();
    const auto own = std::static_pointer_cast<const OwnRules>(request.rules);
    if (own != nullptr && (own->frame != name_ || own->backend != request.backend)) {
        return std::unexpected(RuleFailure{"entry `" + std::string(request.name) + "` of backend `" +
                                           std::string(request.backend) + "` came with rules of backend `" +
                                           own->backend + "` for frame `" + own->frame + "`"});
    }
    const std::scoped_lock lock(mutex_);
    auto framework = source_of(request);
    if (!framework) return std::unexpected(std::move(framework.error()));
    return built({.name = std::string(request.name),
                  .backend = std::string(request.backend),
                  .framework = std::move(*framework),
                  .standing = with_own_rules(standing->of(request.backend), own.get(), request.backend),
                  .own = own,
                  .reads = request.reads});
}

std::expected<LiveFrame::Code, RuleFailure> LiveFrame::narrow(const Code& code) {
    const auto* const rules = dynamic_cast<const CompiledRules*>(code->rules().get());
    if (rules == nullptr) return code;
    const auto now = standing()->of(rules->source.backend);
    if (now == nullptr) return code;
    auto narrower = narrowed(rules->source, *now);
    if (!narrower) return code;
    const std::scoped_lock lock(mutex_);
    return built(std::move(*narrower));
}

std::expected<LiveFrame::Code, RuleFailure> LiveFrame::renew(const Code& code) {
    const auto* const rules = dynamic_cast<const CompiledRules*>(code->rules().get());
    if (rules == nullptr) return code;
    EntrySource source = rules->source;
    source.standing = with_own_rules(standing()->of(source.backend), source.own.get(), source.backend);
    const std::scoped_lock lock(mutex_);
    return built(std::move(source));
}

bool LiveFrame::can_bind(const ExternDeclaration& declaration) const {
    const std::scoped_lock lock(mutex_);
    return rules_.terms->can_bind(declaration);
}

void LiveFrame::bind(std::shared_ptr<const ExternDeclaration> declaration) {
    const std::scoped_lock lock(mutex_);
    rules_.terms->bind_extern(std::move(declaration));
}

std::vector<Guard> LiveFrame::copy(std::span<const Guard> guards, TermPool& to, FrameShape& shape) const {
    const std::scoped_lock lock(mutex_);
    shape = rules_.shape;
    return copy_guards(*rules_.terms, guards, to);
}

// The guards are copied out under the lock and judged without it: what they call may come back here.
std::vector<ReasonText> LiveFrame::reasons(const EntryCode& code, std::span<const Ref> slots,
                                           const AmbientBlock& ambient, ReasonsWanted which) const {
    const auto* const rules = dynamic_cast<const CompiledRules*>(code.rules().get());
    if (rules == nullptr) return {};
    TermPool terms;
    FrameShape shape;
    const std::vector<Guard> guards = copy(rules->kept, terms, shape);
    std::vector<ReasonText> reasons;
    const auto wanted = which == ReasonsWanted::first ? Reasons::first : Reasons::all;
    for (Reason& reason : explain(terms, guards, shape, {model_, slots, ambient}, wanted)) {
        reasons.push_back(text_of(std::move(reason)));
    }
    return reasons;
}

}  // namespace guardc::compiler
