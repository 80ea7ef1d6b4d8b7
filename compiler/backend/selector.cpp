#include "compiler/backend/selector.h"

#include <algorithm>
#include <utility>

#include "compiler/backend/glob.h"
#include "compiler/backend/guard_values.h"
#include "compiler/terms/print_term.h"

namespace guardc::compiler {

using grammar::Selector;

std::optional<GuardSelector> GuardSelector::check(FrameRules& rules, const Waiver& waiver,
                                                  grammar::Diagnostics& diagnostics) {
    const grammar::WaiveStatement& statement = waiver.statement;
    GuardSelector selector;
    selector.form_ = statement.selector;
    selector.text_ = statement.text;
    const bool is_expression =
        statement.selector == Selector::pattern || statement.selector == Selector::path;
    if (!is_expression) return selector;
    auto pattern =
        statement.selector == Selector::path
            ? check_path(rules, *waiver.pool, statement.pattern, waiver.provenance, diagnostics)
            : check_pattern(rules, *waiver.pool, statement.pattern, waiver.provenance, diagnostics);
    if (!pattern) return std::nullopt;
    selector.pattern_ = std::move(*pattern);
    return selector;
}

bool GuardSelector::selects(const TermPool& terms, const FrameShape& shape, TermId guard) const {
    switch (form_) {
        case Selector::pattern:
            return std::ranges::any_of(
                pattern_.terms, [&](TermId wanted) { return matches(terms, pattern_, wanted, guard); });
        case Selector::path:
            return is_on_path(terms, guard);
        case Selector::id:
            return guard_id(print_term(terms, guard, shape)) == text_;
        case Selector::kind:
            return guard_kind(terms, guard) == text_;
        case Selector::text:
            return glob_matches(text_, print_term(terms, guard, shape));
    }
    return false;
}

// The parts of a device are the device: `x is tensor(cuda)` tests the type of it.
bool GuardSelector::is_on_path(const TermPool& terms, TermId guard) const {
    const auto is_on = [&](TermId value) {
        const TermOp op = terms[value].op;
        if (pattern_.is_shape) {
            return (op == TermOp::size || op == TermOp::rank) &&
                   matches_path(terms, pattern_, base_of(terms, value));
        }
        if (matches_path(terms, pattern_, value)) return true;
        return (op == TermOp::device_type || op == TermOp::device_index) &&
               matches_path(terms, pattern_, base_of(terms, value));
    };
    const auto values = values_of(terms, guard);
    return !values.empty() && std::ranges::all_of(values, is_on);
}

}  // namespace guardc::compiler
