// The second half of RandomValues: changing one fact of a value.
#pragma once

#include "tests/value/random_value.h"

namespace guardc::testing {

inline const Value* RandomValues::near_miss(ValueArena& arena, const Value& value) {
    for (int attempt = 0; attempt < 20; ++attempt) {
        const Value* changed = change(arena, value);
        if (!same_content(value, *changed)) return changed;
    }
    return arena.make_list(std::array{&value});
}

inline std::vector<const Value*> RandomValues::change_items(ValueArena& arena,
                                                            std::span<const Value* const> items) {
    std::vector<const Value*> changed(items.begin(), items.end());
    const std::uint64_t way = changed.empty() ? 0 : below(4);
    const std::uint64_t index = changed.empty() ? 0 : below(changed.size());
    if (way == 0) changed.push_back(make_part(arena, 0));
    if (way == 1) changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(index));
    if (way == 2) changed[index] = near_miss(arena, *changed[index]);
    if (way == 3) std::swap(changed[index], changed[(index + 1) % changed.size()]);
    return changed;
}

inline const Value* RandomValues::change_dict(ValueArena& arena, const DictValue& dict) {
    std::vector<Pair> pairs;
    for (std::uint64_t index = 0; index < dict.count; ++index)
        pairs.push_back({dict.keys[index], dict.values[index]});
    DictSpec spec;
    spec.kind = dict.head.kind;
    spec.type = dict.head.type;
    if (dict.rest != nullptr) {
        spec.attributes = dict.rest->attributes;
        spec.class_attributes = dict.rest->class_attributes;
        if (dict.rest->has_length) spec.length = dict.length;
        if (dict.rest->has_version) spec.version = dict.rest->version;
    }
    const std::uint64_t way = pairs.empty() ? below(2) : below(6);
    const std::uint64_t index = pairs.empty() ? 0 : below(pairs.size());
    if (way == 0) pairs.push_back({arena.make_string("a new key"), make_part(arena, 0)});
    if (way == 1) spec.length = dict.length + 1;
    if (way == 2) pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(index));
    if (way == 3) pairs[index].value = near_miss(arena, *pairs[index].value);
    if (way == 4) std::swap(pairs[index], pairs[(index + 1) % pairs.size()]);
    if (way == 5) spec.version = spec.version.value_or(0) + 1;
    spec.length =
        spec.length ? std::optional(std::max<std::uint64_t>(*spec.length, pairs.size())) : std::nullopt;
    spec.pairs = pairs;
    return arena.make_dict(spec, {dict.head.identity, nullptr});
}

inline const Value* RandomValues::change_tensor(ValueArena& arena, const TensorValue& tensor) {
    TensorSpec spec;
    spec.type = tensor.head.type;
    spec.dtype = tensor.dtype;
    spec.device = unpack_device(tensor.device);
    spec.requires_grad = tensor.requires_grad != 0;
    spec.layout = static_cast<TensorLayout>(tensor.layout);
    spec.keys = tensor.keys;
    spec.storage_offset = tensor.storage_offset;
    if (tensor.rest != nullptr) spec.rest = *tensor.rest;
    std::vector<std::int64_t> sizes(sizes_of(tensor).begin(), sizes_of(tensor).end());
    std::vector<std::int64_t> strides(strides_of(tensor).begin(), strides_of(tensor).end());
    const std::uint64_t way = below(9);
    if (way == 0) spec.dtype = make_dtype();
    if (way == 1) spec.device = make_device();
    if (way == 2) spec.requires_grad = !spec.requires_grad;
    if (way == 3) ++spec.storage_offset;
    if (way == 4) spec.type = intern_type("demo.MyTensor");
    if (way == 5 && !sizes.empty()) ++sizes[below(sizes.size())];
    if (way == 6 && !strides.empty()) ++strides[below(strides.size())];
    if (way == 7 && sizes.size() == strides.size()) {
        sizes.push_back(1);
        strides.push_back(1);
    }
    if (way == 8) spec.rest.attributes = arena.make_names(std::array{NamedPart{"marked", arena.make_none()}});
    if (tensor.rank != kNoRank) spec.sizes = sizes;
    if (strides.size() == sizes.size() && tensor.rank != kNoRank) spec.strides = strides;
    return arena.make_tensor(spec, {tensor.head.identity, nullptr});
}

inline const Value* RandomValues::change_object(ValueArena& arena, const ObjectValue& object) {
    ObjectSpec spec;
    spec.type = object.head.type;
    spec.attributes = object.attributes;
    spec.class_attributes = object.class_attributes;
    if (object.has_length) spec.length = object.length;
    spec.value = object.value;
    if (object.items != nullptr) spec.items = items_of(*object.items);
    spec.base = object.base;
    if (object.has_printed) spec.printed = object.printed;
    if (object.has_keys) spec.keys = object.keys;
    spec.derived = object.derived;
    const std::uint64_t way = below(4);
    if (way == 0) spec.type = intern_type("demo.Other");
    if (way == 1) spec.length = spec.length.value_or(0) + 1;
    if (way == 2 && object.class_attributes != nullptr) spec.class_attributes = nullptr;
    if (way == 3) {
        const DictValue* names = object.attributes == nullptr ? arena.make_names({}) : object.attributes;
        std::vector<NamedPart> parts;
        for (std::uint64_t index = 0; index < names->count; ++index)
            parts.push_back({text_of(*names->keys[index]), names->values[index]});
        if (parts.empty() || chance(30))
            parts.push_back({"a_new_attribute", arena.make_none()});
        else if (chance(50))
            parts.pop_back();
        else
            parts.back().value = near_miss(arena, *parts.back().value);
        spec.attributes = arena.make_names(parts);
    }
    return arena.make_object(spec, {object.head.identity, nullptr});
}

inline const Value* RandomValues::change(ValueArena& arena, const Value& value) {
    const Place same{value.identity, nullptr};
    switch (value.kind) {
        case Kind::none:
            return arena.make_boolean(false);
        case Kind::boolean: {
            const bool truth = as<BooleanValue>(value).truth != 0;
            return chance(50) ? arena.make_boolean(!truth) : arena.make_integer(truth ? 1 : 0);
        }
        case Kind::integer: {
            const auto& integer = as<IntegerValue>(value);
            if (is_big(integer)) {
                const BigView view{integer.negative == 0, {integer.limbs, integer.limb_count}};
                return arena.make_integer(view);
            }
            if (chance(30)) return arena.make_floating(static_cast<double>(integer.number));
            if (integer.number == 1 && chance(50)) return arena.make_boolean(true);
            return arena.make_integer(integer.number == INT64_MAX ? 0 : integer.number + 1);
        }
        case Kind::floating: {
            const double number = as<FloatingValue>(value).number;
            if (number == 1 && chance(50)) return arena.make_integer(1);
            return arena.make_floating(chance(50) ? -number : make_double());
        }
        case Kind::complex: {
            const auto& parts = as<ComplexValue>(value);
            return chance(50) ? arena.make_complex(make_double(), parts.imaginary, same)
                              : arena.make_complex(parts.real, make_double(), same);
        }
        case Kind::string:
            return arena.make_string(std::string(text_of(value)) + "x");
        case Kind::bytes:
            return chance(50) ? arena.make_bytes(std::string(bytes_of(value)) + "x", same)
                              : arena.make_string(make_text());
        case Kind::list:
        case Kind::tuple:
            if (chance(20))
                return arena.make_sequence(value.kind == Kind::list ? Kind::tuple : Kind::list,
                                           items_of(value), same);
            return arena.make_sequence(value.kind, change_items(arena, items_of(value)), same);
        case Kind::size: {
            std::vector<const Value*> items(items_of(value).begin(), items_of(value).end());
            if (!items.empty() && chance(50))
                items.pop_back();
            else
                items.push_back(arena.make_integer(1));
            return arena.make_sequence(chance(20) ? Kind::tuple : Kind::size, items, same);
        }
        case Kind::set:
        case Kind::frozenset: {
            std::vector<const Value*> items(items_of(value).begin(), items_of(value).end());
            if (!items.empty() && chance(50))
                items.pop_back();
            else
                items.push_back(arena.make_string("a new element"));
            return arena.make_sequence(value.kind, items, same);
        }
        case Kind::dict:
        case Kind::mapping_proxy:
            return change_dict(arena, as<DictValue>(value));
        case Kind::range: {
            const auto& range = as<RangeValue>(value);
            const std::uint64_t part = below(3);
            return arena.make_range(part == 0 ? make_integer(arena) : range.start,
                                    part == 1 ? make_integer(arena) : range.stop,
                                    part == 2 ? make_step(arena) : range.step, same);
        }
        case Kind::slice: {
            const auto& slice = as<SliceValue>(value);
            const std::uint64_t part = below(3);
            return arena.make_slice(part == 0 ? make_bound(arena) : slice.start,
                                    part == 1 ? make_bound(arena) : slice.stop,
                                    part == 2 ? make_bound(arena) : slice.step, same);
        }
        case Kind::iterator:
            return make_iterator(arena, 0);
        case Kind::tensor:
            return change_tensor(arena, as<TensorValue>(value));
        case Kind::dtype:
            return arena.make_dtype(make_dtype());
        case Kind::device:
            return arena.make_device(make_device(), same);
        case Kind::type:
            return arena.make_type(intern_type("demo.Other"));
        case Kind::module:
            return arena.make_module("another", as<ModuleValue>(value).attributes, same);
        case Kind::function:
            return make_function(arena, 0);
        case Kind::code:
            return arena.make_code(value.identity + 1, as<CodeValue>(value).attributes);
        case Kind::cell:
            return arena.make_cell(near_miss(arena, *as<CellValue>(value).contents), same);
        case Kind::weak_reference: {
            const Value* referent = as<WeakReferenceValue>(value).referent;
            return arena.make_weak_reference(referent == nullptr ? make_object(arena, 0) : nullptr, same);
        }
        case Kind::object:
            return change_object(arena, as<ObjectValue>(value));
    }
    return nullptr;
}

}  // namespace guardc::testing
