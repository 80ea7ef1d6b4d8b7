#include "compiler/example/realise.h"

#include <algorithm>

#include "compiler/example/building.h"
#include "compiler/example/limits.h"
#include "compiler/reference/seen.h"
#include "runtime/value/builtin_model.h"
#include "runtime/value/cell_value.h"

namespace guardc::compiler::example {

namespace {

constexpr unsigned kDeepest = 120;  // a frame file nests at most 400 brackets, three for each step
constexpr std::int64_t kLargestSize = std::int64_t{1} << 40;

bool asks_for_a_value(const Goal& goal) {
    if (!goal.wanted) return goal.kind == GoalKind::compares && goal.op == TermOp::not_equal;
    return goal.kind == GoalKind::is_value || goal.kind == GoalKind::member_of ||
           goal.kind == GoalKind::nan || goal.kind == GoalKind::in_numbers ||
           (goal.kind == GoalKind::compares && goal.op != TermOp::not_equal);
}

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

bool Realiser::has_own_value(NodeId id) const {
    const auto& goals = sketch_[sketch_.find(id)].goals;
    return std::ranges::any_of(goals, [](const TaggedGoal& tagged) { return asks_for_a_value(tagged.goal); });
}

std::optional<Realiser::Form> Realiser::form_of(NodeId id) const {
    id = sketch_.find(id);
    const Node& node = sketch_[id];
    if (!is_root(node.role) && node.role != Role::attribute && node.role != Role::item &&
        node.role != Role::element)
        return std::nullopt;
    const TypeInfo* type = sketch_.type_of(id);
    if (has_own_value(id)) return std::nullopt;
    const std::optional<Kind> kind = kind_named(type);
    if (kind && is_scalar(*kind)) return std::nullopt;
    bool tensor = false, items = false, positions = true, attributes = false, elements = false,
         length = false;
    bool truth = false;
    for (const NodeId each : node.children) {
        const Node& part = sketch_[each];
        tensor = tensor || is_tensor_fact(part.role);
        items = items || part.role == Role::item;
        if (part.role == Role::item) positions = positions && part.key->kind == Kind::integer;
        attributes = attributes || part.role == Role::attribute;
        elements = elements || part.role == Role::element;
        length = length || part.role == Role::length;
    }
    for (const TaggedGoal& tagged : node.goals)
        truth = truth || tagged.goal.kind == GoalKind::truth;
    const bool keys = (items && !positions) || !node.lacking_keys.empty();
    if (kind) return Form{*kind, nullptr};
    if (type != nullptr) {
        if (tensor || is_tensor_type(type)) return Form{Kind::tensor, type};
        if (is_dict_type(type) || items || elements || !node.lacking_keys.empty())
            return Form{Kind::dict, type};
        return Form{Kind::object, type};
    }
    const auto refused = [&](Kind other) {
        return std::ranges::any_of(node.goals, [&](const TaggedGoal& tagged) {
            return tagged.goal.kind == GoalKind::type && !tagged.goal.wanted &&
                   tagged.goal.type == builtin_type(other);
        });
    };
    if (tensor)
        return Form{Kind::tensor,
                    refused(Kind::tensor) ? intern_type("torch.nn.parameter.Parameter") : nullptr};
    if (keys) return Form{Kind::dict, refused(Kind::dict) ? intern_type("collections.OrderedDict") : nullptr};
    if (attributes || !node.lacking.empty()) return Form{Kind::object, intern_type("demo.Object")};
    if (items || elements || length) {
        if (!refused(Kind::list)) return Form{Kind::list, nullptr};
        if (!refused(Kind::tuple)) return Form{Kind::tuple, nullptr};
        return Form{Kind::dict, refused(Kind::dict) ? intern_type("collections.OrderedDict") : nullptr};
    }
    if (node.identity || node.needs_identity)
        return truth ? Form{Kind::list, nullptr} : Form{Kind::object, intern_type("demo.Object")};
    return std::nullopt;
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
            return IntSet::between(0, kLargestSize);
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
        } else if (part.role == Role::element) {
            ++loose;
        } else if (part.role == Role::item) {
            if (form && (form->kind == Kind::list || form->kind == Kind::tuple || form->kind == Kind::size)) {
                if (part.key->kind != Kind::integer || is_big(as<IntegerValue>(*part.key))) continue;
                const std::int64_t index = as<IntegerValue>(*part.key).number;
                if (index > kLongest || index < -kLongest) continue;
                least = std::max(least, index < 0 ? -index : index + 1);
            } else {
                ++loose;
            }
        } else if (part.role == Role::attribute && sketch_[holder].name == "__dict__") {
            ++loose;
        }
    }
    if (role == Role::length && sketch_[holder].role == Role::attribute && sketch_[holder].name == "__dict__")
        for (const NodeId each : sketch_[sketch_.find(sketch_[holder].parents.front())].children)
            if (sketch_[each].role == Role::attribute && !sketch_[each].name.starts_with("__")) ++loose;
    return std::min(least + loose, kLongest);
}

bool Realiser::accepts(NodeId id, const Value& value) const {
    std::vector<NodeId> pending{sketch_.decider(id)};
    while (!pending.empty()) {
        const NodeId each = pending.back();
        pending.pop_back();
        const Node& node = sketch_[each];
        for (const TaggedGoal& tagged : node.goals)
            if (!meets(value, tagged.goal)) return false;
        const bool counts = node.role == Role::length || is_tensor_fact(node.role);
        if (counts && node.role != Role::dtype && node.role != Role::device &&
            node.role != Role::requires_grad && !meets(value, Goal::in(numbers_of_role(each))))
            return false;
        const auto is = [&](Kind kind) { return value.kind == kind; };
        if ((node.role == Role::dtype && !is(Kind::dtype)) ||
            (node.role == Role::device && !is(Kind::device)) ||
            (node.role == Role::requires_grad && !is(Kind::boolean)) ||
            (node.role == Role::device_type && !is(Kind::string)) ||
            (node.role == Role::device_index && !is(Kind::integer) && !is(Kind::none)))
            return false;
        for (const NodeId tied : node.ties)
            pending.push_back(sketch_.find(tied));
    }
    return true;
}

std::vector<const Value*> Realiser::all_candidates(NodeId id) {
    std::vector<TaggedGoal> goals = sketch_.goals_of(id);
    std::vector<NodeId> tied{id};
    for (std::size_t i = 0; i < tied.size(); ++i) {
        const Node& node = sketch_[tied[i]];
        if (node.role == Role::length || (is_tensor_fact(node.role) && node.role != Role::dtype &&
                                          node.role != Role::device && node.role != Role::requires_grad))
            goals.push_back({Goal::in(numbers_of_role(tied[i])), 0});
        for (const NodeId each : node.ties)
            tied.push_back(sketch_.find(each));
    }
    std::vector<const Value*> found;
    const auto of_role = [&] {
        switch (sketch_[id].role) {
            case Role::dtype:
                for (unsigned dtype = 0;
                     parse_dtype(dtype_name(DType::float32)) && dtype <= static_cast<unsigned>(DType::int7);
                     ++dtype)
                    found.push_back(arena_->make_dtype(
                        static_cast<DType>((dtype + static_cast<unsigned>(DType::float32)) %
                                           (static_cast<unsigned>(DType::int7) + 1))));
                break;
            case Role::device:
                for (const DeviceType type :
                     {DeviceType::cpu, DeviceType::cuda, DeviceType::meta, DeviceType::xpu})
                    for (const std::int32_t index : {-1, 0, 1, 2})
                        found.push_back(arena_->make_device({type, index}));
                break;
            case Role::device_type:
                for (const DeviceType type :
                     {DeviceType::cpu, DeviceType::cuda, DeviceType::meta, DeviceType::xpu})
                    found.push_back(arena_->make_string(device_type_name(type)));
                break;
            case Role::device_index:
                found.push_back(arena_->make_none());
                for (const std::int64_t index : {0, 1, 2})
                    found.push_back(arena_->make_integer(index));
                break;
            case Role::ambient:
            case Role::requires_grad:
                found.push_back(arena_->make_boolean(sketch_[id].role == Role::ambient));
                found.push_back(arena_->make_boolean(sketch_[id].role != Role::ambient));
                break;
            default:
                break;
        }
    };
    const bool named =
        std::ranges::any_of(goals, [](const TaggedGoal& tagged) { return asks_for_a_value(tagged.goal); });
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
    sketch_[id].chosen = value;
    touch(id);
}

void Realiser::touch(NodeId id) {
    std::vector<NodeId> pending{sketch_.find(id)};
    while (!pending.empty()) {
        const NodeId at = pending.back();
        pending.pop_back();
        Node& node = sketch_[at];
        const bool known = node.realised != nullptr || at == sketch_.find(id) || node.role == Role::device;
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
        if (!form || is_mapping(form->kind) || form->kind == Kind::object) continue;
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

std::optional<FrameDocument> Realiser::frame(std::shared_ptr<ValueArena> owner, const FrameShape& shape) {
    FrameDocument document;
    document.arena = std::move(owner);
    for (const NodeId root : sketch_.roots()) {
        if (sketch_[root].absent) continue;
        const Value* held = value(root);
        if (held == nullptr) return std::nullopt;
        const Node& node = sketch_[root];
        if (node.role == Role::ambient)
            document.ambient[static_cast<std::size_t>(node.index)] = cell_of(*held, CellTag::literal);
        else
            (node.role == Role::local ? document.locals : document.globals)
                .push_back({shape.slots[static_cast<std::size_t>(node.index)].name, held});
    }
    return document;
}

}  // namespace guardc::compiler::example
