#include "compiler/example/realise.h"

#include <algorithm>

#include "compiler/example/building.h"
#include "compiler/example/limits.h"
#include "compiler/reference/seen.h"
#include "runtime/value/builtin_model.h"
#include "runtime/value/cell_value.h"
#include "runtime/value/dispatch_keys.h"

namespace guardc::compiler::example {

namespace {

constexpr unsigned kDeepest = 120;  // a frame file nests at most 400 brackets, three for each step
constexpr std::int64_t kLargestSize = std::int64_t{1} << 40;

bool asks_for_a_value(const Goal& goal) {
    if (goal.kind == GoalKind::within || goal.kind == GoalKind::includes) return true;
    if (!goal.wanted) return goal.kind == GoalKind::compares && goal.op == TermOp::not_equal;
    return goal.kind == GoalKind::is_value || goal.kind == GoalKind::member_of ||
           goal.kind == GoalKind::nan || goal.kind == GoalKind::in_numbers ||
           (goal.kind == GoalKind::compares && goal.op != TermOp::not_equal);
}

// A word that its names give back.
bool are_dispatch_keys(const Value& value) {
    if (value.kind != Kind::integer || is_big(as<IntegerValue>(value))) return false;
    const auto word = static_cast<std::uint64_t>(as<IntegerValue>(value).number);
    const std::vector<std::string> names = dispatch_key_names(word);
    const std::vector<std::string_view> views(names.begin(), names.end());
    return pack_dispatch_keys(views) == word;
}

}  // namespace

bool Realiser::has_own_value(NodeId id) const {
    const auto& goals = sketch_[sketch_.find(id)].goals;
    return std::ranges::any_of(goals, [](const TaggedGoal& tagged) { return asks_for_a_value(tagged.goal); });
}

IntSet Realiser::numbers_of_role(NodeId id) const {
    const Node& node = sketch_[id];
    const NodeId holder = node.parents.empty() ? kNoNode : sketch_.find(node.parents.front());
    switch (node.role) {
        case Role::length:
            return IntSet::between(least_length(holder, Role::length), kLongest);
        case Role::rank:
            return IntSet::between(least_length(holder, Role::rank),
                                   static_cast<std::int64_t>(kMaxDimensions));
        case Role::size:
            return IntSet::between(0, kLargestSize);
        case Role::stride:
            return IntSet::between(-kLargestSize, kLargestSize);
        case Role::storage_offset:
        case Role::version:
            return IntSet::between(0, kLargestSize);
        case Role::storage:
            return IntSet::between(1, kLargestSize);
        case Role::remaining:
            return IntSet::between(least_length(holder, Role::remaining), kLongest);
        default:
            return {};
    }
}

// What the parts that are named need at least: elements, items, dimensions.
std::int64_t Realiser::least_length(NodeId holder, Role role) const {
    std::int64_t least = 0, loose = 0;
    const std::optional<Form> form = form_of(holder);
    for (const NodeId each : sketch_[holder].children) {
        const Node& part = sketch_[each];
        if (part.absent) continue;
        if (role == Role::rank) {
            if (part.role != Role::size && part.role != Role::stride) continue;
            least = std::max(least, part.index < 0 ? -part.index : part.index + 1);
        } else if (part.role == Role::key_at || part.role == Role::value_at || part.role == Role::upcoming) {
            least = std::max(least, std::min(part.index, kLongest) + 1);
        } else if (role == Role::remaining) {
            continue;
        } else if (part.role == Role::element) {
            ++loose;
        } else if (part.role == Role::item) {
            if (form && !is_mapping(form->kind) && !is_set(form->kind)) {
                if (part.key->kind != Kind::integer || is_big(as<IntegerValue>(*part.key))) continue;
                const std::int64_t index = as<IntegerValue>(*part.key).number;
                if (index > kLongest || index < -kLongest) continue;
                least = std::max(least, index < 0 ? -index : index + 1);
            } else {
                ++loose;
            }
        } else if (part.role == Role::attribute && sketch_.is_instance_dictionary(holder)) {
            ++loose;
        }
    }
    if (role == Role::length && sketch_.is_instance_dictionary(holder))
        for (const NodeId each : sketch_[sketch_.find(sketch_[holder].parents.front())].children)
            if (sketch_[each].role == Role::attribute && !sketch_[each].name.starts_with("__")) ++loose;
    // Keys by position may be those that are named.
    const bool placed = least > 0 && form && (is_mapping(form->kind) || is_set(form->kind));
    return std::min(placed ? std::max(least, loose) : least + loose, kLongest);
}

bool Realiser::can_hold(NodeId id, const Value& value) const {
    switch (sketch_[id].role) {
        case Role::dtype:
            return value.kind == Kind::dtype;
        case Role::device:
            return value.kind == Kind::device;
        case Role::requires_grad:
            return value.kind == Kind::boolean;
        case Role::device_type:
            return value.kind == Kind::string && parse_device_type(text_of(value)).has_value();
        case Role::device_index:
            return value.kind == Kind::none || meets(value, Goal::in(IntSet::between(0, INT32_MAX)));
        case Role::length:
        case Role::version:
        case Role::remaining:
        case Role::rank:
        case Role::size:
        case Role::stride:
        case Role::storage_offset:
        case Role::storage:
            return meets(value, Goal::in(numbers_of_role(id)));
        case Role::next_value:
            return value.kind == Kind::integer || value.kind == Kind::floating;
        case Role::step:
            return (value.kind == Kind::integer && !meets(value, Goal::in(IntSet::only(0)))) ||
                   value.kind == Kind::floating;
        case Role::printed:
            return value.kind == Kind::string;
        case Role::external:
            return value.kind == Kind::boolean;
        case Role::numbered_type:
            return value.kind == Kind::type;
        case Role::base_value:
            return value.kind == Kind::integer || value.kind == Kind::floating;
        case Role::stored_key:
            return key_text(sketch_[id].key) == key_text(&value);
        case Role::dispatch_keys:
            return are_dispatch_keys(value);
        default:
            return true;
    }
}

bool Realiser::accepts(NodeId id, const Value& value) const {
    std::vector<NodeId> pending{sketch_.decider(id)};
    while (!pending.empty()) {
        const NodeId each = pending.back();
        pending.pop_back();
        if (!can_hold(each, value)) return false;
        for (const TaggedGoal& tagged : sketch_[each].goals)
            if (!meets(value, tagged.goal)) return false;
        for (const NodeId tied : sketch_[each].ties)
            pending.push_back(sketch_.find(tied));
    }
    return true;
}

std::vector<const Value*> Realiser::all_candidates(NodeId id) {
    std::vector<TaggedGoal> goals = sketch_.goals_of(id);
    std::vector<NodeId> tied{id};
    for (std::size_t i = 0; i < tied.size(); ++i) {
        const Node& node = sketch_[tied[i]];
        if (is_counted(node.role)) goals.push_back({Goal::in(numbers_of_role(tied[i])), 0});
        for (const NodeId each : node.ties)
            tied.push_back(sketch_.find(each));
    }
    std::vector<const Value*> found;
    const auto of_role = [&] {
        const std::vector<const Value*> some = values_of_role(sketch_[id].role, *arena_);
        found.insert(found.end(), some.begin(), some.end());
    };
    const bool named =
        std::ranges::any_of(goals, [](const TaggedGoal& tagged) { return asks_for_a_value(tagged.goal); });
    // Memory of its own, unless a goal says otherwise.
    if (sketch_[id].role == Role::storage)
        found.push_back(arena_->make_integer(1'000'000 + std::int64_t{id}));
    if (sketch_[id].role == Role::key_at)
        found.push_back(arena_->make_string("key" + std::to_string(sketch_[id].index)));
    if (!named) of_role();
    // Text is made as long as its length is to be.
    if (const NodeId length = sketch_.find_child(id, Role::length); length != kNoNode && !named) {
        const TypeInfo* type = sketch_.type_of(id);
        const Value* count = value(length);
        if (type != nullptr && count != nullptr && count->kind == Kind::integer) {
            const std::string text(static_cast<std::size_t>(as<IntegerValue>(*count).number), 'a');
            if (type == builtin_type(Kind::string)) found.push_back(arena_->make_string(text));
            if (type == builtin_type(Kind::bytes)) found.push_back(arena_->make_bytes(text));
        }
    }
    for (const TaggedGoal& tagged : goals)
        if (tagged.goal.kind == GoalKind::type && tagged.goal.wanted && !named)
            std::ranges::copy(values_of_type(tagged.goal.type, *arena_), std::back_inserter(found));
    std::ranges::copy(candidates(goals, *arena_), std::back_inserter(found));
    if (named) of_role();
    return found;
}

bool Realiser::choose(NodeId id) {
    id = sketch_.decider(id);
    if (sketch_[id].chosen != nullptr && accepts(id, *sketch_[id].chosen)) return true;
    // Of a value that is named as a whole, the length is its own.
    if (sketch_[id].role == Role::length && has_own_value(sketch_[id].parents.front())) {
        const Value* holder = value(sketch_[id].parents.front());
        if (holder != nullptr) {
            const Cell cell = Cell::reference(holder);
            const auto seen = see(cell, builtin_model());
            if (const auto length = seen ? length_of(*seen) : std::nullopt) {
                put(id, arena_->make_integer(static_cast<std::int64_t>(*length)));
                return accepts(id, *sketch_[id].chosen);
            }
        }
    }
    for (const Value* candidate : all_candidates(id)) {
        if (!accepts(id, *candidate)) continue;
        put(id, candidate);
        return true;
    }
    return false;
}

void Realiser::put(NodeId id, const Value* value) {
    id = sketch_.decider(id);
    leave_trace(id);
    sketch_[id].chosen = value;
    touch(id);
}

void Realiser::leave_trace(NodeId id) {
    if (trace_ != nullptr) trace_->push_back({id, sketch_[id].chosen, sketch_[id].realised});
}

void Realiser::touch(NodeId id) {
    id = sketch_.find(id);
    std::vector<NodeId> pending{id};
    bool first = true;
    while (!pending.empty()) {
        const NodeId at = pending.back();
        pending.pop_back();
        Node& node = sketch_[at];
        // What was not made yet is in nothing that was made, save that it may have failed.
        const bool known = first || node.realised != nullptr || (node.role == Role::device && at != id);
        first = false;
        if (node.realised != nullptr) leave_trace(at);
        node.realised = nullptr;
        if (!known) continue;
        for (const NodeId tied : node.ties)
            pending.push_back(sketch_.find(tied));
        for (const NodeId parent : node.parents)
            pending.push_back(sketch_.find(parent));
    }
}

const Value* Realiser::value(NodeId id) {
    id = sketch_.find(id);
    if (const Value* known = sketch_[id].realised) return known;
    if (const auto begun = begun_.find(id); begun != begun_.end()) return begun->second;
    if (depth_ >= kDeepest) return nullptr;
    ++depth_;
    const Value* made = build(id);
    --depth_;
    begun_.erase(id);
    leave_trace(id);
    sketch_[id].realised = made;
    return made;
}

const Value* Realiser::build(NodeId id) {
    const std::optional<Form> form = form_of(id);
    if (form) return Building(*this, sketch_, id).make(*form);
    if (sketch_[id].role == Role::device && !sketch_[id].children.empty())
        return Building(*this, sketch_, id).make_device();
    if (const NodeId decides = sketch_.decider(id); decides != id) return value(decides);
    begun_.emplace(id, nullptr);
    if (!choose(id)) return nullptr;
    const Value* chosen = sketch_[id].chosen;
    if (sketch_[id].identity || sketch_[id].needs_identity)
        return Building(*this, sketch_, id).with_identity(*chosen);
    return chosen;
}

std::uint64_t Realiser::identity_of(NodeId id) {
    id = sketch_.find(id);
    if (sketch_[id].identity) return *sketch_[id].identity;
    const auto [known, fresh] = identities_.try_emplace(id, 0);
    if (fresh) {
        do
            ++last_identity_;
        while (std::ranges::find(taken_, last_identity_) != taken_.end());
        known->second = last_identity_;
    }
    return known->second;
}

void Realiser::settle_indices() {
    for (NodeId id = 0; id < sketch_.size(); ++id) {
        if (sketch_[id].same != kNoNode) continue;
        std::vector<std::pair<NodeId, std::int64_t>> from_end;
        for (const NodeId each : sketch_[id].children) {
            const Node& part = sketch_[each];
            const bool dimension = part.role == Role::size || part.role == Role::stride;
            if (dimension && part.index < 0) from_end.emplace_back(each, part.index);
            if (part.role == Role::item && part.key->kind == Kind::integer &&
                !is_big(as<IntegerValue>(*part.key)) && as<IntegerValue>(*part.key).number < 0)
                from_end.emplace_back(each, as<IntegerValue>(*part.key).number);
        }
        if (from_end.empty()) continue;
        const std::optional<Form> form = form_of(id);
        if (!form || is_mapping(form->kind)) continue;
        const NodeId count = sketch_.child(id, form->kind == Kind::tensor ? Role::rank : Role::length);
        if (!choose(count)) continue;
        const std::int64_t length = as<IntegerValue>(*sketch_[sketch_.decider(count)].chosen).number;
        sketch_[count].goals.push_back({Goal::in(IntSet::only(length)), SIZE_MAX});
        for (const auto& [part, index] : from_end) {
            const Role role = sketch_[part].role;
            if (index + length < 0) continue;
            const NodeId other = role == Role::item
                                     ? sketch_.child(id, role, 0, {}, arena_->make_integer(index + length))
                                     : sketch_.child(id, role, index + length);
            if (sketch_[other].term == kNoTerm) sketch_[other].term = sketch_[part].term;
            sketch_.merge(other, part);
        }
    }
}

}  // namespace guardc::compiler::example
