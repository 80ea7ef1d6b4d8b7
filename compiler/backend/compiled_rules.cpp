#include "compiler/backend/compiled_rules.h"

#include <algorithm>
#include <utility>

#include "compiler/backend/entry_policy.h"

namespace guardc::compiler {
namespace {

std::shared_ptr<const EntryCode> make_code(CheckProgram check, std::shared_ptr<const EntryRules> rules,
                                           EntryFacts known = {}) {
    EntryCode::Parts parts;
    parts.program = std::move(check.program);
    parts.literals = std::move(check.literals.words);
    parts.owners = std::move(check.literals.owners);
    for (LiftedValue& value : check.lifted)
        parts.lifted.push_back(std::move(value.path));
    parts.rules = std::move(rules);
    parts.facts = std::move(known.facts);
    parts.objects = std::move(known.objects);
    return std::make_shared<const EntryCode>(std::move(parts));
}

// What the plan says of guards, each in the text that its guard came from.
std::vector<Mistakes> located(const grammar::Diagnostics& diagnostics, const std::vector<Guard>& guards) {
    std::vector<Mistakes> mistakes;
    for (const grammar::Diagnostic& diagnostic : diagnostics) {
        const auto guard = std::ranges::find_if(
            guards, [&](const Guard& known) { return known.provenance.span == diagnostic.span; });
        mistakes.push_back({guard != guards.end() ? guard->provenance.source : nullptr, {diagnostic}});
    }
    return mistakes;
}

}  // namespace

std::expected<std::shared_ptr<const EntryCode>, std::vector<Mistakes>> build_entry(const EntryBuild& build,
                                                                                   EntrySource source) {
    TermPool& terms = *build.rules.terms;
    EntryGuards entry = source_guards(terms, build.rules.shape, *source.framework, build.rules.user_guards,
                                      source.standing.get());
    run_entry_passes(entry);
    auto refused = policy_mistakes(entry, source, build.rules.proved_waivers_only);
    if (!refused.empty()) return std::unexpected(std::move(refused));
    auto check =
        build_check(terms, entry.guards, entry.lifted, build.rules.shape, build.model, build.options);
    if (!check) return std::unexpected(located(check.error(), entry.guards));
    EntryFacts known =
        facts_of(terms, entry.guards, build.rules.shape, build.model, build.options, build.readers);
    auto rules = std::make_shared<CompiledRules>();
    rules->frame = build.rules.name;
    rules->source = std::move(source);
    rules->sizes = sizes_of(entry);
    rules->arguments = std::move(entry.lifted);
    rules->kept = std::move(entry.guards);
    rules->ledger = std::move(entry.ledger);
    return make_code(std::move(*check), std::move(rules), std::move(known));
}

std::expected<std::shared_ptr<const EntryCode>, grammar::Diagnostics> build_requirements(
    const EntryBuild& build, const BackendStanding& standing) {
    if (standing.requirements.empty()) return nullptr;
    auto rules = std::make_shared<CompiledRules>();
    rules->frame = build.rules.name;
    rules->source.backend = standing.backend;
    for (const StandingRequirement& required : standing.requirements)
        rules->kept.push_back(required.guard);
    auto check =
        build_check(*build.rules.terms, rules->kept, {}, build.rules.shape, build.model, build.options);
    if (!check) return std::unexpected(std::move(check.error()));
    return make_code(std::move(*check), std::move(rules));
}

std::expected<std::shared_ptr<const EntryCode>, grammar::Diagnostics> build_object_path(
    const EntryBuild& build, LiftedValue path) {
    if (build.model.identity == IdentityForm::none) {
        return std::unexpected(
            grammar::Diagnostics{{grammar::Severity::error,
                                  "no-identity",
                                  "`limit .. per " + path.path + "`: objects of the model `" +
                                      build.model.name + "` have no identity to count by",
                                  {},
                                  "give the model an identity, or the frame one limit"}});
    }
    auto check =
        build_check(*build.rules.terms, {}, {&path, 1}, build.rules.shape, build.model, build.options);
    if (!check) return std::unexpected(std::move(check.error()));
    return make_code(std::move(*check), nullptr);
}

std::optional<EntrySource> narrowed(const EntrySource& source, const BackendStanding& now) {
    auto standing = std::make_shared<BackendStanding>();
    if (source.standing != nullptr) *standing = *source.standing;
    standing->backend = source.backend;
    std::vector<StandingRequirement>& known = standing->requirements;
    const std::size_t before = known.size();
    for (const StandingRequirement& required : now.requirements) {
        const auto same = [&](const StandingRequirement& other) {
            return other.guard.term == required.guard.term;
        };
        if (std::ranges::none_of(known, same)) known.push_back(required);
    }
    if (known.size() == before) return std::nullopt;
    put_in_order(*standing);
    EntrySource narrower = source;
    narrower.standing = std::move(standing);
    return narrower;
}

}  // namespace guardc::compiler
