#include "runtime/value/key_index.h"

#include <bit>

#include "runtime/value/arena.h"
#include "runtime/value/equality_walk.h"

namespace guardc {
namespace {

bool certain(const Value& key) {
    return key.kind != Kind::object && key.kind != Kind::weak_reference && key.kind != Kind::iterator &&
           key.kind != Kind::mapping_proxy;
}

}  // namespace

const KeyIndex* make_key_index(ValueArena& arena, std::span<const Value* const> keys) {
    if (keys.size() <= kScannedKeys) return nullptr;
    auto* index = arena.make<KeyIndex>();
    const std::size_t slots = std::bit_ceil(keys.size() * 2);
    auto* table = arena.make_array<std::uint32_t>(slots);
    index->mask = static_cast<std::uint32_t>(slots - 1);
    index->slots = table;
    for (std::size_t position = 0; position < keys.size(); ++position) {
        const HashOf hash = hash_of(*keys[position]);
        if (hash.known != Truth::yes || !certain(*keys[position])) index->needs_scan = true;
        if (hash.known != Truth::yes) continue;
        std::uint64_t slot = hash.hash & index->mask;
        while (table[slot] != 0)
            slot = (slot + 1) & index->mask;
        table[slot] = static_cast<std::uint32_t>(position + 1);
    }
    return index;
}

// All keys are looked at: one that is certainly equal is the one, since no two keys of a dict are equal.
KeyPlace EqualityWalk::scan(std::span<const Value* const> keys, const Value& key, unsigned depth) noexcept {
    KeyPlace place;
    for (std::size_t position = 0; position < keys.size(); ++position) {
        const Truth same = equal(*keys[position], key, depth);
        if (same == Truth::yes) return {Truth::yes, position};
        if (same == Truth::undefined) place.found = Truth::undefined;
    }
    return place;
}

KeyPlace EqualityWalk::find(std::span<const Value* const> keys, const KeyIndex* index, const Value& key,
                            unsigned depth) noexcept {
    if (depth == 0) return {Truth::undefined, 0};
    if (mode_ != EqualityMode::key) {
        mode_ = EqualityMode::key;
        const KeyPlace place = find(keys, index, key, depth);
        mode_ = EqualityMode::element;
        return place;
    }
    const HashOf hash = hash_of(key);
    if (hash.known == Truth::no) return {Truth::undefined, 0};
    if (index == nullptr || hash.known == Truth::undefined) return scan(keys, key, depth);
    bool uncertain = index->needs_scan || !certain(key);
    for (std::uint64_t slot = hash.hash & index->mask; index->slots[slot] != 0;
         slot = (slot + 1) & index->mask) {
        const std::uint32_t position = index->slots[slot] - 1;
        const Truth same = equal(*keys[position], key, depth);
        if (same == Truth::yes) return {Truth::yes, position};
        if (same == Truth::undefined) uncertain = true;
    }
    return uncertain ? scan(keys, key, depth) : KeyPlace{};
}

KeyPlace find_key(const DictValue& dict, const Value& key) noexcept {
    return EqualityWalk(EqualityMode::key).find(keys_of(dict), dict.index, key, kEqualityDepth);
}

KeyPlace find_element(const SequenceValue& sequence, const Value& element) noexcept {
    const std::span<const Value* const> items(sequence.items, sequence.count);
    if (is_set(sequence.head.kind))
        return EqualityWalk(EqualityMode::key).find(items, sequence.index, element, kEqualityDepth);
    EqualityWalk comparison(EqualityMode::element);
    for (std::size_t position = 0; position < items.size(); ++position) {
        const Truth same = comparison.equal(*items[position], element, kEqualityDepth);
        if (same != Truth::no) return {same, position};
    }
    return {};
}

const Value* find_text(const DictValue* dict, std::string_view name) noexcept {
    if (dict == nullptr) return nullptr;
    if (dict->index == nullptr) {
        for (std::size_t position = 0; position < dict->count; ++position)
            if (dict->keys[position]->kind == Kind::string && text_of(*dict->keys[position]) == name)
                return dict->values[position];
        return nullptr;
    }
    const KeyIndex& index = *dict->index;
    for (std::uint64_t slot = hash_text(name) & index.mask; index.slots[slot] != 0;
         slot = (slot + 1) & index.mask) {
        const std::uint32_t position = index.slots[slot] - 1;
        const Value& key = *dict->keys[position];
        if (key.kind == Kind::string && text_of(key) == name) return dict->values[position];
    }
    return nullptr;
}

}  // namespace guardc
