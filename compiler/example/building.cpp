#include "compiler/example/building.h"

#include <algorithm>

#include "compiler/example/limits.h"
#include "compiler/reference/equality.h"
#include "runtime/value/builtin_model.h"
#include "runtime/value/identity.h"

namespace guardc::compiler::example {

namespace {

bool can_be_shared(Kind kind) {
    switch (kind) {
        case Kind::list:
        case Kind::tuple:
        case Kind::dict:
        case Kind::mapping_proxy:
        case Kind::set:
        case Kind::frozenset:
        case Kind::tensor:
        case Kind::object:
        case Kind::module:
        case Kind::function:
        case Kind::iterator:
        case Kind::weak_reference:
        case Kind::type:
            return true;
        default:
            return false;
    }
}

bool same_key(const Value& left, const Value& right) {
    const auto one = see(Cell::reference(&left), builtin_model());
    const auto other = see(Cell::reference(&right), builtin_model());
    return one && other && key_equal(*one, *other) == Truth::yes;
}

}  // namespace

bool Building::gather() {
    // A copy: making a part may make further nodes.
    const std::vector<NodeId> children = sketch_[id_].children;
    for (const NodeId each : children) {
        if (sketch_[each].absent || sketch_.find(each) != each) continue;
        if (sketch_.is_instance_dictionary(each)) continue;
        const Value* made = realiser_.value(each);
        if (made == nullptr) return false;
        parts_.push_back({nullptr, made});
        parts_.back().node = &sketch_[each];
    }
    // A part that is the same object as another place stands under its own name all the same.
    for (const NodeId each : children) {
        const NodeId same = sketch_.find(each);
        if (same == each || sketch_[each].absent) continue;
        const bool repeated = std::ranges::any_of(children, [&](NodeId other) {
            return other == same && sketch_[other].role == sketch_[each].role;
        });
        const bool dimension = sketch_[each].role == Role::size || sketch_[each].role == Role::stride;
        const bool from_end = dimension ? sketch_[each].index < 0
                                        : sketch_[each].role == Role::item &&
                                              sketch_[each].key->kind == Kind::integer &&
                                              !is_big(as<IntegerValue>(*sketch_[each].key)) &&
                                              as<IntegerValue>(*sketch_[each].key).number < 0;
        if (repeated && from_end) continue;  // counted from the end
        const Value* made = realiser_.value(same);
        if (made == nullptr) return false;
        parts_.push_back({&sketch_[each], made});
    }
    return true;
}

// Where the value goes. What others share, or is told by its identity, is there before its parts are made, so
// that they may hold it.
Place Building::place(Kind kind) {
    const Node& node = sketch_[id_];
    const std::size_t holders = node.parents.size() + (is_root(node.role) ? 1 : 0);
    bool wanted = node.identity || node.needs_identity || holders > 1;
    if (kind == Kind::object && !wanted) {
        // What nothing is told of may have any attribute.
        const bool empty = std::ranges::none_of(node.children, [&](NodeId each) {
            return sketch_[each].role == Role::attribute && sketch_[each].name != "__dict__";
        });
        wanted = empty;
    }
    if (kind == Kind::type) wanted = true;
    if (!wanted || !can_be_shared(kind)) return {};
    const std::uint64_t identity = kind == Kind::type
                                       ? node.identity.value_or(identity_of_type(realiser_.type_named(id_)))
                                       : realiser_.identity_of(id_);
    Value* at = arena_.reserve(kind, identity);
    realiser_.begun_[id_] = at;
    return {identity, at};
}

std::optional<std::int64_t> Building::count(Role role) const {
    const Value* found = part(role);
    if (found == nullptr || found->kind != Kind::integer || is_big(as<IntegerValue>(*found)))
        return std::nullopt;
    return as<IntegerValue>(*found).number;
}

const Value* Building::part(Role role, std::int64_t index) const {
    for (const Part& each : parts_)
        if (each.node->role == role && each.node->index == index) return each.value;
    return nullptr;
}

const Value* Building::filler(std::size_t index, bool whole_numbers) {
    return whole_numbers ? arena_.make_integer(static_cast<std::int64_t>(index) + 1000) : arena_.make_none();
}

bool Building::is_lacking(const Value& key) const {
    return std::ranges::any_of(sketch_[id_].lacking_keys,
                               [&](const Value* each) { return same_key(*each, key); });
}

const Value* Building::make(const Realiser::Form& form) {
    const Place at = place(form.kind);
    if (!at.at) realiser_.begun_.emplace(id_, nullptr);
    if (!gather()) return nullptr;
    switch (form.kind) {
        case Kind::list:
        case Kind::tuple:
        case Kind::size:
            return make_positions(form.kind);
        case Kind::set:
        case Kind::frozenset:
            return make_set(form.kind);
        case Kind::dict:
        case Kind::mapping_proxy:
            return make_dict(form);
        case Kind::tensor:
            return make_tensor(form.type);
        case Kind::object:
        case Kind::module:
        case Kind::function:
            return make_object(form);
        case Kind::range:
        case Kind::slice:
            return make_range(form.kind);
        case Kind::iterator:
            return make_iterator(form.type);
        case Kind::weak_reference:
            return make_weak_reference();
        case Kind::type:
            return make_type();
        default:
            return nullptr;
    }
}

const Value* Building::make_positions(Kind kind) {
    const auto items = positions(kind == Kind::size);
    return items ? arena_.make_sequence(kind, *items, begun()) : nullptr;
}

std::optional<std::vector<const Value*>> Building::positions(bool whole_numbers) {
    std::int64_t length = 0;
    std::vector<const Value*> loose;
    std::vector<std::pair<std::int64_t, const Value*>> placed;
    for (const Part& each : parts_) {
        if (each.node->role == Role::element) loose.push_back(each.value);
        if (each.node->role != Role::item) continue;
        if (each.node->key->kind != Kind::integer || is_big(as<IntegerValue>(*each.node->key)))
            return std::nullopt;
        placed.emplace_back(as<IntegerValue>(*each.node->key).number, each.value);
    }
    for (const auto& [index, value] : placed)
        length = std::max(length, index < 0 ? -index : index + 1);
    length += static_cast<std::int64_t>(loose.size());
    bool must_hold = false;
    for (const TaggedGoal& tagged : sketch_[id_].goals)
        must_hold = must_hold || (tagged.goal.kind == GoalKind::truth && tagged.goal.wanted);
    if (must_hold) length = std::max<std::int64_t>(length, 1);
    length = count(Role::length).value_or(length);
    if (length < 0 || length > kLongest) return std::nullopt;
    std::vector<const Value*> items(static_cast<std::size_t>(length), nullptr);
    for (const auto& [index, value] : placed) {
        const std::int64_t position = index < 0 ? index + length : index;
        if (position < 0 || position >= length) return std::nullopt;
        items[static_cast<std::size_t>(position)] = value;
    }
    const bool of_types = sketch_[id_].role == Role::attribute && sketch_[id_].name == "__mro__";
    std::size_t next = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i] != nullptr) continue;
        if (of_types)
            items[i] = i == 0 ? realiser_.value(sketch_[id_].parents.front())
                              : arena_.make_type(intern_type("demo.Base" + std::to_string(i)));
        else
            items[i] = next < loose.size() ? loose[next++] : filler(i, whole_numbers);
    }
    return items;
}

Place Building::begun() const {
    const auto found = realiser_.begun_.find(id_);
    if (found == realiser_.begun_.end() || found->second == nullptr) return {};
    return {found->second->identity, const_cast<Value*>(found->second)};
}

const DictValue* Building::attributes(bool always) {
    std::vector<NamedPart> named;
    for (const Part& each : parts_)
        if (each.node->role == Role::attribute) named.push_back({each.node->name, each.value});
    if (const NodeId dictionary = sketch_.find_child(id_, Role::attribute, 0, "__dict__");
        dictionary != kNoNode) {
        always = true;
        order_names(dictionary, named);
        const NodeId length = sketch_.find_child(dictionary, Role::length);
        const Value* wanted = length == kNoNode ? nullptr : realiser_.value(length);
        if (wanted != nullptr && wanted->kind == Kind::integer)
            for (std::int64_t i = 0;
                 static_cast<std::int64_t>(named.size()) < as<IntegerValue>(*wanted).number; ++i)
                named.push_back({arena_.copy_text("filler" + std::to_string(i)), arena_.make_none()});
    }
    return named.empty() && !always ? nullptr : arena_.make_names(named);
}

const DictValue* Building::derived() {
    std::vector<NamedPart> named;
    for (const Part& each : parts_)
        if (each.node->role == Role::derived_from) named.push_back({each.node->name, each.value});
    return named.empty() ? nullptr : arena_.make_names(named);
}

const Value* Building::make_object(const Realiser::Form& form) {
    if (form.kind == Kind::module) return arena_.make_module("demo", attributes(true), begun());
    if (form.kind == Kind::function) {
        FunctionSpec spec;
        spec.attributes = attributes(true);
        spec.derived = derived();
        return arena_.make_function(spec, begun());
    }
    ObjectSpec spec;
    spec.type = form.type;
    spec.attributes = attributes(true);
    spec.type_object = type_object(form.type);
    spec.derived = derived();
    spec.value = part(Role::base_value);
    if (const Value* printed = part(Role::printed)) spec.printed = text_of(*printed);
    if (const auto keys = count(Role::dispatch_keys)) spec.keys = static_cast<std::uint64_t>(*keys);
    // The items are those of a list that its type derives from.
    std::optional<std::vector<const Value*>> items;
    if (std::ranges::any_of(parts_, [](const Part& each) { return each.node->role == Role::item; })) {
        items = positions(false);
        if (!items) return nullptr;
        spec.items = *items;
        spec.base = builtin_type(Kind::list);
    } else if (const auto length = count(Role::length)) {
        if (*length < 0) return nullptr;
        spec.length = static_cast<std::uint64_t>(*length);
    }
    return arena_.make_object(spec, begun());
}

const Value* Building::with_identity(const Value& value) {
    if (!can_be_shared(value.kind)) return &value;
    const Place at{realiser_.identity_of(id_), nullptr};
    if (is_sequence(value.kind)) return arena_.make_sequence(value.kind, items_of(value), at);
    if (!is_mapping(value.kind)) return &value;
    const auto& dict = as<DictValue>(value);
    std::vector<Pair> pairs;
    for (std::uint64_t i = 0; i < dict.count; ++i)
        pairs.push_back({dict.keys[i], dict.values[i]});
    return arena_.make_dict({.pairs = pairs, .kind = value.kind, .type = value.type}, at);
}

}  // namespace guardc::compiler::example
