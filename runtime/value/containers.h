// Values made of other values.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/value/scalars.h"

namespace guardc {

struct KeyIndex;

// list, tuple, size; set and frozenset too, in the order in which they iterate.
struct SequenceValue {
    Value head;
    std::uint64_t count;
    const Value* const* items;
    const KeyIndex* index;  // sets of more than a few elements; else null
};

// dict and mapping_proxy, in order of insertion. Also every table of names in this folder (instance
// attributes, module attributes, ..): there the keys are strings.
struct DictValue {
    Value head;
    std::uint64_t length;  // what len() gives; more than `count` when the dict is written in part
    std::uint64_t count;   // pairs that are here: the first ones
    const Value* const* keys;
    const Value* const* values;
    const KeyIndex* index;        // null for a few keys
    const struct DictRest* rest;  // null for a plain dict
};

// What dict subclasses have beside their pairs, and what few guards read.
struct DictRest {
    const DictValue* attributes;        // null: not given
    const DictValue* class_attributes;  // null: not given
    const Value* type_object;  // the `type` value of the exact type where a frame describes it, or null
    std::uint64_t version;
    bool has_version;
    bool has_length;  // `len` was written
};

struct RangeValue {
    Value head;
    const Value* start;  // all three are ints
    const Value* stop;
    const Value* step;  // not zero
};

struct SliceValue {
    Value head;
    const Value* start;
    const Value* stop;
    const Value* step;
};

enum class IteratorForm : std::uint8_t { tuple, list, range, count };

// An iterator part-way through.
struct IteratorValue {
    Value head;
    IteratorForm form;
    std::uint8_t reserved[7];
    std::uint64_t left;         // of tuple and list: how many items are to come
    const Value* const* rest;   // the first of these
    std::uint64_t at;           // how many were taken
    const Value* const* items;  // all of tuple and list
    std::uint64_t item_count;
    const Value* start;  // range: as written, ints; count: the next value, int or float
    const Value* stop;   // range
    const Value* step;   // range, count
};

inline std::span<const Value* const> items_of(const Value& sequence) {
    const auto& values = as<SequenceValue>(sequence);
    return {values.items, values.count};
}
inline std::span<const Value* const> keys_of(const DictValue& dict) {
    return {dict.keys, dict.count};
}

// The value under a str key, or null. The dict may be null.
const Value* find_text(const DictValue* dict, std::string_view name) noexcept;

// True for the kinds whose struct is SequenceValue.
constexpr bool is_sequence(Kind kind) {
    return kind == Kind::list || kind == Kind::tuple || kind == Kind::size || kind == Kind::set ||
           kind == Kind::frozenset;
}
constexpr bool is_set(Kind kind) {
    return kind == Kind::set || kind == Kind::frozenset;
}
constexpr bool is_mapping(Kind kind) {
    return kind == Kind::dict || kind == Kind::mapping_proxy;
}

}  // namespace guardc
