#include "compiler/example/sketch.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "compiler/json/frame_json.h"
#include "runtime/value/scalars.h"

namespace guardc::compiler::example {

namespace {

// Keys that are equal in Python have one text: 1, True and 1.0 are one key.
std::string key_text(const Value* key) {
    if (key == nullptr) return {};
    if (key->kind == Kind::boolean) return std::to_string(as<BooleanValue>(*key).truth);
    if (key->kind == Kind::floating) {
        const double number = as<FloatingValue>(*key).number;
        if (number == std::floor(number) && std::fabs(number) < 0x1p53)
            return std::to_string(static_cast<std::int64_t>(number));
    }
    return write_value(*key);
}

Role role_of(TermOp op) {
    switch (op) {
        case TermOp::global:
            return Role::global;
        case TermOp::ambient:
            return Role::ambient;
        case TermOp::attribute:
            return Role::attribute;
        case TermOp::item:
            return Role::item;
        case TermOp::length:
            return Role::length;
        case TermOp::rank:
            return Role::rank;
        case TermOp::size:
            return Role::size;
        case TermOp::stride:
            return Role::stride;
        case TermOp::storage_offset:
            return Role::storage_offset;
        case TermOp::dtype:
            return Role::dtype;
        case TermOp::device:
            return Role::device;
        case TermOp::device_type:
            return Role::device_type;
        case TermOp::device_index:
            return Role::device_index;
        case TermOp::requires_grad:
            return Role::requires_grad;
        default:
            return Role::local;
    }
}

bool is_property(Role role) {
    return role == Role::dtype || role == Role::device || role == Role::requires_grad;
}

// Types that are known to be no tensors: what the language has a kind of its own for, and whatever has no
// tensor fact is decided by its other guards.
bool is_no_tensor(const TypeInfo* type) {
    if (type == nullptr) return false;
    for (unsigned kind = 0; kind < kKindCount; ++kind)
        if (static_cast<Kind>(kind) != Kind::tensor && builtin_type(static_cast<Kind>(kind)) == type)
            return true;
    return false;
}

}  // namespace

std::size_t Sketch::Hash::operator()(const ChildKey& key) const {
    std::size_t hash = std::hash<std::string>{}(key.text);
    hash = hash * 0x9e3779b97f4a7c15ULL + key.parent;
    hash = hash * 0x9e3779b97f4a7c15ULL + static_cast<std::size_t>(key.role);
    return hash * 0x9e3779b97f4a7c15ULL + static_cast<std::size_t>(key.index);
}

bool Sketch::is_place(TermOp op) {
    switch (op) {
        case TermOp::local:
        case TermOp::global:
        case TermOp::ambient:
        case TermOp::attribute:
        case TermOp::item:
        case TermOp::length:
        case TermOp::rank:
        case TermOp::size:
        case TermOp::stride:
        case TermOp::storage_offset:
        case TermOp::dtype:
        case TermOp::device:
        case TermOp::device_type:
        case TermOp::device_index:
        case TermOp::requires_grad:
            return true;
        default:
            return false;
    }
}

NodeId Sketch::find(NodeId id) const {
    while (nodes_[id].same != kNoNode)
        id = nodes_[id].same;
    return id;
}

NodeId Sketch::decider(NodeId id) const {
    id = find(id);
    while (nodes_[id].tied != kNoNode)
        id = find(nodes_[id].tied);
    return id;
}

NodeId Sketch::make(NodeId parent, Role role, std::int64_t index, std::string_view name, const Value* key,
                    TermId term) {
    const auto id = static_cast<NodeId>(nodes_.size());
    Node& node = nodes_.emplace_back();
    node.role = role;
    node.index = index;
    node.name = name;
    node.key = key;
    node.term = term;
    if (parent != kNoNode) {
        node.parents.push_back(parent);
        nodes_[parent].children.push_back(id);
    }
    return id;
}

NodeId Sketch::find_child(NodeId parent, Role role, std::int64_t index, std::string_view name,
                          const Value* key) const {
    const auto found =
        by_key_.find({find(parent), role, index, key != nullptr ? key_text(key) : std::string(name)});
    return found == by_key_.end() ? kNoNode : find(found->second);
}

NodeId Sketch::child(NodeId parent, Role role, std::int64_t index, std::string_view name, const Value* key,
                     TermId term) {
    if (parent != kNoNode) parent = find(parent);
    ChildKey child_key{parent, role, index, key != nullptr ? key_text(key) : std::string(name)};
    if (const auto known = by_key_.find(child_key); known != by_key_.end()) {
        const NodeId found = find(known->second);
        if (nodes_[found].term == kNoTerm) nodes_[found].term = term;
        return found;
    }
    const NodeId made = make(parent, role, index, name, key, term);
    by_key_.emplace(std::move(child_key), made);
    return made;
}

NodeId Sketch::place(TermId term) {
    std::vector<TermId> chain;
    while (of_term_[term] == kNoNode && is_place(terms_[term].op)) {
        chain.push_back(term);
        if (terms_.operands(term).empty()) break;
        term = terms_.operands(term)[0];
    }
    NodeId at = of_term_[term] == kNoNode ? kNoNode : find(of_term_[term]);
    if (chain.empty()) return at;
    for (std::size_t i = chain.size(); i-- > 0;) {
        const bool root = terms_.operands(chain[i]).empty();
        if (!root && at == kNoNode) return kNoNode;  // a fact of something computed
        at = step(at, chain[i]);
        if (at == kNoNode) return kNoNode;
        of_term_[chain[i]] = at;
    }
    return at;
}

NodeId Sketch::step(NodeId base, TermId term) {
    const Term& node = terms_[term];
    const Role role = role_of(node.op);
    const auto constant_operand = [&]() -> const Value* {
        const TermId key = terms_.operands(term)[1];
        return terms_[key].op == TermOp::constant ? &terms_.constant(key) : nullptr;
    };
    if (is_root(role)) return child(kNoNode, role, node.data, {}, nullptr, term);
    switch (role) {
        case Role::attribute:
            return child(base, role, 0, terms_.name(term), nullptr, term);
        case Role::item: {
            const Value* key = constant_operand();
            if (key == nullptr) return kNoNode;
            // The instance dictionary and the attributes are one.
            const Node& holder = nodes_[find(base)];
            if (holder.role == Role::attribute && holder.name == "__dict__" && key->kind == Kind::string)
                return child(holder.parents.front(), Role::attribute, 0, text_of(*key), nullptr, term);
            return child(base, role, 0, {}, key, term);
        }
        case Role::size:
        case Role::stride: {
            const Value* index = constant_operand();
            if (index == nullptr || index->kind != Kind::integer || is_big(as<IntegerValue>(*index)))
                return kNoNode;
            return child(base, role, as<IntegerValue>(*index).number, {}, nullptr, term);
        }
        default:
            break;
    }
    if (is_property(role) && is_no_tensor(type_of(base)))
        return child(base, Role::attribute, 0, kind_of(node.op).spelling, nullptr, term);
    return child(base, role, 0, {}, nullptr, term);
}

void Sketch::merge(NodeId left, NodeId right) {
    std::vector<std::pair<NodeId, NodeId>> pending{{left, right}};
    while (!pending.empty()) {
        const NodeId kept = find(pending.back().first);
        const NodeId gone = find(pending.back().second);
        pending.pop_back();
        if (kept == gone) continue;
        Node& from = nodes_[gone];
        Node& to = nodes_[kept];
        from.same = kept;
        const auto append = [](auto& all, const auto& more) {
            all.insert(all.end(), more.begin(), more.end());
        };
        append(to.goals, from.goals);
        append(to.lacking, from.lacking);
        append(to.lacking_keys, from.lacking_keys);
        append(to.parents, from.parents);
        if (!to.identity) to.identity = from.identity;
        to.needs_identity = to.needs_identity || from.needs_identity;
        const std::vector<NodeId> children = from.children;
        for (const NodeId id : children) {
            const Node& each = nodes_[id];
            ChildKey key{kept, each.role, each.index, each.key != nullptr ? key_text(each.key) : each.name};
            if (const auto known = by_key_.find(key); known != by_key_.end()) {
                pending.emplace_back(known->second, id);
            } else {
                by_key_.emplace(std::move(key), id);
                nodes_[kept].children.push_back(id);
                nodes_[id].parents.push_back(kept);
            }
        }
    }
}

void Sketch::tie(NodeId left, NodeId right) {
    const NodeId decides = decider(left), follows = decider(right);
    if (decides == follows) return;
    nodes_[follows].tied = decides;
    nodes_[decides].ties.push_back(follows);
}

void Sketch::untie() {
    for (NodeId id = 0; id < nodes_.size(); ++id)
        if (nodes_[id].same == kNoNode && nodes_[id].tied != kNoNode)
            nodes_[id].chosen = nodes_[decider(id)].chosen;
    for (Node& node : nodes_) {
        node.tied = kNoNode;
        node.ties.clear();
    }
}

const TypeInfo* Sketch::type_of(NodeId id) const {
    for (const TaggedGoal& tagged : nodes_[find(id)].goals)
        if (tagged.goal.kind == GoalKind::type && tagged.goal.wanted) return tagged.goal.type;
    return nullptr;
}

bool Sketch::has_parts(NodeId id) const {
    const Node& node = nodes_[find(id)];
    return node.identity.has_value() || node.needs_identity || !node.lacking.empty() ||
           !node.lacking_keys.empty() || !node.children.empty();
}

std::vector<TaggedGoal> Sketch::goals_of(NodeId id) const {
    std::vector<TaggedGoal> all;
    std::vector<NodeId> pending{find(id)};
    while (!pending.empty()) {
        const Node& node = nodes_[pending.back()];
        pending.pop_back();
        all.insert(all.end(), node.goals.begin(), node.goals.end());
        for (const NodeId tied : node.ties)
            pending.push_back(find(tied));
    }
    return all;
}

std::vector<NodeId> Sketch::roots() const {
    std::vector<NodeId> found;
    for (NodeId id = 0; id < nodes_.size(); ++id)
        if (is_root(nodes_[id].role)) found.push_back(id);
    return found;
}

}  // namespace guardc::compiler::example
