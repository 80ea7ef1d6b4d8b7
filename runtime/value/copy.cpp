#include <cstring>
#include <unordered_map>
#include <vector>

#include "runtime/value/arena.h"
#include "runtime/value/key_index.h"
#include "runtime/value/parts.h"

namespace guardc {
namespace {

template <class T>
const T* copy_array(ValueArena& arena, const T* values, std::size_t count) {
    return arena.copy(std::span<const T>(values, count)).data();
}

template <class T>
void copy_side(ValueArena& arena, const T*& side) {
    if (side != nullptr) side = copy_array(arena, side, 1);
}

void copy_index(ValueArena& arena, const KeyIndex*& index) {
    if (index == nullptr) return;
    KeyIndex copy = *index;
    copy.slots = copy_array(arena, index->slots, std::size_t{index->mask} + 1);
    index = copy_array(arena, &copy, 1);
}

// A copy of one struct and of the memory that is its own. Its parts are still those of the original.
Value* copy_struct(ValueArena& arena, const Value& value) {
    auto* copy = static_cast<Value*>(arena.allocate(struct_bytes(value.kind)));
    std::memcpy(static_cast<void*>(copy), &value, struct_bytes(value.kind));
    using parts::cast;
    switch (value.kind) {
        case Kind::integer: {
            auto& integer = cast<IntegerValue>(*copy);
            if (is_big(integer)) integer.limbs = copy_array(arena, integer.limbs, integer.limb_count);
            break;
        }
        case Kind::string:
            cast<StringValue>(*copy).data = arena.copy_text(text_of(value)).data();
            break;
        case Kind::bytes:
            cast<BytesValue>(*copy).data = arena.copy_text(bytes_of(value)).data();
            break;
        case Kind::list:
        case Kind::tuple:
        case Kind::size:
        case Kind::set:
        case Kind::frozenset: {
            auto& sequence = cast<SequenceValue>(*copy);
            sequence.items = copy_array(arena, sequence.items, sequence.count);
            copy_index(arena, sequence.index);
            break;
        }
        case Kind::dict:
        case Kind::mapping_proxy: {
            auto& dict = cast<DictValue>(*copy);
            dict.keys = copy_array(arena, dict.keys, dict.count);
            dict.values = copy_array(arena, dict.values, dict.count);
            copy_index(arena, dict.index);
            copy_side(arena, dict.rest);
            break;
        }
        case Kind::iterator: {
            auto& iterator = cast<IteratorValue>(*copy);
            iterator.items = copy_array(arena, iterator.items, iterator.item_count);
            if (iterator.rest != nullptr) iterator.rest = iterator.items + iterator.at;
            break;
        }
        case Kind::tensor: {
            auto& tensor = cast<TensorValue>(*copy);
            tensor.all_sizes = copy_array(arena, tensor.all_sizes, tensor.size_rank);
            tensor.all_strides = copy_array(arena, tensor.all_strides, tensor.stride_rank);
            copy_side(arena, tensor.rest);
            break;
        }
        case Kind::type:
            copy_side(arena, cast<TypeValue>(*copy).row);
            break;
        case Kind::module: {
            auto& module = cast<ModuleValue>(*copy);
            module.name = arena.copy_text(module.name);
            break;
        }
        case Kind::object: {
            auto& object = cast<ObjectValue>(*copy);
            object.printed = arena.copy_text(object.printed);
            break;
        }
        default:
            break;
    }
    return copy;
}

}  // namespace

const Value* copy_into(ValueArena& arena, const Value& value) {
    std::unordered_map<const Value*, const Value*> copies;
    std::vector<Value*> unfinished;
    const auto copy_of = [&](const Value* original) -> const Value* {
        if (original == nullptr) return nullptr;
        // None and the booleans belong to no arena.
        if (original->kind == Kind::none) return arena.make_none();
        if (original->kind == Kind::boolean)
            return arena.make_boolean(as<BooleanValue>(*original).truth != 0);
        const auto [place, fresh] = copies.try_emplace(original, nullptr);
        if (fresh) {
            Value* copy = copy_struct(arena, *original);
            place->second = copy;
            unfinished.push_back(copy);
        }
        return place->second;
    };
    const Value* result = copy_of(&value);
    while (!unfinished.empty()) {
        Value* copy = unfinished.back();
        unfinished.pop_back();
        each_part(*copy, [&](const Value*& part) { part = copy_of(part); });
    }
    return result;
}

}  // namespace guardc
