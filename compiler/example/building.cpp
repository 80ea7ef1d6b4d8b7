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
        if (sketch_[each].role == Role::attribute && sketch_[each].name == "__dict__") continue;
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
        if (repeated && (dimension || sketch_[each].role == Role::item) && sketch_[each].term != kNoTerm &&
            (dimension || sketch_[each].key->kind == Kind::integer))
            continue;  // counted from the end
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
    if (!wanted || !can_be_shared(kind)) return {};
    const std::uint64_t identity = realiser_.identity_of(id_);
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
        case Kind::type:
            return arena_.make_type(intern_type("demo.Object"), {sketch_[id_].identity.value_or(0), nullptr});
        default:
            return nullptr;
    }
}

const Value* Building::make_positions(Kind kind) {
    std::int64_t length = 0;
    std::vector<const Value*> loose;
    std::vector<std::pair<std::int64_t, const Value*>> placed;
    for (const Part& each : parts_) {
        if (each.node->role == Role::element) loose.push_back(each.value);
        if (each.node->role != Role::item) continue;
        if (each.node->key->kind != Kind::integer || is_big(as<IntegerValue>(*each.node->key)))
            return nullptr;
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
    if (length < 0 || length > kLongest) return nullptr;
    std::vector<const Value*> items(static_cast<std::size_t>(length), nullptr);
    for (const auto& [index, value] : placed) {
        const std::int64_t position = index < 0 ? index + length : index;
        if (position < 0 || position >= length) return nullptr;
        items[static_cast<std::size_t>(position)] = value;
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i] != nullptr) continue;
        items[i] = next < loose.size() ? loose[next++] : filler(i, kind == Kind::size);
    }
    const auto begun = realiser_.begun_.find(id_);
    Place at;
    if (begun != realiser_.begun_.end() && begun->second != nullptr)
        at = {begun->second->identity, const_cast<Value*>(begun->second)};
    return arena_.make_sequence(kind, items, at);
}

const Value* Building::make_set(Kind kind) {
    std::vector<const Value*> items;
    for (const Part& each : parts_)
        if (each.node->role == Role::element || each.node->role == Role::item)
            items.push_back(each.node->key != nullptr ? each.node->key : each.value);
    std::size_t wanted = items.size();
    for (const TaggedGoal& tagged : sketch_[id_].goals)
        if (tagged.goal.kind == GoalKind::truth && tagged.goal.wanted)
            wanted = std::max<std::size_t>(wanted, 1);
    if (const auto length = count(Role::length)) {
        if (*length < static_cast<std::int64_t>(wanted) || *length > kLongest) return nullptr;
        wanted = static_cast<std::size_t>(*length);
    }
    for (std::size_t i = 0; items.size() < wanted; ++i) {
        const Value* made = arena_.make_string("filler" + std::to_string(i));
        const bool known =
            i < 64 && std::ranges::any_of(items, [&](const Value* item) { return same_key(*item, *made); });
        if (!known && !is_lacking(*made)) items.push_back(made);
    }
    const auto begun = realiser_.begun_[id_];
    return arena_.make_sequence(
        kind, items, begun == nullptr ? Place{} : Place{begun->identity, const_cast<Value*>(begun)});
}

const Value* Building::make_dict(const Realiser::Form& form) {
    std::vector<Pair> pairs;
    for (const Part& each : parts_)
        if (each.node->role == Role::item || each.node->role == Role::element)
            pairs.push_back(
                {each.node->key, each.node->role == Role::item ? each.value : arena_.make_none()});
    std::size_t wanted = pairs.size();
    for (const TaggedGoal& tagged : sketch_[id_].goals)
        if (tagged.goal.kind == GoalKind::truth && tagged.goal.wanted)
            wanted = std::max<std::size_t>(wanted, 1);
    if (const auto length = count(Role::length)) {
        if (*length < static_cast<std::int64_t>(wanted) || *length > kLongest) return nullptr;
        wanted = static_cast<std::size_t>(*length);
    }
    for (std::size_t i = 0; pairs.size() < wanted; ++i) {
        const Value* made = arena_.make_string("filler" + std::to_string(i));
        const bool known = i < 64 && std::ranges::any_of(
                                         pairs, [&](const Pair& pair) { return same_key(*pair.key, *made); });
        if (!known && !is_lacking(*made)) pairs.push_back({made, arena_.make_none()});
    }
    DictSpec spec{.pairs = pairs, .kind = form.kind, .type = form.type};
    spec.attributes = attributes(false);
    const auto begun = realiser_.begun_[id_];
    return arena_.make_dict(spec,
                            begun == nullptr ? Place{} : Place{begun->identity, const_cast<Value*>(begun)});
}

const DictValue* Building::attributes(bool always) {
    std::vector<NamedPart> named;
    for (const Part& each : parts_)
        if (each.node->role == Role::attribute) named.push_back({each.node->name, each.value});
    if (const NodeId dictionary = sketch_.find_child(id_, Role::attribute, 0, "__dict__");
        dictionary != kNoNode) {
        always = true;
        const NodeId length = sketch_.find_child(dictionary, Role::length);
        const Value* wanted = length == kNoNode ? nullptr : realiser_.value(length);
        if (wanted != nullptr && wanted->kind == Kind::integer)
            for (std::int64_t i = 0;
                 static_cast<std::int64_t>(named.size()) < as<IntegerValue>(*wanted).number; ++i)
                named.push_back({arena_.copy_text("filler" + std::to_string(i)), arena_.make_none()});
    }
    return named.empty() && !always ? nullptr : arena_.make_names(named);
}

const Value* Building::make_object(const Realiser::Form& form) {
    const Value* begun = realiser_.begun_[id_];
    const Place at = begun == nullptr ? Place{} : Place{begun->identity, const_cast<Value*>(begun)};
    if (form.kind == Kind::module) return arena_.make_module("demo", attributes(true), at);
    if (form.kind == Kind::function) {
        FunctionSpec spec;
        spec.attributes = attributes(true);
        return arena_.make_function(spec, at);
    }
    ObjectSpec spec;
    spec.type = form.type;
    spec.attributes = attributes(true);
    if (const auto length = count(Role::length)) {
        if (*length < 0) return nullptr;
        spec.length = static_cast<std::uint64_t>(*length);
    }
    return arena_.make_object(spec, at);
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
