#include "runtime/value/fill.h"
#include "runtime/value/key_index.h"

namespace guardc {

const Value* ValueArena::make_sequence(Kind kind, std::span<const Value* const> items, Place place) {
    auto* value = fill<SequenceValue>(kind, nullptr, place);
    const std::span<const Value*> copies = copy(items);
    value->count = copies.size();
    value->items = copies.data();
    if (is_set(kind)) value->index = make_key_index(*this, copies);
    return &value->head;
}

const Value* ValueArena::make_list(std::span<const Value* const> items, Place place) {
    return make_sequence(Kind::list, items, place);
}

const Value* ValueArena::make_tuple(std::span<const Value* const> items, Place place) {
    return make_sequence(Kind::tuple, items, place);
}

const Value* ValueArena::make_dict(const DictSpec& spec, Place place) {
    auto* value = fill<DictValue>(spec.kind, spec.type, place);
    const std::size_t count = spec.pairs.size();
    auto* keys = make_array<const Value*>(count);
    auto* values = make_array<const Value*>(count);
    for (std::size_t index = 0; index < count; ++index) {
        keys[index] = spec.pairs[index].key;
        values[index] = spec.pairs[index].value;
    }
    value->length = spec.length.value_or(count);
    value->count = count;
    value->keys = keys;
    value->values = values;
    value->index = make_key_index(*this, {keys, count});
    if (spec.length || spec.version || spec.attributes || spec.class_attributes || spec.type_object) {
        auto* rest = make<DictRest>();
        rest->attributes = spec.attributes;
        rest->class_attributes = spec.class_attributes;
        rest->type_object = spec.type_object;
        rest->version = spec.version.value_or(0);
        rest->has_version = spec.version.has_value();
        rest->has_length = spec.length.has_value();
        value->rest = rest;
    }
    return &value->head;
}

const DictValue* ValueArena::make_names(std::span<const NamedPart> parts) {
    std::vector<Pair> pairs;
    pairs.reserve(parts.size());
    for (const NamedPart& part : parts)
        pairs.push_back({make_string(part.name), part.value});
    return &as<DictValue>(*make_dict({.pairs = pairs}));
}

const Value* ValueArena::make_range(const Value* start, const Value* stop, const Value* step, Place place) {
    auto* value = fill<RangeValue>(Kind::range, nullptr, place);
    value->start = start;
    value->stop = stop;
    value->step = step;
    return &value->head;
}

const Value* ValueArena::make_slice(const Value* start, const Value* stop, const Value* step, Place place) {
    auto* value = fill<SliceValue>(Kind::slice, nullptr, place);
    value->start = start;
    value->stop = stop;
    value->step = step;
    return &value->head;
}

const Value* ValueArena::make_iterator(const IteratorSpec& spec, Place place) {
    constexpr std::string_view names[] = {"builtins.tuple_iterator", "builtins.list_iterator",
                                          "builtins.range_iterator", "itertools.count"};
    auto* value =
        fill<IteratorValue>(Kind::iterator, intern_type(names[static_cast<unsigned>(spec.form)]), place);
    value->form = spec.form;
    value->at = spec.at;
    value->start = spec.start;
    value->stop = spec.stop;
    value->step = spec.step;
    const std::span<const Value*> copies = copy(spec.items);
    value->items = copies.data();
    value->item_count = copies.size();
    if (spec.form == IteratorForm::tuple || spec.form == IteratorForm::list) {
        value->rest = copies.data() + spec.at;
        value->left = copies.size() - spec.at;
    }
    return &value->head;
}

}  // namespace guardc
