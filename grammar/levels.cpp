#include "grammar/levels.h"

#include "grammar/expression_rules.h"
#include "grammar/rule_run.h"

namespace guardc::grammar {

std::optional<Diagnostic> read_level(ReadingState& state, LevelKind kind, Span inside, const Limits& limits) {
    const std::string end_name = std::string("`") + state.layout->text[inside.end] + "`";
    const auto run = [&](const auto& rule) {
        x3::unused_type nothing;
        return rules::run_rule(state, rule, inside, end_name, limits, nothing);
    };
    switch (kind) {
        case LevelKind::elements:
            return run(rules::elements);
        case LevelKind::arguments:
            return run(rules::arguments);
        case LevelKind::subscript:
            return run(rules::subscript);
        case LevelKind::braces:
            return run(rules::braces);
    }
    return std::nullopt;
}

}  // namespace guardc::grammar
