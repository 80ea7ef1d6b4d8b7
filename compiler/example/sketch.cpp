#include "compiler/example/sketch.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "compiler/json/frame_json.h"
#include "runtime/value/scalars.h"

namespace guardc::compiler::example {

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

namespace {

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
    return role_of(op).has_value();
}

bool Sketch::is_instance_dictionary(NodeId id) const {
    const Node& node = nodes_[find(id)];
    return node.role == Role::attribute && node.name == "__dict__" &&
           !nodes_[find(node.parents.front())].is_type;
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
    if (closed_) return kNoNode;
    for (std::size_t i = chain.size(); i-- > 0;) {
        const bool root = terms_.operands(chain[i]).empty();
        if (!root && at == kNoNode) return kNoNode;  // a fact of something computed
        at = step(at, chain[i]);
        if (at == kNoNode) return kNoNode;
        of_term_[chain[i]] = at;
    }
    return at;
}

std::optional<Kind> Sketch::kind_of_property(Role role) {
    if (role == Role::dtype) return Kind::dtype;
    if (role == Role::device) return Kind::device;
    return role == Role::requires_grad ? std::optional(Kind::boolean) : std::nullopt;
}

void Sketch::take_for_attribute(NodeId id) {
    Node& node = nodes_[find(id)];
    if (!is_property(node.role)) return;
    node.name = node.role == Role::dtype ? "dtype" : node.role == Role::device ? "device" : "requires_grad";
    node.role = Role::attribute;
    by_key_.try_emplace({find(node.parents.front()), Role::attribute, 0, node.name}, find(id));
}

NodeId Sketch::step(NodeId base, TermId term) {
    const Term& node = terms_[term];
    const Role role = *role_of(node.op);
    const auto constant_operand = [&]() -> const Value* {
        const TermId key = terms_.operands(term)[1];
        return terms_[key].op == TermOp::constant ? &terms_.constant(key) : nullptr;
    };
    const auto number_operand = [&]() -> std::optional<std::int64_t> {
        const Value* index = constant_operand();
        if (index == nullptr || index->kind != Kind::integer || is_big(as<IntegerValue>(*index)))
            return std::nullopt;
        return as<IntegerValue>(*index).number;
    };
    if (is_root(role)) return child(kNoNode, role, node.data, {}, nullptr, term);
    if (role != Role::device_type && role != Role::device_index) take_for_attribute(base);
    switch (role) {
        case Role::attribute:
            return child(base, role, 0, terms_.name(term), nullptr, term);
        case Role::item:
            return item(base, term, constant_operand());
        case Role::stored_key: {
            const Value* key = constant_operand();
            return key == nullptr ? kNoNode : child(base, role, 0, {}, key, term);
        }
        case Role::key_at:
        case Role::upcoming: {
            const auto index = number_operand();
            if (!index || *index < 0) return kNoNode;
            const NodeId made = child(base, role, *index, {}, nullptr, term);
            nodes_[made].is_key = nodes_[made].is_key || role == Role::key_at;
            return made;
        }
        case Role::size:
        case Role::stride: {
            const auto index = number_operand();
            return index ? child(base, role, *index, {}, nullptr, term) : kNoNode;
        }
        case Role::derived_from: {
            const Value* text = constant_operand();
            if (text == nullptr || text->kind != Kind::string) return kNoNode;
            // To call a weak reference is the one step that runs no code of anybody.
            const TypeInfo* type = type_of(base);
            if (type == builtin_type(Kind::weak_reference) && text_of(*text).ends_with("()"))
                return child(base, Role::referent, 0, {}, nullptr, term);
            return child(base, role, 0, text_of(*text), nullptr, term);
        }
        case Role::type_object: {
            const NodeId made = child(base, role, 0, {}, nullptr, term);
            nodes_[made].is_type = true;
            return made;
        }
        case Role::step: {
            const TypeInfo* type = type_of(base);
            if (type == builtin_type(Kind::range) || type == builtin_type(Kind::slice))
                return child(base, Role::attribute, 0, "step", nullptr, term);
            return child(base, role, 0, {}, nullptr, term);
        }
        default:
            break;
    }
    if (is_property(role) && is_no_tensor(type_of(base)))
        return child(base, Role::attribute, 0, kind_of(node.op).spelling, nullptr, term);
    return child(base, role, 0, {}, nullptr, term);
}

NodeId Sketch::item(NodeId base, TermId term, const Value* key) {
    base = find(base);
    if (key == nullptr) {
        // `d[key_at(d, 0)]`, as dicts are listed by position.
        const TermId named = terms_.operands(term)[1];
        if (terms_[named].op != TermOp::key_at || terms_.operands(named)[0] != terms_.operands(term)[0])
            return kNoNode;
        const NodeId position = place(named);
        return position == kNoNode || of_term_[named] == kNoNode
                   ? kNoNode
                   : child(base, Role::value_at, position_of(named), {}, nullptr, term);
    }
    const Node& holder = nodes_[base];
    if (is_instance_dictionary(base) && key->kind == Kind::string)
        return child(holder.parents.front(), Role::attribute, 0, text_of(*key), nullptr, term);
    const bool of_order = holder.role == Role::attribute && holder.name == "__mro__";
    const NodeId made = child(base, Role::item, 0, {}, key, term);
    if (of_order) nodes_[made].is_type = true;
    return made;
}

std::int64_t Sketch::position_of(TermId key_at) const {
    return as<IntegerValue>(terms_.constant(terms_.operands(key_at)[1])).number;
}

void Sketch::share_identity(std::uint64_t identity, NodeId place) {
    const auto [first, fresh] = by_identity_.try_emplace(identity, place);
    if (fresh || find(first->second) == find(place)) return;
    if (nodes_[find(first->second)].term != kNoTerm) {
        const NodeId shared = make(kNoNode, Role::element, 0, {}, nullptr, kNoTerm);
        merge(shared, first->second);
        first->second = shared;
    }
    merge(first->second, place);
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
        to.has_keys = to.has_keys || from.has_keys;
        to.is_type = to.is_type || from.is_type;
        to.is_key = to.is_key || from.is_key;
        if (to.base == Kind::object) to.base = from.base;
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
