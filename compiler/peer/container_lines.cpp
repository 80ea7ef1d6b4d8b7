// Lines about lengths, keys and members. A dict is tested to be one, as the peer does.
#include <algorithm>
#include <array>

#include "compiler/peer/line.h"
#include "compiler/peer/peer_call.h"
#include "runtime/value/containers.h"
#include "runtime/value/objects.h"

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;

namespace {

TermId instance_of(const Line& line, TermId value, std::string_view type) {
    const TermId constant = line.lowering.constant(*line.lowering.values().make_type(intern_type(type)));
    return line.lowering.make(TermOp::is_instance, {value, constant});
}

struct Length {
    TermId container = kNoTerm;
    TermId test = kNoTerm;
};

// `len(x) == 2`, `set.__len__(x) == 2`; of what is empty `not x`, which tests the length all the same.
std::optional<Length> length_of(const Line& line) {
    Lowering& lowering = line.lowering;
    const auto empty = line.negated();
    const auto equal = line.equation();
    const auto call =
        equal ? peer_call(line.pool(), equal->left, {"len", "set.__len__", "frozenset.__len__"}, 1)
              : std::nullopt;
    if (!empty && !call) {
        line.unread();
        return std::nullopt;
    }
    Length length;
    length.container = lowering.value_of(empty ? *empty : (*call)[0]);
    const TermId wanted = empty ? lowering.constant(0) : lowering.value_of(equal->right);
    if (length.container == kNoTerm || wanted == kNoTerm) return std::nullopt;
    length.test = lowering.make(TermOp::equal, {lowering.make(TermOp::length, {length.container}), wanted});
    return length;
}

// Keys that equal others of another type: there the stored key counts too.
bool has_equals(const Value& key) {
    return key.kind != Kind::string && key.kind != Kind::bytes && key.kind != Kind::none &&
           key.kind != Kind::type && key.kind != Kind::dtype && key.kind != Kind::device;
}

// What every instance has for `__dict__` is a dict.
bool is_instance_dict(const Line& line, TermId value) {
    const TermPool& terms = line.lowering.terms();
    return terms[value].op == TermOp::attribute && terms.name(value) == "__dict__";
}

}  // namespace

Conditions length_check(const Line& line) {
    const std::optional<Length> length = length_of(line);
    return length ? line.one(length->test) : Conditions();
}

Conditions dict_length(const Line& line) {
    const std::optional<Length> length = length_of(line);
    if (!length) return {};
    return {{instance_of(line, length->container, "builtins.dict"), line.span}, {length->test, line.span}};
}

// Absence holds of everything that is no dict.
Conditions dict_contains(const Line& line) {
    Lowering& lowering = line.lowering;
    const auto absent = line.negated();
    const auto call = peer_call(line.pool(), absent.value_or(line.expression()),
                                {"___dict_contains", "__dict_contains"}, 2);
    if (!call) return line.unread();
    const TermId key = lowering.value_of((*call)[0]);
    const TermId dict = lowering.value_of((*call)[1]);
    if (key == kNoTerm || dict == kNoTerm) return {};
    const Value* constant = lowering.constant_at(key);
    const TermId contains = lowering.make(TermOp::contains, {key, dict});
    if (absent) {
        const TermId missing = lowering.negation(contains);
        if (is_instance_dict(line, dict)) return line.one(missing);
        const TermId no_dict = lowering.negation(instance_of(line, dict, "builtins.dict"));
        return line.one(line.any_of(std::array{no_dict, missing}));
    }
    Conditions conditions;
    if (!is_instance_dict(line, dict))
        conditions.push_back({instance_of(line, dict, "builtins.dict"), line.span});
    const bool strict = constant != nullptr && has_equals(*constant);
    conditions.push_back(
        {strict ? lowering.make(TermOp::is_constant, {lowering.make(TermOp::stored_key, {dict, key}), key})
                : contains,
         line.span});
    return conditions;
}

Conditions set_contains(const Line& line) {
    Lowering& lowering = line.lowering;
    const auto absent = line.negated();
    const auto call = peer_call(line.pool(), absent.value_or(line.expression()),
                                {"set.__contains__", "frozenset.__contains__"}, 2);
    if (!call) return line.unread();
    const TermId set = lowering.value_of((*call)[0]);
    const TermId element = lowering.value_of((*call)[1]);
    if (set == kNoTerm || element == kNoTerm) return {};
    const TermId contains = lowering.make(TermOp::contains, {element, set});
    const TermId is_set = line.any_of(
        std::array{instance_of(line, set, "builtins.set"), instance_of(line, set, "builtins.frozenset")});
    if (!absent) return {{is_set, line.span}, {contains, line.span}};
    return line.one(line.any_of(std::array{lowering.negation(is_set), lowering.negation(contains)}));
}

// `list(d.keys()) == ['a', 'b']` of a mapping proxy: all keys, in order.
Conditions mapping_keys(const Line& line) {
    Lowering& lowering = line.lowering;
    const auto equal = line.equation();
    const auto list = equal ? peer_call(line.pool(), equal->left, {"list"}, 1) : std::nullopt;
    const ExprId keys = list ? (*list)[0] : grammar::kNoExpr;
    if (keys == grammar::kNoExpr || line.pool()[keys].kind != ExprKind::call) return line.unread();
    const ExprId callee = line.pool().operands_of(keys)[0];
    const bool of_method =
        line.pool()[callee].kind == ExprKind::attribute && line.pool().text_of(callee) == "keys";
    if (!of_method || line.pool().operands_of(keys).size() != 1) return line.unread();
    const TermId mapping = lowering.value_of(line.pool().operands_of(callee)[0]);
    const Value* wanted = line.constant(equal->right);
    if (mapping == kNoTerm) return {};
    if (wanted == nullptr || wanted->kind != Kind::list) return line.unread();
    const auto items = items_of(*wanted);
    const TermId length = lowering.make(TermOp::length, {mapping});
    Conditions conditions = {
        {lowering.is_type(mapping, "builtins.mappingproxy"), line.span},
        {lowering.make(TermOp::equal, {length, lowering.constant(static_cast<std::int64_t>(items.size()))}),
         line.span}};
    for (std::size_t i = 0; i < items.size(); ++i) {
        const TermId key =
            lowering.make(TermOp::key_at, {mapping, lowering.constant(static_cast<std::int64_t>(i))});
        conditions.push_back({line.is(key, *items[i]), line.span});
    }
    return conditions;
}

Conditions dict_version(const Line& line) {
    const auto equal = line.equation();
    if (!equal) return line.unread();
    const TermId version = line.lowering.value_of(equal->left);
    const TermId wanted = line.lowering.value_of(equal->right);
    if (version == kNoTerm || wanted == kNoTerm) return {};
    if (line.lowering.terms()[version].op != TermOp::version) return line.unread();
    return line.one(line.lowering.make(TermOp::is_constant, {version, wanted}));
}

Conditions tuple_iterator_length(const Line& line) {
    Lowering& lowering = line.lowering;
    const auto equal = line.equation();
    const auto call =
        equal ? peer_call(line.pool(), equal->left, {"___tuple_iterator_len"}, 1) : std::nullopt;
    if (!call) return line.unread();
    const TermId iterator = lowering.value_of((*call)[0]);
    const TermId wanted = lowering.value_of(equal->right);
    if (iterator == kNoTerm || wanted == kNoTerm) return {};
    const TermId left = lowering.make(TermOp::remaining, {iterator});
    return {{lowering.is_type(iterator, "builtins.tuple_iterator"), line.span},
            {lowering.make(TermOp::equal, {left, wanted}), line.span}};
}

// `___normalize_range_iter(it) == (start, stop, step)`, where start is the next number and stop is start plus
// what is left in steps. What matters is the numbers to come.
Conditions range_iterator(const Line& line) {
    Lowering& lowering = line.lowering;
    const auto equal = line.equation();
    const auto call =
        equal ? peer_call(line.pool(), equal->left, {"___normalize_range_iter"}, 1) : std::nullopt;
    if (!call) return line.unread();
    const TermId iterator = lowering.value_of((*call)[0]);
    const Value* wanted = line.constant(equal->right);
    if (iterator == kNoTerm) return {};
    if (wanted == nullptr || wanted->kind != Kind::tuple || items_of(*wanted).size() != 3)
        return line.unread();
    std::array<std::int64_t, 3> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Value& part = *items_of(*wanted)[i];
        if (part.kind != Kind::integer || is_big(as<IntegerValue>(part))) return line.unread();
        numbers[i] = as<IntegerValue>(part).number;
    }
    const auto [start, stop, step] = numbers;
    std::int64_t distance = 0;
    if (step == 0 || step == -1 || __builtin_sub_overflow(stop, start, &distance)) {
        if (step != -1 || __builtin_sub_overflow(start, stop, &distance)) return line.unread();
    } else {
        distance = distance / step;
    }
    const auto is = [&](TermOp op, std::int64_t number) {
        const TermId value = lowering.make(op, {iterator});
        return Condition{lowering.make(TermOp::is_constant, {value, lowering.constant(number)}), line.span};
    };
    return {{lowering.is_type(iterator, "builtins.range_iterator"), line.span},
            is(TermOp::remaining, std::max<std::int64_t>(distance, 0)),
            is(TermOp::next_value, start),
            is(TermOp::step, step)};
}

}  // namespace guardc::compiler
