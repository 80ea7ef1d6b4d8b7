#include "compiler/peer/peer_guard.h"

#include <array>

#include "compiler/peer/global_state.h"
#include "compiler/peer/peer_call.h"
#include "compiler/peer/tensor_match.h"
#include "compiler/terms/spelling.h"
#include "runtime/value/objects.h"

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;
using grammar::ExprOp;
using grammar::PeerGuard;

namespace {

using Conditions = std::vector<Condition>;
using Meaning = Conditions (*)(Lowering&, const PeerGuard&, grammar::Span);

Conditions unread(Lowering& lowering, const PeerGuard& guard, grammar::Span span) {
    lowering.reporter().error("unread-guard", span, "`" + guard.kind + "` does not print this form",
                              "write the condition in guardc's own form, without the kind");
    return {};
}

Conditions one(TermId term, grammar::Span span) {
    return term == kNoTerm ? Conditions() : Conditions{{term, span}};
}

// `left == right`, or nothing when the text is something else.
struct Equation {
    ExprId left;
    ExprId right;
};
std::optional<Equation> equation(const Lowering& lowering, const PeerGuard& guard) {
    const grammar::ExprPool& pool = lowering.pool();
    const ExprId id = guard.expression;
    if (id == grammar::kNoExpr || pool[id].kind != ExprKind::compare || pool.operands_of(id).size() != 2 ||
        pool.ops_of(id)[0] != ExprOp::equal)
        return std::nullopt;
    return Equation{pool.operands_of(id)[0], pool.operands_of(id)[1]};
}

// The expression below `not`, or nothing.
std::optional<ExprId> negated(const Lowering& lowering, ExprId id) {
    const grammar::ExprPool& pool = lowering.pool();
    if (id == grammar::kNoExpr || pool[id].kind != ExprKind::unary || pool[id].op != ExprOp::not_)
        return std::nullopt;
    return pool.operands_of(id)[0];
}

Conditions type_match(Lowering& lowering, const PeerGuard& guard, grammar::Span span) {
    const auto call =
        peer_call(lowering.pool(), guard.expression, {"___check_type_id", "__check_type_id"}, 2);
    if (!call || guard.type_name.empty()) return unread(lowering, guard, span);
    const TermId place = lowering.value_of((*call)[0]);
    return place == kNoTerm ? Conditions()
                            : one(lowering.is_type(place, full_type_name(guard.type_name)), span);
}

Conditions id_match(Lowering& lowering, const PeerGuard& guard, grammar::Span span) {
    const auto call = peer_call(lowering.pool(), guard.expression, {"___check_obj_id", "__check_obj_id"}, 2);
    if (!call) return unread(lowering, guard, span);
    const TermId place = lowering.place_of((*call)[0]);
    const TermId number = lowering.value_of((*call)[1]);
    const Value* constant = lowering.constant_at(number);
    if (place == kNoTerm || number == kNoTerm) return {};
    if (constant == nullptr || constant->kind != Kind::integer) return unread(lowering, guard, span);
    if (guard.type_name == "NoneType")
        return one(lowering.is_constant(place, *lowering.values().make_none()), span);
    return one(lowering.make(TermOp::is_identity, {place, number}), span);
}

// Never weaker than the peer, whose `==` comes with a test of the exact type.
Conditions equals_match(Lowering& lowering, const PeerGuard& guard, grammar::Span span) {
    const auto equal = equation(lowering, guard);
    if (!equal) return unread(lowering, guard, span);
    const TermId value = lowering.value_of(equal->left);
    const TermId wanted = lowering.value_of(equal->right);
    const Value* constant = lowering.constant_at(wanted);
    if (value == kNoTerm || wanted == kNoTerm) return {};
    if (constant == nullptr) return unread(lowering, guard, span);
    if (constant->kind == Kind::type && lowering.terms()[value].op == TermOp::type)
        return one(
            lowering.is_type(lowering.terms().operands(value)[0], as<TypeValue>(*constant).named->name),
            span);
    return one(lowering.make(TermOp::is_constant, {value, wanted}), span);
}

Conditions boolean_match(Lowering& lowering, const PeerGuard& guard, grammar::Span span) {
    const auto equal = equation(lowering, guard);
    const ExprKind wanted = guard.kind == "TRUE_MATCH" ? ExprKind::true_literal : ExprKind::false_literal;
    if (!equal || lowering.pool()[equal->right].kind != wanted) return unread(lowering, guard, span);
    return equals_match(lowering, guard, span);
}

// `len(x) == 2`, `set.__len__(x) == 2`; of what is empty `not x`, which tests the length all the same.
Conditions length_check(Lowering& lowering, const PeerGuard& guard, grammar::Span span) {
    const auto empty = negated(lowering, guard.expression);
    const auto equal = equation(lowering, guard);
    if (empty) {
        const TermId value = lowering.value_of(*empty);
        if (value == kNoTerm) return {};
        return one(
            lowering.make(TermOp::equal, {lowering.make(TermOp::length, {value}), lowering.constant(0)}),
            span);
    }
    const auto call =
        equal ? peer_call(lowering.pool(), equal->left, {"len", "set.__len__"}, 1) : std::nullopt;
    if (!call) return unread(lowering, guard, span);
    const TermId value = lowering.value_of((*call)[0]);
    const TermId wanted = lowering.value_of(equal->right);
    if (value == kNoTerm || wanted == kNoTerm) return {};
    return one(lowering.make(TermOp::equal, {lowering.make(TermOp::length, {value}), wanted}), span);
}

Conditions dict_contains(Lowering& lowering, const PeerGuard& guard, grammar::Span span) {
    const auto absent = negated(lowering, guard.expression);
    const auto call = peer_call(lowering.pool(), absent.value_or(guard.expression),
                                {"___dict_contains", "__dict_contains"}, 2);
    if (!call) return unread(lowering, guard, span);
    const TermId key = lowering.value_of((*call)[0]);
    const TermId dict = lowering.value_of((*call)[1]);
    if (key == kNoTerm || dict == kNoTerm) return {};
    const TermId contains = lowering.make(TermOp::contains, {key, dict});
    return one(absent ? lowering.negation(contains) : contains, span);
}

Conditions no_aliasing(Lowering& lowering, const PeerGuard& guard, grammar::Span span) {
    const auto call = peer_call(lowering.pool(), guard.expression, {"check_no_aliasing"});
    if (!call || call->empty()) return unread(lowering, guard, span);
    std::vector<TermId> places;
    for (const ExprId argument : *call)
        places.push_back(lowering.place_of(argument));
    return one(lowering.make(TermOp::distinct, places), span);
}

// `hasattr(x, '_dynamo_dynamic_indices') == False`
Conditions dynamic_marking(Lowering& lowering, const PeerGuard& guard, grammar::Span span) {
    const auto equal = equation(lowering, guard);
    if (!equal || lowering.pool()[equal->right].kind != ExprKind::false_literal)
        return unread(lowering, guard, span);
    const TermId present = lowering.test_of(equal->left);
    if (present == kNoTerm) return {};
    if (lowering.terms()[present].op != TermOp::has_attribute) return unread(lowering, guard, span);
    return one(lowering.negation(present), span);
}

Conditions own_form(Lowering& lowering, const PeerGuard& guard, grammar::Span) {
    return lowering.conditions_of(guard.expression);
}

struct KindMeaning {
    std::string_view kind;
    Meaning meaning;
    bool relational = false;  // printed in full at the first seat only, at the others as the bare kind
};

constexpr std::array<KindMeaning, 18> kMeanings = {{
    {"DICT_CONTAINS", dict_contains},
    {"DICT_LENGTH", length_check},
    {"DIMENSION_DYNAMIC_MARKING_GUARD", dynamic_marking},
    {"EQUALS_MATCH", equals_match},
    {"FALSE_MATCH", boolean_match},
    {"GLOBAL_STATE", global_state},
    {"ID_MATCH", id_match},
    {"LAMBDA_GUARD", own_form},
    {"LENGTH_CHECK", length_check},
    {"NONE_MATCH", own_form},
    {"NOT_NONE", own_form},
    {"NO_HASATTR", own_form},
    {"NO_TENSOR_ALIASING", no_aliasing, true},
    {"OBJECT_ALIASING", own_form, true},
    {"SYMBOLIC_SHAPE_GUARD", own_form, true},
    {"TENSOR_MATCH", tensor_match},
    {"TRUE_MATCH", boolean_match},
    {"TYPE_MATCH", type_match},
}};

}  // namespace

std::vector<Condition> peer_conditions(Lowering& lowering, const PeerGuard& guard, grammar::Span span) {
    for (const KindMeaning& row : kMeanings) {
        if (row.kind != guard.kind) continue;
        if (guard.raw.empty()) return row.relational ? Conditions() : unread(lowering, guard, span);
        if (guard.expression == grammar::kNoExpr && row.meaning != global_state)
            return unread(lowering, guard, span);
        return row.meaning(lowering, guard, span);
    }
    lowering.reporter().error("unsupported-guard-kind", span,
                              "`" + guard.kind + "` guards are not supported yet");
    return {};
}

}  // namespace guardc::compiler
