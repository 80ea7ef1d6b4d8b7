#include <algorithm>
#include <cstdlib>

#include "runtime/value/dispatch_keys.h"
#include "runtime/value/fill.h"
#include "runtime/value/identity.h"

namespace guardc {
namespace {

bool is_empty(const TensorRest& rest) {
    return rest.storage == 0 && rest.attributes == nullptr && rest.grad == nullptr && rest.base == nullptr &&
           rest.value == nullptr && rest.derived == nullptr && rest.type_object == nullptr;
}

}  // namespace

const Value* ValueArena::make_tensor(const TensorSpec& spec, Place place) {
    auto* value = fill<TensorValue>(Kind::tensor, spec.type, place);
    value->dtype = spec.dtype;
    value->layout = static_cast<std::uint8_t>(spec.layout);
    value->requires_grad = spec.requires_grad ? 1 : 0;
    value->device = pack_device(spec.device);
    value->keys = spec.keys.value_or(default_dispatch_keys(spec.device.type));
    value->storage_offset = spec.storage_offset;
    value->rank = kNoRank;
    if (spec.sizes) {
        if (spec.sizes->size() > kMaxDimensions) std::abort();  // callers check what they read
        const std::span<const std::int64_t> sizes = copy(*spec.sizes);
        value->rank = value->size_rank = static_cast<std::uint8_t>(sizes.size());
        value->all_sizes = sizes.data();
        std::copy_n(sizes.begin(), std::min<std::size_t>(sizes.size(), kInlineDimensions), value->sizes);
        std::span<const std::int64_t> strides;
        if (spec.strides) {
            if (spec.strides->size() != sizes.size()) std::abort();
            strides = copy(*spec.strides);
        } else if (spec.layout == TensorLayout::strided) {
            const std::span<std::int64_t> contiguous(make_array<std::int64_t>(sizes.size()), sizes.size());
            if (!fill_contiguous_strides(sizes, contiguous)) std::abort();
            strides = contiguous;
        }
        value->stride_rank = static_cast<std::uint8_t>(strides.size());
        value->all_strides = strides.data();
        std::copy_n(strides.begin(), std::min<std::size_t>(strides.size(), kInlineDimensions),
                    value->strides);
    }
    if (!is_empty(spec.rest)) {
        auto* rest = make<TensorRest>();
        *rest = spec.rest;
        value->rest = rest;
    }
    return &value->head;
}

const Value* ValueArena::make_type(const TypeInfo* named, Place place, const TypeRow* row) {
    if (place.identity == 0) place.identity = identity_of_type(named);
    auto* value = fill<TypeValue>(Kind::type, nullptr, place);
    value->named = named;
    value->row = row;
    return &value->head;
}

const Value* ValueArena::make_module(std::string_view name, const DictValue* attributes, Place place) {
    if (place.identity == 0) place.identity = identity_of_module(name);
    auto* value = fill<ModuleValue>(Kind::module, nullptr, place);
    value->name = copy_text(name);
    value->attributes = attributes;
    return &value->head;
}

const Value* ValueArena::make_code(std::uint64_t identity, const DictValue* attributes) {
    auto* value = fill<CodeValue>(Kind::code, nullptr, {identity, nullptr});
    value->attributes = attributes;
    return &value->head;
}

const Value* ValueArena::make_cell(const Value* contents, Place place) {
    auto* value = fill<CellValue>(Kind::cell, nullptr, place);
    value->contents = contents;
    return &value->head;
}

const Value* ValueArena::make_function(const FunctionSpec& spec, Place place) {
    auto* value = fill<FunctionValue>(Kind::function, nullptr, place);
    const Value* none = make_none();
    value->name = spec.name == nullptr ? none : spec.name;
    const bool has_code = spec.code != 0 || spec.code_attributes != nullptr;
    value->code = has_code ? make_code(spec.code, spec.code_attributes) : none;
    value->defaults = spec.defaults ? make_tuple(*spec.defaults) : none;
    value->keyword_defaults = spec.keyword_defaults == nullptr ? none : spec.keyword_defaults;
    value->closure = none;
    if (spec.closure) {
        std::vector<const Value*> cells;
        cells.reserve(spec.closure->size());
        for (const Value* contents : *spec.closure)
            cells.push_back(make_cell(contents));
        value->closure = make_tuple(cells);
    }
    value->attributes = spec.attributes;
    value->derived = spec.derived;
    return &value->head;
}

const Value* ValueArena::make_weak_reference(const Value* referent, Place place) {
    auto* value = fill<WeakReferenceValue>(Kind::weak_reference, nullptr, place);
    value->referent = referent;
    return &value->head;
}

const Value* ValueArena::make_object(const ObjectSpec& spec, Place place) {
    auto* value = fill<ObjectValue>(Kind::object, spec.type, place);
    value->attributes = spec.attributes;
    value->class_attributes = spec.class_attributes;
    value->type_object = spec.type_object;
    value->length = spec.length.value_or(spec.items ? spec.items->size() : 0);
    value->value = spec.value;
    value->items = spec.items ? make_tuple(*spec.items) : nullptr;
    value->base = spec.base;
    if (spec.printed) value->printed = copy_text(*spec.printed);
    value->keys = spec.keys.value_or(0);
    value->derived = spec.derived;
    value->has_length = spec.length.has_value();
    value->has_printed = spec.printed.has_value();
    value->has_keys = spec.keys.has_value();
    return &value->head;
}

}  // namespace guardc
