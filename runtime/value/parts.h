// The values that a value consists of, for everything that walks values without minding what they are.
// Private to this folder.
#pragma once

#include <type_traits>

#include "runtime/value/objects.h"
#include "runtime/value/tensor.h"

namespace guardc {

namespace parts {

// Shows one place that holds a part, which may be null. Of a value that is not const, the visitor may change
// what the place holds.
template <class Visit>
void show(const Value* const& place, Visit& visit) {
    visit(place);
}
template <class Visit>
void show(const Value*& place, Visit& visit) {
    visit(place);
}
template <class Visit>
void show(const DictValue* const& place, Visit& visit) {
    visit(place == nullptr ? nullptr : &place->head);
}
template <class Visit>
void show(const DictValue*& place, Visit& visit) {
    const Value* part = place == nullptr ? nullptr : &place->head;
    visit(part);
    place = part == nullptr ? nullptr : &as<DictValue>(*part);
}

template <class Like, class T>
auto& cast(T& value) {
    if constexpr (std::is_const_v<T>)
        return reinterpret_cast<const Like&>(value);
    else
        return reinterpret_cast<Like&>(value);
}

// Arrays and side structs lie in memory that is the value's own, so that they may be changed where it may be.
template <class T, class Array>
auto own(Array* array) {
    if constexpr (std::is_const_v<T>)
        return array;
    else
        return const_cast<std::remove_const_t<Array>*>(array);
}

}  // namespace parts

// Calls `visit` with every part, in a fixed order; parts that are not given come as null. V is Value or
// const Value; not recursive.
template <class V, class Visit>
void each_part(V& value, Visit&& visit) {
    using namespace parts;
    const auto array = [&](auto* items, std::uint64_t count) {
        for (std::uint64_t index = 0; index < count; ++index)
            show(own<V>(items)[index], visit);
    };
    switch (value.kind) {
        case Kind::none:
        case Kind::boolean:
        case Kind::integer:
        case Kind::floating:
        case Kind::complex:
        case Kind::string:
        case Kind::bytes:
        case Kind::dtype:
        case Kind::device:
            return;
        case Kind::list:
        case Kind::tuple:
        case Kind::size:
        case Kind::set:
        case Kind::frozenset: {
            auto& sequence = cast<SequenceValue>(value);
            return array(sequence.items, sequence.count);
        }
        case Kind::dict:
        case Kind::mapping_proxy: {
            auto& dict = cast<DictValue>(value);
            array(dict.keys, dict.count);
            array(dict.values, dict.count);
            if (dict.rest == nullptr) return;
            auto& rest = *own<V>(dict.rest);
            show(rest.attributes, visit);
            show(rest.class_attributes, visit);
            return show(rest.type_object, visit);
        }
        case Kind::range: {
            auto& range = cast<RangeValue>(value);
            show(range.start, visit);
            show(range.stop, visit);
            return show(range.step, visit);
        }
        case Kind::slice: {
            auto& slice = cast<SliceValue>(value);
            show(slice.start, visit);
            show(slice.stop, visit);
            return show(slice.step, visit);
        }
        case Kind::iterator: {
            auto& iterator = cast<IteratorValue>(value);
            array(iterator.items, iterator.item_count);
            show(iterator.start, visit);
            show(iterator.stop, visit);
            return show(iterator.step, visit);
        }
        case Kind::tensor: {
            auto& tensor = cast<TensorValue>(value);
            if (tensor.rest == nullptr) return;
            auto& rest = *own<V>(tensor.rest);
            show(rest.attributes, visit);
            show(rest.grad, visit);
            show(rest.base, visit);
            show(rest.value, visit);
            show(rest.derived, visit);
            return show(rest.type_object, visit);
        }
        case Kind::type: {
            auto& type = cast<TypeValue>(value);
            if (type.row == nullptr) return;
            auto& row = *own<V>(type.row);
            show(row.order, visit);
            show(row.dict, visit);
            return show(row.attributes, visit);
        }
        case Kind::module:
            return show(cast<ModuleValue>(value).attributes, visit);
        case Kind::function: {
            auto& function = cast<FunctionValue>(value);
            show(function.name, visit);
            show(function.code, visit);
            show(function.defaults, visit);
            show(function.keyword_defaults, visit);
            show(function.closure, visit);
            show(function.attributes, visit);
            return show(function.derived, visit);
        }
        case Kind::code:
            return show(cast<CodeValue>(value).attributes, visit);
        case Kind::cell:
            return show(cast<CellValue>(value).contents, visit);
        case Kind::weak_reference:
            return show(cast<WeakReferenceValue>(value).referent, visit);
        case Kind::object: {
            auto& object = cast<ObjectValue>(value);
            show(object.attributes, visit);
            show(object.class_attributes, visit);
            show(object.type_object, visit);
            show(object.value, visit);
            show(object.items, visit);
            return show(object.derived, visit);
        }
    }
}

}  // namespace guardc
