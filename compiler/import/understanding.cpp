#include "compiler/import/understanding.h"

#include "compiler/sema/guards.h"
#include "compiler/sema/lowering.h"
#include "grammar/parse.h"

namespace guardc::compiler {

namespace {

// Of several mistakes the first says why.
void tell(std::span<const grammar::Diagnostic> diagnostics, Understood& result) {
    for (const grammar::Diagnostic& diagnostic : diagnostics) {
        std::string& text = diagnostic.severity == grammar::Severity::error ? result.problem : result.warning;
        if (text.empty()) text = diagnostic.message;
    }
}

// A statement ends where its line does; what the peer prints has no line ends, what an attacker writes may.
bool is_one_line(std::string_view text) {
    return text.find('\n') == std::string_view::npos && text.find('\r') == std::string_view::npos;
}

}  // namespace

// One lowering for all texts: what it learns of the terms grows with them.
struct Understanding::Sema {
    explicit Sema(FrameRules& rules) : lowering(rules, pool, reporter) {}

    grammar::ExprPool pool;  // of the text in hand
    Reporter reporter{kReported};
    Lowering lowering;
};

Understanding::Understanding() {
    rules_.terms = std::make_shared<TermPool>();
    rules_.shape.open = true;
    sema_ = std::make_unique<Sema>(rules_);
}
Understanding::~Understanding() = default;

const Understood& Understanding::of(std::string_view kind, std::string_view text) {
    auto& found = known_[{kind, text}];
    if (!found) found = std::make_unique<Understood>(read_once(kind, text));
    return *found;
}

Understood Understanding::read_once(std::string_view kind, std::string_view text) {
    Understood result;
    if (!is_one_line(text)) {
        result.problem = "the text goes over several lines";
        return result;
    }
    std::string statement(kind);
    if (!kind.empty() && !text.empty()) statement += ": ";
    statement += text;
    const grammar::Source source("import", std::move(statement));
    grammar::ParsedGuard parsed = grammar::parse_guard(source);
    tell(parsed.diagnostics, result);
    if (!result.problem.empty()) return result;
    sema_->pool = std::move(parsed.pool);
    const auto before = sema_->reporter.mark();
    std::vector<Guard> guards;
    add_guards(sema_->lowering, parsed.guard, {}, guards);
    tell(sema_->reporter.since(before), result);
    sema_->reporter.take_back(before);
    if (!result.problem.empty()) return result;
    result.read = true;
    for (const Guard& guard : guards)
        result.conditions.push_back(guard.term);
    return result;
}

}  // namespace guardc::compiler
