#include "compiler/backend/copy_guards.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace guardc::compiler {
namespace {

// All terms that the guards consist of, operands first.
std::vector<TermId> terms_of(const TermPool& terms, std::span<const Guard> guards) {
    std::vector<TermId> reached;
    std::unordered_set<TermId> seen;
    const auto reach = [&](TermId term) {
        if (seen.insert(term).second) reached.push_back(term);
    };
    for (const Guard& guard : guards)
        reach(guard.term);
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const TermId operand : terms.operands(reached[i]))
            reach(operand);
    }
    std::ranges::sort(reached);
    return reached;
}

TermId copy_term(const TermPool& from, TermId id, std::span<const TermId> operands, TermPool& to) {
    const Term& term = from[id];
    switch (term.op) {
        case TermOp::constant:
            return to.make_constant(from.constant(id));
        case TermOp::extern_: {
            if (const auto& declaration = from.extern_declaration(id)) to.bind_extern(declaration);
            return to.make_extern(from.extern_name(id), operands);
        }
        case TermOp::attribute:
        case TermOp::has_attribute:
            return to.make_named(term.op, operands[0], from.name(id));
        default:
            return to.make(term.op, operands, term.data);
    }
}

}  // namespace

std::vector<Guard> copy_guards(const TermPool& from, std::span<const Guard> guards, TermPool& to) {
    std::unordered_map<TermId, TermId> copies;
    std::vector<TermId> operands;
    for (const TermId id : terms_of(from, guards)) {
        operands.clear();
        for (const TermId operand : from.operands(id))
            operands.push_back(copies.at(operand));
        copies[id] = copy_term(from, id, operands, to);
    }
    std::vector<Guard> copied(guards.begin(), guards.end());
    for (Guard& guard : copied)
        guard.term = copies.at(guard.term);
    return copied;
}

}  // namespace guardc::compiler
