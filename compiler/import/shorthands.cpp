#include "compiler/import/shorthands.h"

#include <algorithm>

#include "compiler/terms/print_term.h"
#include "runtime/program/ambient.h"

namespace guardc::compiler {

namespace {

bool has(std::span<const TermId> terms, TermId term) {
    return std::ranges::find(terms, term) != terms.end();
}

// The shorthand tells more than it leaves open, by so many fields.
constexpr std::size_t kFewestFields = 3;

}  // namespace

const std::vector<Shorthands::Marks>& Shorthands::marks() {
    if (!marks_.empty()) return marks_;
    const TermPool& terms = understanding_.terms();
    for (const std::string_view field : {"marks=None", "dynamic=None"}) {
        Marks& marks = marks_.emplace_back(Marks{field, {}});
        const std::string text = "L['x'] is tensor(" + std::string(field) + ")";
        for (const TermId condition : understanding_.read_once("", text).conditions) {
            if (terms[condition].op != TermOp::not_) continue;
            const TermId present = terms.operands(condition)[0];
            if (terms[present].op == TermOp::has_attribute) marks.names.push_back(terms.name(present));
        }
    }
    return marks_;
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

std::optional<AmbientField> Shorthands::field_of(TermId condition) const {
    const TermPool& terms = understanding_.terms();
    if (terms[condition].op != TermOp::is_constant) return std::nullopt;
    TermId read = terms.operands(condition)[0];
    if (terms[read].op == TermOp::item) read = terms.operands(read)[0];
    return terms[read].op == TermOp::ambient ? std::optional(static_cast<AmbientField>(terms[read].data))
                                             : std::nullopt;
}

std::optional<Shorthands::StateFold> Shorthands::fold_state(std::span<const TermId> guards) {
    const TermPool& terms = understanding_.terms();
    const std::vector<TermId>& usual = state("state is default()");
    std::string arguments;
    std::vector<AmbientField> named;
    const auto add = [&](AmbientField field, const std::string& value) {
        arguments += (arguments.empty() ? "" : ", ") + std::string(ambient_name(field)) + "=" + value;
        named.push_back(field);
    };
    // A field that is tested, and not for its usual value, is given.
    for (const TermId guard : guards) {
        const auto field = field_of(guard);
        const TermId read = field ? terms.operands(guard)[0] : kNoTerm;
        if (field && !has(usual, guard) && terms[read].op == TermOp::ambient)
            add(*field, print_constant(terms.constant(terms.operands(guard)[1])));
    }
    // One that is not tested, or not all of it, is left open: the shorthand would test more than the log
    // does.
    std::size_t open = 0;
    for (const TermId condition : usual) {
        const auto field = field_of(condition);
        if (!field || has(guards, condition) || std::ranges::find(named, *field) != named.end()) continue;
        add(*field, "_");
        ++open;
    }
    StateFold fold{"state is default(" + arguments + ")", {}};
    if (usual.size() < kFewestFields + 2 * open) return std::nullopt;
    fold.folded = state(fold.text);
    const auto is_tested = [&](TermId condition) { return has(guards, condition); };
    if (fold.folded.empty() || !std::ranges::all_of(fold.folded, is_tested)) return std::nullopt;
    return fold;
}

}  // namespace guardc::compiler
