#include "compiler/import/shorthands.h"

#include <algorithm>

#include "compiler/terms/print_term.h"
#include "runtime/program/ambient.h"

namespace guardc::compiler {

namespace {

bool has(std::span<const TermId> terms, TermId term) {
    return std::ranges::find(terms, term) != terms.end();
}

}  // namespace

const std::vector<std::string>& Shorthands::marks() {
    if (marks_) return *marks_;
    marks_.emplace();
    const TermPool& terms = understanding_.terms();
    for (const TermId condition : understanding_.read_once("", "L['x'] is tensor(marks=None)").conditions) {
        if (terms[condition].op != TermOp::not_) continue;
        const TermId present = terms.operands(condition)[0];
        if (terms[present].op == TermOp::has_attribute) marks_->push_back(terms.name(present));
    }
    return *marks_;
}

bool Shorthands::is_plain_keys(TermId guard, TermId tensor, TermId device) {
    const TermPool& terms = understanding_.terms();
    const auto [found, added] = plain_keys_.try_emplace(device);
    if (added) {
        const std::string text =
            "L['x'] is tensor(" + print_constant(terms.constant(device)) + ", keys=plain)";
        for (const TermId condition : understanding_.read_once("", text).conditions) {
            if (terms[condition].op != TermOp::is_constant) continue;
            const auto operands = terms.operands(condition);
            if (terms[operands[0]].op != TermOp::device)
                found->second = Keys{terms[operands[0]].op, operands[1]};
        }
    }
    if (!found->second || terms[guard].op != TermOp::is_constant) return false;
    const auto operands = terms.operands(guard);
    return operands[1] == found->second->constant && terms[operands[0]].op == found->second->fact &&
           terms.operands(operands[0])[0] == tensor;
}

const std::vector<TermId>& Shorthands::state(const std::string& text) {
    const auto [found, added] = states_.try_emplace(text);
    if (added) found->second = understanding_.read_once("", text).conditions;
    return found->second;
}

std::optional<Shorthands::StateFold> Shorthands::fold_state(std::span<const TermId> guards) {
    const TermPool& terms = understanding_.terms();
    const std::vector<TermId>& usual = state("state is default()");
    if (usual.empty()) return std::nullopt;
    // A field that is tested, and not for its usual value, is given.
    std::string given;
    for (const TermId guard : guards) {
        if (terms[guard].op != TermOp::is_constant || has(usual, guard)) continue;
        const auto operands = terms.operands(guard);
        if (terms[operands[0]].op != TermOp::ambient) continue;
        given += given.empty() ? "" : ", ";
        given += ambient_name(static_cast<AmbientField>(terms[operands[0]].data));
        given += "=" + print_constant(terms.constant(operands[1]));
    }
    StateFold fold{"state is default(" + given + ")", {}};
    fold.folded = state(fold.text);
    // Where the log leaves out a field, the shorthand would test more than the log does.
    const auto is_tested = [&](TermId condition) { return has(guards, condition); };
    if (fold.folded.empty() || !std::ranges::all_of(fold.folded, is_tested)) return std::nullopt;
    return fold;
}

}  // namespace guardc::compiler
