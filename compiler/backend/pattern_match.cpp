// Terms against patterns.
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "compiler/backend/guard_values.h"
#include "compiler/backend/pattern.h"

namespace guardc::compiler {
namespace {

// Attributes of any name are one.
bool has_data_of(const TermPool& terms, const Pattern& pattern, TermId wanted, TermId actual) {
    return terms[wanted].data == terms[actual].data ||
           std::ranges::find(pattern.any_names, wanted) != pattern.any_names.end();
}

// A value and what it is read off, and so on: the last step first.
std::vector<TermId> steps_of(const TermPool& terms, TermId value) {
    std::vector<TermId> steps{value};
    while (is_reading(terms[value].op)) {
        value = base_of(terms, value);
        if (value == kNoTerm) break;
        steps.push_back(value);
    }
    return steps;
}

// One step, whatever it is taken from; the first one of a path is a whole value.
bool matches_step(const TermPool& terms, const Pattern& path, TermId wanted, TermId actual) {
    const Term& left = terms[wanted];
    const Term& right = terms[actual];
    const auto wanted_operands = terms.operands(wanted);
    const auto actual_operands = terms.operands(actual);
    if (!is_reading(left.op) || wanted_operands.empty()) return matches(terms, path, wanted, actual);
    if (left.op != right.op || !has_data_of(terms, path, wanted, actual) ||
        wanted_operands.size() != actual_operands.size())
        return false;
    for (std::size_t i = 1; i < wanted_operands.size(); ++i)
        if (!matches(terms, path, wanted_operands[i], actual_operands[i])) return false;
    return true;
}

}  // namespace

// As with any runs of characters in a text, only the last `.*` can need another try: what lies before it has
// matched as early as it can.
bool matches_path(const TermPool& terms, const Pattern& path, TermId value) {
    if (path.any_steps.empty()) return matches(terms, path, path.terms.front(), value);
    const std::vector<TermId> wanted = steps_of(terms, path.terms.front());
    const std::vector<TermId> actual = steps_of(terms, value);
    const std::unordered_set<TermId> any_steps(path.any_steps.begin(), path.any_steps.end());
    const auto is_any = [&](std::size_t at) { return any_steps.contains(wanted[at]); };
    constexpr std::size_t kNone = ~std::size_t{0};
    std::size_t at = 0, in_value = 0, any = kNone, behind_any = 0;
    while (in_value < actual.size()) {
        if (at < wanted.size() && is_any(at)) {
            any = at++;
            behind_any = in_value;
        } else if (at < wanted.size() && matches_step(terms, path, wanted[at], actual[in_value])) {
            ++at;
            ++in_value;
        } else if (any != kNone) {
            at = any + 1;
            in_value = ++behind_any;
        } else {
            return false;
        }
    }
    return at == wanted.size();  // a path begins with a value, never with `.*`
}

bool matches(const TermPool& terms, const Pattern& pattern, TermId pattern_term, TermId term) {
    std::vector<std::pair<TermId, TermId>> pending{{pattern_term, term}};
    while (!pending.empty()) {
        const auto [wanted, actual] = pending.back();
        pending.pop_back();
        if (wanted == actual) continue;
        const Term& left = terms[wanted];
        const Term& right = terms[actual];
        if (left.op != right.op) return false;
        if (left.op == TermOp::constant) {
            if (std::ranges::find(pattern.wildcards, wanted) == pattern.wildcards.end()) return false;
            continue;
        }
        const auto wanted_operands = terms.operands(wanted);
        const auto actual_operands = terms.operands(actual);
        if (!has_data_of(terms, pattern, wanted, actual) || wanted_operands.size() != actual_operands.size())
            return false;
        for (std::size_t i = 0; i < wanted_operands.size(); ++i) {
            pending.emplace_back(wanted_operands[i], actual_operands[i]);
        }
    }
    return true;
}

}  // namespace guardc::compiler
