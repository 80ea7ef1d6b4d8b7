// Lines about one value: its type, its identity, its value.
#include <algorithm>
#include <array>

#include "compiler/peer/line.h"
#include "compiler/peer/peer_call.h"
#include "compiler/terms/spelling.h"
#include "runtime/value/objects.h"

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;

namespace {

// Old dumps print the number alone.
Conditions numbered(const Line& line, TermId place, ExprId id) {
    const Value* number = line.constant(id);
    if (place == kNoTerm || number == nullptr) return {};
    if (number->kind != Kind::integer || is_big(as<IntegerValue>(*number)) ||
        as<IntegerValue>(*number).number <= 0)
        return line.unread();
    Lowering& lowering = line.lowering;
    return line.one(lowering.make(
        TermOp::is_same,
        {lowering.make(TermOp::type, {place}), lowering.numbered_type(as<IntegerValue>(*number).number)}));
}

Conditions typed(const Line& line, std::initializer_list<std::string_view> functions) {
    const auto call = peer_call(line.pool(), line.expression(), functions, 2);
    if (!call) return line.unread();
    const TermId place = line.lowering.value_of((*call)[0]);
    if (line.guard.type_name.empty()) return numbered(line, place, (*call)[1]);
    return place == kNoTerm ? Conditions()
                            : line.one(line.lowering.is_type(place, full_type_name(line.guard.type_name)));
}

bool is_number_with_sign(const Value& value) {
    return value.kind == Kind::floating || value.kind == Kind::complex;
}

// Constants of other libraries that print all that `==` looks at.
constexpr std::array<std::string_view, 5> kFaithful = {"dict_keys", "dict_values", "dict_items", "np",
                                                       "numpy"};
constexpr std::array<std::string_view, 15> kTorchObjects = {"torch.strided",
                                                            "torch.sparse_coo",
                                                            "torch.sparse_csr",
                                                            "torch.sparse_csc",
                                                            "torch.sparse_bsr",
                                                            "torch.sparse_bsc",
                                                            "torch.jagged",
                                                            "torch._mkldnn",
                                                            "torch.contiguous_format",
                                                            "torch.channels_last",
                                                            "torch.channels_last_3d",
                                                            "torch.preserve_format",
                                                            "torch.per_tensor_affine",
                                                            "torch.per_channel_affine",
                                                            "torch.per_tensor_symmetric"};

// What a value that the language has no constant for is told by: its printed form; empty for an object of a
// class with an equality of its own, which no text tells. Nothing for a constant of the language.
std::optional<std::string> printed_form(const Line& line, ExprId id) {
    const grammar::ExprPool& pool = line.pool();
    if (pool[id].kind == ExprKind::attribute) {
        const std::string name = callee_name(pool, id);
        if (std::ranges::find(kTorchObjects, name) != kTorchObjects.end()) return name;
        return std::nullopt;
    }
    if (pool[id].kind != ExprKind::call || pool[id].keywords != 0) return std::nullopt;
    const std::string name = callee_name(pool, pool.operands_of(id)[0]);
    if (line.lowering.makes_constants(name)) return std::nullopt;
    const bool faithful = std::ranges::find(kFaithful, name.substr(0, name.find('.'))) != kFaithful.end();
    return faithful ? std::string(pool.text_of(id)) : std::string();
}

}  // namespace

Conditions type_match(const Line& line) {
    return typed(line, {"___check_type_id", "__check_type_id"});
}

Conditions fake_script_type(const Line& line) {
    return typed(line, {"___check_fake_script_type"});
}

Conditions id_match(const Line& line) {
    const auto call = peer_call(line.pool(), line.expression(), {"___check_obj_id", "__check_obj_id"}, 2);
    if (!call) return line.unread();
    const TermId place = line.lowering.place_of((*call)[0]);
    const TermId number = line.lowering.value_of((*call)[1]);
    if (place == kNoTerm || number == kNoTerm) return {};
    const Value* constant = line.lowering.constant_at(number);
    if (constant == nullptr || constant->kind != Kind::integer) return line.unread();
    if (line.guard.type_name == "NoneType")
        return line.one(line.is(place, *line.lowering.values().make_none()));
    return line.one(line.lowering.make(TermOp::is_identity, {place, number}));
}

// Never weaker than the peer, whose `==` comes with a test of the exact type.
Conditions equals_match(const Line& line) {
    const auto equal = line.equation();
    if (!equal) return line.unread();
    Lowering& lowering = line.lowering;
    if (const std::optional<std::string> printed = printed_form(line, equal->right)) {
        if (printed->empty()) return line.one(lowering.external(line.guard.raw));
        const TermId form = lowering.make(TermOp::printed, {lowering.value_of(equal->left)});
        return form == kNoTerm ? Conditions()
                               : line.one(line.is(form, *lowering.values().make_string(*printed)));
    }
    const TermId value = lowering.value_of(equal->left);
    const TermId wanted = lowering.value_of(equal->right);
    if (value == kNoTerm || wanted == kNoTerm) return {};
    const Value* constant = lowering.constant_at(wanted);
    if (constant == nullptr) return line.unread();
    if (constant->kind == Kind::type && lowering.terms()[value].op == TermOp::type)
        return line.one(
            lowering.is_type(lowering.terms().operands(value)[0], as<TypeValue>(*constant).named->name));
    return line.one(lowering.make(TermOp::is_constant, {value, wanted}));
}

Conditions boolean_match(const Line& line) {
    const auto equal = line.equation();
    const ExprKind wanted =
        line.guard.kind == "TRUE_MATCH" ? ExprKind::true_literal : ExprKind::false_literal;
    if (!equal || line.pool()[equal->right].kind != wanted) return line.unread();
    return equals_match(line);
}

// `(type(v) is complex and __numpy_isnan(v))`: either part is no number, so that v differs from itself.
Conditions complex_is_nan(const Line& line) {
    const grammar::ExprPool& pool = line.pool();
    const ExprId id = line.expression();
    if (pool[id].kind != ExprKind::logic || pool.operands_of(id).size() != 2) return line.unread();
    const auto call = peer_call(pool, pool.operands_of(id)[1], {"__numpy_isnan"}, 1);
    if (!call) return line.unread();
    const TermId value = line.lowering.value_of((*call)[0]);
    if (value == kNoTerm) return {};
    const TermId equal = line.lowering.make(TermOp::equal, {value, value});
    return {{line.lowering.is_type(value, "builtins.complex"), line.span},
            {line.lowering.negation(equal), line.span}};
}

// `X.raw_repr() == DispatchKeySet(..).raw_repr()`
Conditions key_set_match(const Line& line) {
    const auto equal = line.equation();
    if (!equal) return line.unread();
    const TermId keys = line.lowering.value_of(equal->left);
    const TermId wanted = line.lowering.value_of(equal->right);
    if (keys == kNoTerm || wanted == kNoTerm) return {};
    if (line.lowering.terms()[keys].op != TermOp::dispatch_keys ||
        line.lowering.constant_at(wanted) == nullptr)
        return line.unread();
    return line.one(line.lowering.make(TermOp::is_constant, {keys, wanted}));
}

// What no other kind covers: conditions on sizes, and values that the peer compares by `==`. A stored float
// is a value guard like any other, and those are strict.
Conditions lambda(const Line& line) {
    if (std::optional<Conditions> ambient = ambient_lambda(line)) return *std::move(ambient);
    if (line.expression() == grammar::kNoExpr) {
        const std::string_view text = line.guard.raw;
        return line.one(line.lowering.external(text.substr(0, text.find_last_not_of(' ') + 1)));
    }
    const Conditions conditions = line.lowering.conditions_of(line.expression());
    if (conditions.size() != 1) return conditions;
    const TermPool& terms = line.lowering.terms();
    const TermId test = conditions[0].term;
    if (terms[test].op != TermOp::equal || !is_stored_place(terms[terms.operands(test)[0]].op))
        return conditions;
    const Value* constant = line.lowering.constant_at(terms.operands(test)[1]);
    if (constant == nullptr || !is_number_with_sign(*constant)) return conditions;
    return line.one(line.is(terms.operands(test)[0], *constant));
}

Conditions own_form(const Line& line) {
    return line.lowering.conditions_of(line.expression());
}

}  // namespace guardc::compiler
