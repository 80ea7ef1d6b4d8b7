// Of which kind and type a place with parts is, by its parts and its goals.
#include <algorithm>

#include "compiler/example/realise.h"

namespace guardc::compiler::example {

namespace {

bool is_scalar(Kind kind) {
    switch (kind) {
        case Kind::none:
        case Kind::boolean:
        case Kind::integer:
        case Kind::floating:
        case Kind::complex:
        case Kind::string:
        case Kind::bytes:
        case Kind::dtype:
        case Kind::device:
        case Kind::range:
        case Kind::slice:
            return true;
        default:
            return false;
    }
}

std::optional<Kind> kind_named(const TypeInfo* type) {
    if (type == nullptr || type == builtin_type(Kind::object)) return std::nullopt;
    for (unsigned kind = 0; kind < kKindCount; ++kind)
        if (builtin_type(static_cast<Kind>(kind)) == type) return static_cast<Kind>(kind);
    return std::nullopt;
}

bool is_iterator_type(const TypeInfo* type) {
    return type->name == "builtins.tuple_iterator" || type->name == "builtins.list_iterator" ||
           type->name == "builtins.range_iterator" || type->name == "itertools.count";
}

bool is_dict_type(const TypeInfo* type) {
    return type != nullptr &&
           (type->name == "collections.OrderedDict" || type->name == "collections.defaultdict" ||
            type->name == "collections.Counter");
}

bool is_tensor_type(const TypeInfo* type) {
    return type != nullptr &&
           (type->name == "torch.nn.parameter.Parameter" || type->name == "torch.nn.Parameter" ||
            type->name == "torch.nn.parameter.Buffer");
}

}  // namespace

const TypeInfo* Realiser::made_up_type(NodeId id, const TypeInfo* otherwise) const {
    // What a type holds is told of all its instances, so that those with a type to look into have their own.
    const NodeId type = sketch_.find_child(id, Role::type_object);
    return type == kNoNode ? otherwise : type_named(type);
}

std::optional<Realiser::Form> Realiser::form_of(NodeId id) const {
    id = sketch_.find(id);
    const Node& node = sketch_[id];
    if (node.role > Role::element || node.role == Role::external || node.role == Role::numbered_type)
        return std::nullopt;
    if (node.is_type) return Form{Kind::type, nullptr};
    if (node.role == Role::attribute && sketch_[sketch_.find(node.parents.front())].is_type) {
        if (node.name == "__mro__") return Form{Kind::tuple, nullptr};
        if (node.name == "__dict__") return Form{Kind::mapping_proxy, nullptr};
    }
    const TypeInfo* type = sketch_.type_of(id);
    if (has_own_value(id)) return std::nullopt;
    const std::optional<Kind> kind = kind_named(type);
    const Parts parts = parts_of(id);
    if (kind && is_scalar(*kind)) {
        const bool of_parts = parts.attributes && (*kind == Kind::range || *kind == Kind::slice);
        return of_parts ? std::optional(Form{*kind, nullptr}) : std::nullopt;
    }
    const bool keys = node.has_keys || parts.keys || (parts.items && !parts.positions) ||
                      !node.lacking_keys.empty() || node.base == Kind::dict;
    if (kind) return Form{*kind, nullptr};
    if (type != nullptr) {
        if (is_iterator_type(type)) return Form{Kind::iterator, type};
        if (parts.tensor || is_tensor_type(type)) return Form{Kind::tensor, type};
        if (is_dict_type(type) || parts.elements || keys) return Form{Kind::dict, type};
        return Form{Kind::object, type};
    }
    return form_of_untyped(id, parts, keys);
}

Realiser::Parts Realiser::parts_of(NodeId id) const {
    Parts found;
    for (const NodeId each : sketch_[id].children) {
        const Node& part = sketch_[each];
        found.tensor = found.tensor || is_tensor_fact(part.role);
        found.dispatched = found.dispatched || part.role == Role::dispatch_keys;
        found.items = found.items || part.role == Role::item;
        if (part.role == Role::item) found.positions = found.positions && part.key->kind == Kind::integer;
        found.keys = found.keys || part.role == Role::key_at || part.role == Role::value_at ||
                     part.role == Role::stored_key || part.role == Role::version;
        found.attributes = found.attributes || part.role == Role::attribute;
        found.elements = found.elements || part.role == Role::element;
        found.length = found.length || part.role == Role::length;
        found.upcoming = found.upcoming || part.role == Role::upcoming;
        found.remaining = found.remaining || part.role == Role::remaining;
        found.progress = found.progress || part.role == Role::next_value || part.role == Role::step;
        found.referent = found.referent || part.role == Role::referent;
        found.object = found.object || part.role == Role::type_object || part.role == Role::printed ||
                       part.role == Role::base_value || part.role == Role::derived_from;
    }
    return found;
}

std::optional<Realiser::Form> Realiser::form_of_untyped(NodeId id, const Parts& parts, bool keys) const {
    const Node& node = sketch_[id];
    const auto refused = [&](Kind other) {
        return std::ranges::any_of(node.goals, [&](const TaggedGoal& tagged) {
            return tagged.goal.kind == GoalKind::type && !tagged.goal.wanted &&
                   tagged.goal.type == builtin_type(other);
        });
    };
    if (parts.tensor || parts.dispatched)
        return Form{
            Kind::tensor,
            made_up_type(id, refused(Kind::tensor) ? intern_type("torch.nn.parameter.Parameter") : nullptr)};
    if (keys) return Form{Kind::dict, refused(Kind::dict) ? intern_type("collections.OrderedDict") : nullptr};
    if (parts.referent) return Form{Kind::weak_reference, nullptr};
    if (parts.progress)
        return Form{Kind::iterator, intern_type(parts.remaining || parts.upcoming ? "builtins.range_iterator"
                                                                                  : "itertools.count")};
    if (parts.remaining || parts.upcoming)
        return Form{Kind::iterator, intern_type("builtins.tuple_iterator")};
    if (parts.attributes || parts.object || !node.lacking.empty())
        return Form{Kind::object, made_up_type(id, intern_type("demo.Object"))};
    if (parts.items || parts.elements || parts.length) {
        if (!refused(Kind::list)) return Form{Kind::list, nullptr};
        if (!refused(Kind::tuple)) return Form{Kind::tuple, nullptr};
        return Form{Kind::dict, refused(Kind::dict) ? intern_type("collections.OrderedDict") : nullptr};
    }
    if (node.identity || node.needs_identity) {
        // Of what objects are equal to nobody knows, so that one among keys makes all look-ups undefined.
        if (node.is_key) return Form{Kind::type, nullptr};
        const bool truth = std::ranges::any_of(
            node.goals, [](const TaggedGoal& tagged) { return tagged.goal.kind == GoalKind::truth; });
        return truth ? Form{Kind::list, nullptr} : Form{Kind::object, intern_type("demo.Object")};
    }
    return std::nullopt;
}

}  // namespace guardc::compiler::example
