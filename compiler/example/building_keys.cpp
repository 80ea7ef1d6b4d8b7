// Sets, dicts, and the order of their keys.
#include <algorithm>
#include <set>
#include <unordered_map>

#include "compiler/example/building.h"
#include "compiler/example/limits.h"

namespace guardc::compiler::example {

const Value* Building::make_set(Kind kind) {
    std::vector<const Value*> items, loose;
    std::set<std::string> known;
    for (const Part& each : parts_) {
        if (each.node->role != Role::upcoming) continue;
        const auto index = static_cast<std::size_t>(each.node->index);
        if (each.node->index > kLongest || !known.insert(key_text(each.value)).second) return nullptr;
        if (items.size() <= index) items.resize(index + 1, nullptr);
        items[index] = each.value;
    }
    for (const Part& each : parts_)
        if (each.node->role == Role::element || each.node->role == Role::item) {
            const Value* item = each.node->key != nullptr ? each.node->key : each.value;
            if (known.insert(key_text(item)).second) loose.push_back(item);
        }
    std::size_t wanted = items.size();
    const auto holes = static_cast<std::size_t>(std::ranges::count(items, nullptr));
    wanted = std::max(wanted, wanted - holes + loose.size());
    for (const TaggedGoal& tagged : sketch_[id_].goals)
        if (tagged.goal.kind == GoalKind::truth && tagged.goal.wanted)
            wanted = std::max<std::size_t>(wanted, 1);
    if (const auto length = count(Role::length)) {
        if (*length < static_cast<std::int64_t>(wanted) || *length > kLongest) return nullptr;
        wanted = static_cast<std::size_t>(*length);
    }
    items.resize(wanted, nullptr);
    std::size_t next = 0, number = 0;
    for (const Value*& item : items) {
        if (item == nullptr && next < loose.size()) item = loose[next++];
        while (item == nullptr) {
            const Value* made = arena_.make_string("filler" + std::to_string(number++));
            if (known.insert(key_text(made)).second && !is_lacking(*made)) item = made;
        }
    }
    return arena_.make_sequence(kind, items, begun());
}

// Keys that have a position there, the others where there is room.
std::optional<std::vector<Pair>> Building::pairs() {
    std::vector<Pair> pairs;
    const auto at = [&](std::int64_t index) -> Pair& {
        const auto position = static_cast<std::size_t>(index);
        if (pairs.size() <= position) pairs.resize(position + 1);
        return pairs[position];
    };
    std::unordered_map<std::string, const Value*> spelled;
    std::unordered_map<std::string, std::size_t> places;
    for (const Part& each : parts_) {
        if ((each.node->role == Role::key_at || each.node->role == Role::value_at) &&
            each.node->index > kLongest)
            return std::nullopt;
        if (each.node->role == Role::value_at) at(each.node->index).value = each.value;
        if (each.node->role == Role::stored_key) spelled[key_text(each.node->key)] = each.value;
        if (each.node->role != Role::key_at) continue;
        at(each.node->index).key = each.value;
        if (!places.emplace(key_text(each.value), static_cast<std::size_t>(each.node->index)).second)
            return std::nullopt;
    }
    std::vector<Pair> loose;
    std::unordered_map<std::string, std::size_t> loose_places;
    const auto add = [&](const Value* key, const Value* value) {
        const std::string text = key_text(key);
        if (const auto place = places.find(text); place != places.end()) {
            if (value != nullptr) pairs[place->second].value = value;
            return;
        }
        const auto [place, fresh] = loose_places.emplace(text, loose.size());
        if (fresh) {
            const auto other = spelled.find(text);
            loose.push_back({other == spelled.end() ? key : other->second, value});
        } else if (value != nullptr) {
            loose[place->second].value = value;
        }
    };
    for (const Part& each : parts_) {
        if (each.node->role == Role::item) add(each.node->key, each.value);
        if (each.node->role == Role::element) add(each.node->key, nullptr);
        if (each.node->role == Role::stored_key) add(each.node->key, nullptr);
    }
    const auto holes = static_cast<std::size_t>(std::ranges::count(pairs, nullptr, &Pair::key));
    std::size_t wanted = std::max(pairs.size(), pairs.size() - holes + loose.size());
    for (const TaggedGoal& tagged : sketch_[id_].goals)
        if (tagged.goal.kind == GoalKind::truth && tagged.goal.wanted)
            wanted = std::max<std::size_t>(wanted, 1);
    if (const auto length = count(Role::length)) {
        if (*length < static_cast<std::int64_t>(wanted) || *length > kLongest) return std::nullopt;
        wanted = static_cast<std::size_t>(*length);
    }
    pairs.resize(wanted);
    std::size_t next = 0, number = 0;
    for (Pair& pair : pairs) {
        if (pair.key == nullptr && next < loose.size()) {
            pair.key = loose[next].key;
            if (pair.value == nullptr) pair.value = loose[next].value;
            ++next;
        }
        while (pair.key == nullptr) {
            const Value* made = arena_.make_string("filler" + std::to_string(number++));
            const std::string text = key_text(made);
            if (!places.contains(text) && !loose_places.contains(text) && !is_lacking(*made)) pair.key = made;
        }
        if (pair.value == nullptr) pair.value = arena_.make_none();
    }
    return pairs;
}

const Value* Building::make_dict(const Realiser::Form& form) {
    const auto made = pairs();
    if (!made) return nullptr;
    DictSpec spec{.pairs = *made, .kind = form.kind, .type = form.type};
    spec.attributes = attributes(false);
    spec.type_object = type_object(form.type != nullptr ? form.type : builtin_type(form.kind));
    if (const auto version = count(Role::version)) spec.version = static_cast<std::uint64_t>(*version);
    return arena_.make_dict(spec, begun());
}

// The instance dictionary is told by position too.
void Building::order_names(NodeId dictionary, std::vector<NamedPart>& named) {
    std::vector<NamedPart> placed;
    for (const NodeId each : std::vector<NodeId>(sketch_[dictionary].children)) {
        if (sketch_[each].role != Role::key_at || sketch_[each].absent || sketch_[each].index > kLongest)
            continue;
        const auto index = static_cast<std::size_t>(sketch_[each].index);
        const Value* key = realiser_.value(each);
        if (key == nullptr || key->kind != Kind::string) continue;
        if (placed.size() <= index) placed.resize(index + 1);
        placed[index].name = text_of(*key);
        const NodeId value = sketch_.find_child(dictionary, Role::value_at, sketch_[each].index);
        if (value != kNoNode) placed[index].value = realiser_.value(value);
    }
    if (placed.empty()) return;
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < placed.size(); ++i)
        if (!placed[i].name.empty()) places.emplace(placed[i].name, i);
    std::vector<NamedPart> loose;
    for (const NamedPart& part : named) {
        const auto place = places.find(part.name);
        if (place == places.end())
            loose.push_back(part);
        else
            placed[place->second].value = part.value;
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        if (placed[i].name.empty())
            placed[i] = next < loose.size()
                            ? loose[next++]
                            : NamedPart{arena_.copy_text("placed" + std::to_string(i)), nullptr};
        if (placed[i].value == nullptr) placed[i].value = arena_.make_none();
    }
    placed.insert(placed.end(), loose.begin() + static_cast<std::ptrdiff_t>(next), loose.end());
    named = std::move(placed);
}

}  // namespace guardc::compiler::example
