// What is one thing under several names, once all that is asked is known.
#include <map>
#include <set>

#include "compiler/example/realise.h"

namespace guardc::compiler::example {

// The name of a type that guards look into: the one that it is compared with, or that an instance has.
const TypeInfo* Realiser::type_named(NodeId id) const {
    id = sketch_.find(id);
    const Node& node = sketch_[id];
    for (const TaggedGoal& tagged : node.goals)
        if (tagged.goal.value != nullptr && tagged.goal.value->kind == Kind::type && tagged.goal.wanted)
            return as<TypeValue>(*tagged.goal.value).named;
    for (const NodeId parent : node.parents) {
        const NodeId holder = sketch_.find(parent);
        if (sketch_.find_child(holder, Role::type_object) != id) continue;
        if (const TypeInfo* type = sketch_.type_of(holder)) return type;
    }
    return intern_type("demo.Type" + std::to_string(id));
}

void Realiser::settle_types() {
    // A type comes first in its own order.
    for (NodeId id = 0; id < sketch_.size(); ++id) {
        if (sketch_[id].same != kNoNode || !sketch_[id].is_type) continue;
        const NodeId order = sketch_.find_child(id, Role::attribute, 0, "__mro__");
        const NodeId first = order == kNoNode
                                 ? kNoNode
                                 : sketch_.find_child(order, Role::item, 0, {}, arena_->make_integer(0));
        if (first == kNoNode || first == id) continue;
        touch(id);
        touch(first);
        sketch_.merge(id, first);
    }
    std::map<const TypeInfo*, NodeId> known;
    for (NodeId id = 0; id < sketch_.size(); ++id) {
        if (sketch_[id].same != kNoNode || !sketch_[id].is_type) continue;
        const auto [first, fresh] = known.try_emplace(type_named(id), id);
        if (fresh) continue;
        touch(first->second);
        touch(id);
        sketch_.merge(first->second, id);
    }
}

// The type of a place as its goals have it: named, or that of a value it is to be.
const TypeInfo* Realiser::type_asked(NodeId id) const {
    id = sketch_.find(id);
    if (const TypeInfo* type = sketch_.type_of(id)) return type;
    for (const TaggedGoal& tagged : sketch_[id].goals) {
        const Goal& goal = tagged.goal;
        if (!goal.wanted) continue;
        if (goal.kind == GoalKind::is_value ||
            (goal.kind == GoalKind::compares && goal.op != TermOp::not_equal))
            return goal.value->type;
        if (goal.kind == GoalKind::in_numbers) return builtin_type(Kind::integer);
    }
    return nullptr;
}

void Realiser::settle_numbers() {
    std::map<NodeId, std::vector<Sketch::Numbered>> by_type;
    for (const Sketch::Numbered& each : sketch_.numbered())
        by_type[sketch_.find(each.type)].push_back(each);
    std::set<const TypeInfo*> taken;
    for (const auto& [type, places] : by_type) {
        const TypeInfo* named = nullptr;
        bool object = false;
        for (const Sketch::Numbered& each : places) {
            if (named == nullptr) named = type_asked(each.place);
            const auto form = form_of(each.place);
            object = object || (form && form->kind == Kind::object);
        }
        for (const Sketch::Numbered& each : places) {
            const auto form = form_of(each.place);
            if (named == nullptr && !object && form)
                named = form->type != nullptr ? form->type : builtin_type(form->kind);
        }
        if (named == nullptr || !taken.insert(named).second)
            named = intern_type("demo.Numbered" + std::to_string(type));
        taken.insert(named);
        touch(type);
        sketch_[type].goals.push_back({Goal::is(*arena_->make_type(named)), SIZE_MAX});
        for (const Sketch::Numbered& each : places) {
            touch(each.place);
            sketch_[sketch_.find(each.place)].goals.push_back({Goal::of_type(named), each.guard});
        }
    }
}

void Realiser::settle_keys() {
    for (NodeId id = 0; id < sketch_.size(); ++id) {
        if (sketch_[id].same != kNoNode) continue;
        for (const NodeId each : std::vector<NodeId>(sketch_[id].children)) {
            if (sketch_[each].role != Role::value_at || sketch_.find(each) != each) continue;
            const NodeId position = sketch_.find_child(id, Role::key_at, sketch_[each].index);
            const Value* key = position == kNoNode ? nullptr : value(position);
            if (key == nullptr) continue;
            const NodeId named =
                sketch_.is_instance_dictionary(id) && key->kind == Kind::string
                    ? sketch_.find_child(sketch_[id].parents.front(), Role::attribute, 0, text_of(*key))
                    : sketch_.find_child(id, Role::item, 0, {}, key);
            if (named == kNoNode) continue;
            touch(each);
            touch(named);
            sketch_.merge(named, each);
        }
    }
}

}  // namespace guardc::compiler::example
