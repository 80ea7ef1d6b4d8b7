#include "compiler/import/understanding.h"

#include "compiler/sema/sema.h"
#include "grammar/parse.h"

namespace guardc::compiler {

namespace {

// Of several mistakes the first says why.
void tell(const grammar::Diagnostics& diagnostics, Understood& result) {
    for (const grammar::Diagnostic& diagnostic : diagnostics) {
        std::string& text =
            diagnostic.severity == grammar::Severity::error ? result.problem : result.warning;
        if (text.empty()) text = diagnostic.message;
    }
}

// A statement ends where its line does; what the peer prints has no line ends, what an attacker writes may.
bool is_one_line(std::string_view text) {
    return text.find('\n') == std::string_view::npos && text.find('\r') == std::string_view::npos;
}

}  // namespace

Understanding::Understanding() {
    rules_.terms = std::make_shared<TermPool>();
    rules_.shape.open = true;
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
    const auto source = std::make_shared<const grammar::Source>("import", std::move(statement));
    grammar::ParsedGuard parsed = grammar::parse_guard(*source);
    tell(parsed.diagnostics, result);
    if (!result.problem.empty()) return result;
    grammar::Diagnostics mistakes;
    const std::vector<Guard> guards =
        check_guard(rules_, source, parsed.pool, parsed.guard, Provenance{}, mistakes);
    tell(mistakes, result);
    if (!result.problem.empty()) return result;
    result.read = true;
    for (const Guard& guard : guards)
        result.conditions.push_back(guard.term);
    return result;
}

}  // namespace guardc::compiler
