// Values of Python's own machinery: types, modules, functions, and every other object.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/value/containers.h"

namespace guardc {

// What a frame's `classes` table tells of a type. Absent parts are null.
struct TypeRow {
    const Value* order;           // method resolution order: a tuple of types
    const Value* dict;            // its own dictionary: a mapping_proxy
    const DictValue* attributes;  // what look-up on it yields
};

// A type as a value. `head.identity` is the number that the frame's `types` table binds to it.
struct TypeValue {
    Value head;
    const TypeInfo* named;
    const TypeRow* row;  // null: the frame tells nothing
};

struct ModuleValue {
    Value head;
    std::string_view name;
    const DictValue* attributes;  // null: not given
};

// `head.identity` is the identity that functions with this code share.
struct CodeValue {
    Value head;
    const DictValue* attributes;  // null: not given
};

struct CellValue {
    Value head;
    const Value* contents;
};

// Parts that a frame leaves out are None.
struct FunctionValue {
    Value head;
    const Value* name;              // str or None
    const Value* code;              // code or None
    const Value* defaults;          // tuple or None
    const Value* keyword_defaults;  // dict or None
    const Value* closure;           // tuple of cells or None
    const DictValue* attributes;    // null: not given
    const DictValue* derived;       // null: not given
};

struct WeakReferenceValue {
    Value head;
    const Value* referent;  // null: dead
};

// Any object that no other kind covers. What a frame file does not write is null, 0 or false.
struct ObjectValue {
    Value head;
    const DictValue* attributes;        // the instance dictionary, as `__dict__` yields it
    const DictValue* class_attributes;  // what the type adds
    const Value* type_object;           // the `type` value of the exact type where a frame describes it
    std::uint64_t length;
    const Value* value;        // the built-in value of a subclass of int, float, complex, str, bytes
    const Value* items;        // a tuple of the items of a container subclass or dict view
    const TypeInfo* base;      // which container it derives from
    std::string_view printed;  // its `repr`
    std::uint64_t keys;        // of a key-set object
    const DictValue* derived;
    bool has_length;
    bool has_printed;
    bool has_keys;
};

// A value of which a frame tells the type alone: nothing is known to be absent from it.
inline bool is_below_reach(const ObjectValue& object) {
    return object.head.identity == 0 && (object.attributes == nullptr || object.attributes->count == 0) &&
           object.class_attributes == nullptr && object.value == nullptr && object.items == nullptr &&
           !object.has_length && !object.has_printed && !object.has_keys;
}

}  // namespace guardc
