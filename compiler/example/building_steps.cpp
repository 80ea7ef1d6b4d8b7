// Iterators, ranges, weak references and types.
#include "compiler/example/building.h"
#include "compiler/example/limits.h"

namespace guardc::compiler::example {

const Value* Building::make_range(Kind kind) {
    const Value* ends[] = {nullptr, nullptr, nullptr};
    for (const Part& each : parts_) {
        if (each.node->role != Role::attribute) continue;
        constexpr std::string_view names[] = {"start", "stop", "step"};
        for (std::size_t i = 0; i < 3; ++i)
            if (each.node->name == names[i]) ends[i] = each.value;
    }
    if (kind == Kind::slice) {
        for (const Value*& end : ends)
            if (end == nullptr) end = arena_.make_none();
        return arena_.make_slice(ends[0], ends[1], ends[2]);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        if (ends[i] == nullptr) ends[i] = arena_.make_integer(i == 0 ? 0 : i == 1 ? 3 : 1);
        if (ends[i]->kind != Kind::integer) return nullptr;
    }
    if (!is_big(as<IntegerValue>(*ends[2])) && as<IntegerValue>(*ends[2]).number == 0) return nullptr;
    return arena_.make_range(ends[0], ends[1], ends[2]);
}

const Value* Building::make_iterator(const TypeInfo* type) {
    std::int64_t left = 0;
    for (const Part& each : parts_)
        if (each.node->role == Role::upcoming)
            left = std::max(left, std::min(each.node->index, kLongest) + 1);
    left = count(Role::remaining).value_or(left);
    if (left < 0 || left > kLongest) return nullptr;
    IteratorSpec spec;
    const Value* next = part(Role::next_value);
    const Value* step = part(Role::step);
    if (type->name == "itertools.count") {
        spec.form = IteratorForm::count;
        spec.start = next == nullptr ? arena_.make_integer(0) : next;
        spec.step = step == nullptr ? arena_.make_integer(1) : step;
        return arena_.make_iterator(spec, begun());
    }
    if (type->name == "builtins.range_iterator") {
        if (next == nullptr) next = part(Role::upcoming);
        if (next == nullptr) next = arena_.make_integer(0);
        if (step == nullptr) step = arena_.make_integer(1);
        for (const Value* each : {next, step})
            if (each->kind != Kind::integer || is_big(as<IntegerValue>(*each))) return nullptr;
        const __int128 stop =
            static_cast<__int128>(as<IntegerValue>(*step).number) * left + as<IntegerValue>(*next).number;
        if (stop > INT64_MAX || stop < INT64_MIN) return nullptr;
        spec.form = IteratorForm::range;
        spec.start = next;
        spec.stop = arena_.make_integer(static_cast<std::int64_t>(stop));
        spec.step = step;
        return arena_.make_iterator(spec, begun());
    }
    std::vector<const Value*> items(static_cast<std::size_t>(left), nullptr);
    for (const Part& each : parts_)
        if (each.node->role == Role::upcoming) {
            if (each.node->index >= left) return nullptr;
            items[static_cast<std::size_t>(each.node->index)] = each.value;
        }
    for (std::size_t i = 0; i < items.size(); ++i)
        if (items[i] == nullptr) items[i] = filler(i, false);
    spec.form = type->name == "builtins.list_iterator" ? IteratorForm::list : IteratorForm::tuple;
    spec.items = items;
    return arena_.make_iterator(spec, begun());
}

const Value* Building::make_weak_reference() {
    const Value* referent = part(Role::referent);
    if (referent != nullptr && referent->kind == Kind::none) referent = nullptr;
    return arena_.make_weak_reference(referent, begun());
}

const Value* Building::make_type() {
    realiser_.types_.insert(id_);
    auto* row = arena_.make<TypeRow>();
    std::vector<NamedPart> named;
    for (const Part& each : parts_) {
        if (each.node->role != Role::attribute) continue;
        if (each.node->name == "__mro__")
            row->order = each.value;
        else if (each.node->name == "__dict__")
            row->dict = each.value;
        else
            named.push_back({each.node->name, each.value});
    }
    if (row->order != nullptr) {
        if (row->order->kind != Kind::tuple) return nullptr;
        for (const Value* step : items_of(*row->order))
            if (step->kind != Kind::type) return nullptr;
    }
    if (row->dict != nullptr && row->dict->kind != Kind::mapping_proxy) return nullptr;
    row->attributes = arena_.make_names(named);
    return arena_.make_type(realiser_.type_named(id_), begun(), row);
}

// The type to look into, under the name that the object's own type has.
const Value* Building::type_object(const TypeInfo* type) {
    const Value* found = part(Role::type_object);
    if (found == nullptr || found->kind != Kind::type) return nullptr;
    if (as<TypeValue>(*found).named == type) return found;
    const Value* copied = arena_.make_type(type, {}, as<TypeValue>(*found).row);
    realiser_.copied_types_.push_back(copied);
    return copied;
}

}  // namespace guardc::compiler::example
