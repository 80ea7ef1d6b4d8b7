#include "compiler/backend/rule_text.h"

#include <string_view>
#include <utility>

#include "grammar/parse.h"

namespace guardc::compiler {
namespace {

using SourcePointer = std::shared_ptr<const grammar::Source>;

SourcePointer source_of(std::string_view what, const std::string& backend, std::string text) {
    return std::make_shared<const grammar::Source>(std::string(what) + " by backend `" + backend + "`",
                                                   std::move(text));
}

Provenance provenance_of(const std::string& backend, const SourcePointer& source, grammar::Span span,
                         const std::string& because, const std::optional<std::string>& because_in_text) {
    Provenance provenance;
    provenance.layer = Layer::backend;
    provenance.owner = backend;
    provenance.source = source;
    provenance.span = span;
    provenance.because = because.empty() ? because_in_text.value_or("") : because;
    return provenance;
}

using Parser = grammar::ParsedGuard(const grammar::Source&, const grammar::Limits&);

std::expected<GuardString, Mistakes> parse(std::string_view what, const std::string& backend,
                                           std::string text, const std::string& because,
                                           Parser* parser = grammar::parse_guard) {
    const SourcePointer source = source_of(what, backend, std::move(text));
    grammar::ParsedGuard parsed = parser(*source, {});
    if (grammar::has_errors(parsed.diagnostics)) {
        return std::unexpected(Mistakes{source, std::move(parsed.diagnostics)});
    }
    GuardString guard{source,
                      std::make_shared<const grammar::ExprPool>(std::move(parsed.pool)),
                      std::move(parsed.guard),
                      {}};
    guard.provenance = provenance_of(backend, source, guard.statement.span, because, guard.statement.because);
    return guard;
}

Waiver waiver_of(const std::string& backend, const SourcePointer& source, grammar::WaiveStatement statement,
                 std::shared_ptr<const grammar::ExprPool> pool, const std::string& because) {
    Waiver waiver{std::move(statement), std::move(pool), kNoTerm, {}};
    waiver.provenance =
        provenance_of(backend, source, waiver.statement.span, because, waiver.statement.because);
    return waiver;
}

}  // namespace

std::expected<GuardString, Mistakes> parse_requirement(const std::string& backend, std::string text,
                                                       const std::string& because) {
    return parse("require", backend, std::move(text), because);
}

std::expected<WaiverString, Mistakes> parse_waiver_text(const std::string& backend, std::string text,
                                                        const std::string& because) {
    const SourcePointer source = source_of("waive", backend, std::move(text));
    grammar::ParsedWaiver parsed = grammar::parse_waiver(*source);
    if (grammar::has_errors(parsed.diagnostics)) {
        return std::unexpected(Mistakes{source, std::move(parsed.diagnostics)});
    }
    auto pool = std::make_shared<const grammar::ExprPool>(std::move(parsed.pool));
    return WaiverString{waiver_of(backend, source, std::move(parsed.waiver), std::move(pool), because), {}};
}

std::expected<WaiverString, Mistakes> parse_weakening(const std::string& backend, std::string what,
                                                      std::string text, const std::string& because) {
    auto parsed = parse_waiver_text(backend, std::move(what), because);
    if (!parsed) return parsed;
    grammar::WaiveStatement& statement = parsed->waiver.statement;
    if (statement.action != grammar::WaiverAction::drop) {
        return std::unexpected(Mistakes{parsed->waiver.provenance.source,
                                        {{grammar::Severity::error, "action-twice",
                                          "what is weakened is not also lifted or weakened by its text",
                                          statement.span, "name the guards only"}}});
    }
    auto weaker = parse("weaken", backend, std::move(text), because);
    if (!weaker) return std::unexpected(std::move(weaker.error()));
    weaker->provenance.because = parsed->waiver.provenance.because;
    statement.action = grammar::WaiverAction::weaken;
    parsed->weaker = std::move(*weaker);
    return parsed;
}

std::expected<WaiverString, Mistakes> parse_lift(const std::string& backend, std::string path,
                                                 const std::string& as, const std::string& because) {
    auto parsed = parse("lift", backend, std::move(path), because, grammar::parse_path);
    if (!parsed) return std::unexpected(std::move(parsed.error()));
    grammar::WaiveStatement statement;
    statement.selector = grammar::Selector::path;
    statement.pattern = parsed->statement.expression;
    statement.action = grammar::WaiverAction::lift;
    if (!as.empty()) statement.argument = as;
    statement.because = parsed->statement.because;
    statement.span = parsed->statement.span;
    return WaiverString{
        waiver_of(backend, parsed->source, std::move(statement), std::move(parsed->pool), because), {}};
}

}  // namespace guardc::compiler
