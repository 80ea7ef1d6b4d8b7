#include "compiler/backend/live_frame.h"

#include <algorithm>
#include <utility>

#include "compiler/backend/check_waivers.h"
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

Provenance provenance_of(const std::string& backend, std::shared_ptr<const grammar::Source> source,
                         const std::string& because) {
    Provenance provenance;
    provenance.layer = Layer::backend;
    provenance.owner = backend;
    provenance.source = std::move(source);
    provenance.because = because;
    return provenance;
}

// The guard that replaces what a waiver weakens. False after a mistake.
bool check_weaker(FrameRules& rules, Waiver& waiver, grammar::Diagnostics& diagnostics) {
    if (waiver.statement.action != grammar::WaiverAction::weaken) return true;
    grammar::GuardStatement statement;
    statement.expression = waiver.statement.weaker;
    statement.span = waiver.statement.span;
    const auto guards =
        check_guard(rules, waiver.provenance.source, *waiver.pool, statement, waiver.provenance, diagnostics);
    if (guards.size() == 1) {
        waiver.weaker = guards[0].term;
        return true;
    }
    if (!guards.empty()) {
        diagnostics.push_back({grammar::Severity::error, "weaken-shorthand",
                               "a guard is weakened to one guard, not to several", statement.span,
                               "waive the guard and require the others"});
    }
    return false;
}

}  // namespace

LiveFrame::LiveFrame(FrameRules rules, const Model& model, BuildOptions options)
    : name_(rules.name),
      model_(model),
      options_(options),
      rules_(std::move(rules)),
      standing_(std::make_shared<FrameStanding>()) {
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

std::expected<void, Mistakes> LiveFrame::require(const std::string& backend, std::string text,
                                                 const std::string& because, RuleId id) {
    const auto source =
        std::make_shared<const grammar::Source>("require by backend `" + backend + "`", std::move(text));
    grammar::ParsedGuard parsed = grammar::parse_guard(*source);
    Mistakes mistakes{source, std::move(parsed.diagnostics)};
    if (grammar::has_errors(mistakes.diagnostics)) return std::unexpected(std::move(mistakes));

    const std::scoped_lock lock(mutex_);
    auto guards = check_guard(rules_, source, parsed.pool, parsed.guard,
                              provenance_of(backend, source, because), mistakes.diagnostics);
    if (grammar::has_errors(mistakes.diagnostics)) return std::unexpected(std::move(mistakes));
    const auto changed = change(backend, [&](BackendStanding& standing) {
        for (Guard& guard : guards) {
            if (!because.empty()) guard.provenance.because = because;
            standing.requirements.push_back({std::move(guard), id});
        }
    });
    if (changed) return {};
    mistakes.diagnostics = changed.error();
    return std::unexpected(std::move(mistakes));
}

std::expected<void, Mistakes> LiveFrame::waive(const std::string& backend, std::string text,
                                               const std::string& because, RuleId id) {
    const auto source =
        std::make_shared<const grammar::Source>("waive by backend `" + backend + "`", std::move(text));
    grammar::ParsedWaiver parsed = grammar::parse_waiver(*source);
    Mistakes mistakes{source, std::move(parsed.diagnostics)};
    if (grammar::has_errors(mistakes.diagnostics)) return std::unexpected(std::move(mistakes));

    Waiver waiver{std::move(parsed.waiver), std::make_shared<const grammar::ExprPool>(std::move(parsed.pool)),
                  kNoTerm, provenance_of(backend, source, because)};
    waiver.provenance.span = waiver.statement.span;
    if (because.empty()) waiver.provenance.because = waiver.statement.because.value_or("");

    const std::scoped_lock lock(mutex_);
    std::shared_ptr<const CheckedWaiver> checked;
    if (check_weaker(rules_, waiver, mistakes.diagnostics)) {
        checked = check_waiver(rules_, backend, waiver, mistakes.diagnostics);
    }
    if (checked == nullptr) return std::unexpected(std::move(mistakes));
    const auto changed = change(
        backend, [&](BackendStanding& standing) { standing.waivers.push_back({std::move(checked), id}); });
    if (changed) return {};
    mistakes.diagnostics = changed.error();
    return std::unexpected(std::move(mistakes));
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

std::expected<LiveFrame::Code, RuleFailure> LiveFrame::compile(const EntryRequest& request) {
    const auto pinned = std::static_pointer_cast<const FrameStanding>(request.standing);
    const auto standing = pinned != nullptr ? pinned : this->standing();
    const std::scoped_lock lock(mutex_);
    auto framework = source_of(request);
    if (!framework) return std::unexpected(std::move(framework.error()));
    EntrySource source{std::string(request.name), std::string(request.backend), std::move(*framework),
                       standing->of(request.backend)};
    auto code = build_entry(build(), source);
    if (!code) return std::unexpected(RuleFailure{render(code.error(), source)});
    return std::move(*code);
}

std::expected<LiveFrame::Code, RuleFailure> LiveFrame::narrow(const Code& code) {
    const auto* const rules = dynamic_cast<const CompiledRules*>(code->rules().get());
    if (rules == nullptr) return code;
    const auto now = standing()->of(rules->source.backend);
    if (now == nullptr) return code;
    auto narrower = narrowed(rules->source, *now);
    if (!narrower) return code;
    const std::scoped_lock lock(mutex_);
    auto built = build_entry(build(), *narrower);
    if (!built) return std::unexpected(RuleFailure{render(built.error(), *narrower)});
    return std::move(*built);
}

// A span belongs to the guard that it was copied from.
std::string LiveFrame::render(const grammar::Diagnostics& diagnostics, const EntrySource& source) const {
    std::vector<Guard> guards = *source.framework;
    guards.insert(guards.end(), rules_.user_guards.begin(), rules_.user_guards.end());
    if (source.standing != nullptr) {
        for (const StandingRequirement& required : source.standing->requirements)
            guards.push_back(required.guard);
    }
    std::string text;
    for (const grammar::Diagnostic& diagnostic : diagnostics) {
        const auto guard = std::ranges::find_if(guards, [&](const Guard& known) {
            return known.provenance.source != nullptr && known.provenance.span == diagnostic.span;
        });
        text += guard != guards.end() ? grammar::render(*guard->provenance.source, diagnostic)
                                      : "error: " + diagnostic.message + "\n";
    }
    return text;
}

// The guards are copied out under the lock and judged without it: what they call may come back here.
std::vector<ReasonText> LiveFrame::reasons(const EntryCode& code, std::span<const Ref> slots,
                                           const AmbientBlock& ambient, ReasonsWanted which) const {
    const auto* const rules = dynamic_cast<const CompiledRules*>(code.rules().get());
    if (rules == nullptr) return {};
    TermPool terms;
    std::vector<Guard> guards;
    FrameShape shape;
    {
        const std::scoped_lock lock(mutex_);
        guards = copy_guards(*rules_.terms, rules->kept, terms);
        shape = rules_.shape;
    }
    std::vector<ReasonText> reasons;
    const auto wanted = which == ReasonsWanted::first ? Reasons::first : Reasons::all;
    for (Reason& reason : explain(terms, guards, shape, {model_, slots, ambient}, wanted)) {
        reasons.push_back(text_of(std::move(reason)));
    }
    return reasons;
}

}  // namespace guardc::compiler
