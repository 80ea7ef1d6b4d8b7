// Lines about tensors beside TENSOR_MATCH: marks, aliasing, shared memory.
#include <algorithm>
#include <array>

#include "compiler/peer/line.h"
#include "compiler/peer/peer_call.h"
#include "runtime/value/containers.h"

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;

namespace {

std::span<const ExprId> list_argument(const grammar::ExprPool& pool, std::span<const ExprId> arguments,
                                      std::string_view name, bool& found) {
    for (const ExprId argument : arguments) {
        if (pool[argument].kind != ExprKind::keyword || pool.text_of(argument) != name) continue;
        const ExprId list = pool.operands_of(argument)[0];
        found = found && pool[list].kind == ExprKind::list;
        return pool.operands_of(list);
    }
    found = false;
    return {};
}

// `(getattr(x, 'marks', set()).issubset({0})) if hasattr(x, 'marks') else True`
std::optional<TermId> marks_within(const Line& line) {
    const grammar::ExprPool& pool = line.pool();
    const ExprId id = line.expression();
    if (pool[id].kind != ExprKind::conditional) return std::nullopt;
    const auto parts = pool.operands_of(id);
    const ExprId call = parts[1];
    if (pool[parts[2]].kind != ExprKind::true_literal || pool[call].kind != ExprKind::call ||
        pool.operands_of(call).size() != 2)
        return std::nullopt;
    const ExprId method = pool.operands_of(call)[0];
    if (pool[method].kind != ExprKind::attribute || pool.text_of(method) != "issubset") return std::nullopt;
    Lowering& lowering = line.lowering;
    const TermId present = lowering.test_of(parts[0]);
    const Value* allowed = line.constant(pool.operands_of(call)[1]);
    if (present == kNoTerm || allowed == nullptr || allowed->kind != Kind::set ||
        lowering.terms()[present].op != TermOp::has_attribute)
        return std::nullopt;
    const TermId tensor = lowering.terms().operands(present)[0];
    const std::string name = lowering.terms().name(present);
    const TermId marks = lowering.make_attribute(tensor, name);
    const TermId within = lowering.make(TermOp::is_subset, {marks, lowering.constant(*allowed)});
    return line.any_of(std::array{lowering.negation(present), within});
}

// `(getattr(x, 'bounds', None) == None) if hasattr(x, 'marks') else True`: what belongs to marks.
std::optional<TermId> belongs_to_marks(const Line& line) {
    const grammar::ExprPool& pool = line.pool();
    const ExprId id = line.expression();
    if (pool[id].kind != ExprKind::conditional) return std::nullopt;
    const auto parts = pool.operands_of(id);
    const ExprId test = parts[1];
    if (pool[parts[2]].kind != ExprKind::true_literal || pool[test].kind != ExprKind::compare ||
        pool.operands_of(test).size() != 2 || pool.ops_of(test)[0] != grammar::ExprOp::equal)
        return std::nullopt;
    const auto read = peer_call(pool, pool.operands_of(test)[0], {"getattr"}, 3);
    if (!read || pool[(*read)[1]].kind != ExprKind::string || pool[(*read)[2]].kind != ExprKind::none_literal)
        return std::nullopt;
    Lowering& lowering = line.lowering;
    const TermId marked = lowering.test_of(parts[0]);
    const Value* wanted = line.constant(pool.operands_of(test)[1]);
    const TermId tensor = lowering.value_of((*read)[0]);
    if (marked == kNoTerm || wanted == nullptr || tensor == kNoTerm) return std::nullopt;
    const std::string name(pool.text_of((*read)[1]));
    const TermId is = line.is(lowering.make_attribute(tensor, name), *wanted);
    if (wanted->kind != Kind::none) return line.any_of(std::array{lowering.negation(marked), is});
    return line.any_of(
        std::array{lowering.negation(marked), lowering.negation(lowering.has_attribute(tensor, name)), is});
}

}  // namespace

// `hasattr(x, '_dynamo_dynamic_indices') == False`, or marks that were there when the entry was made.
Conditions dynamic_marking(const Line& line) {
    if (const std::optional<TermId> within = marks_within(line)) return line.one(*within);
    if (const std::optional<TermId> belongs = belongs_to_marks(line)) return line.one(*belongs);
    const auto equal = line.equation();
    if (!equal || line.pool()[equal->right].kind != ExprKind::false_literal) return line.unread();
    const TermId present = line.lowering.test_of(equal->left);
    if (present == kNoTerm) return {};
    if (line.lowering.terms()[present].op != TermOp::has_attribute) return line.unread();
    return line.one(line.lowering.negation(present));
}

Conditions no_aliasing(const Line& line) {
    const auto call = peer_call(line.pool(), line.expression(), {"check_no_aliasing"});
    if (!call || call->empty()) return line.unread();
    std::vector<TermId> places;
    for (const ExprId argument : *call)
        places.push_back(line.lowering.place_of(argument));
    return line.one(line.lowering.make(TermOp::distinct, places));
}

// The tensors that share memory with another of the list are the same as when the entry was made: each of
// `overlapping` with one of them, none of `non_overlapping` with any.
Conditions storage_overlapping(const Line& line) {
    const auto call = peer_call(line.pool(), line.expression(), {"check_overlapping"});
    if (!call) return line.unread();
    bool found = true;
    const auto shared = list_argument(line.pool(), *call, "overlapping", found);
    const auto apart = list_argument(line.pool(), *call, "non_overlapping", found);
    if (!found) return line.unread();
    Lowering& lowering = line.lowering;
    const auto places = [&](std::span<const ExprId> ids) {
        std::vector<TermId> terms;
        for (const ExprId id : ids)
            terms.push_back(lowering.value_of(id));
        return terms;
    };
    const std::vector<TermId> sharing = places(shared);
    const std::vector<TermId> alone = places(apart);
    Conditions conditions;
    if (alone.size() > 1) conditions.push_back({lowering.make(TermOp::no_overlap, alone), line.span});
    for (std::size_t i = 0; i < sharing.size(); ++i) {
        std::vector<TermId> with;
        for (std::size_t j = 0; j < sharing.size(); ++j)
            if (i != j)
                with.push_back(lowering.negation(
                    lowering.make(TermOp::no_overlap, {sharing[std::min(i, j)], sharing[std::max(i, j)]})));
        if (with.empty()) return line.unread();
        conditions.push_back({line.any_of(with), line.span});
        for (const TermId other : alone)
            conditions.push_back({lowering.make(TermOp::no_overlap, {sharing[i], other}), line.span});
    }
    for (const Condition& condition : conditions)
        if (condition.term == kNoTerm) return {};
    return conditions;
}

}  // namespace guardc::compiler
