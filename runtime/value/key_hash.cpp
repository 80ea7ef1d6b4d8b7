#include <functional>

#include "runtime/value/equality_walk.h"
#include "runtime/value/number_equal.h"

namespace guardc {
namespace {

// Keys are small. One that is not is looked for by comparison alone.
constexpr unsigned kHashedParts = 4096;

HashOf hash_part(const Value& key, unsigned depth, unsigned& parts);

HashOf hash_parts(std::span<const Value* const> items, bool ordered, unsigned depth, unsigned& parts) {
    HashOf all{Truth::yes, 43 + items.size()};
    for (const Value* item : items) {
        const HashOf part = hash_part(*item, depth - 1, parts);
        if (part.known == Truth::no) return part;
        if (part.known == Truth::undefined) all.known = Truth::undefined;
        all.hash = ordered ? mix_hash(all.hash, part.hash) : all.hash + part.hash;
    }
    return all;
}

HashOf known(std::uint64_t seed, std::uint64_t word) {
    return {Truth::yes, mix_hash(seed, word)};
}

HashOf hash_range(const RangeValue& range) {
    const std::optional<std::uint64_t> length = range_length(range);
    if (!length) return {Truth::undefined, 0};
    if (*length == 0) return known(29, 0);
    const std::uint64_t start = mix_hash(*length, number_hash(*range.start));
    return known(29, *length == 1 ? start : mix_hash(start, number_hash(*range.step)));
}

HashOf hash_part(const Value& key, unsigned depth, unsigned& parts) {
    if (depth == 0 || ++parts > kHashedParts) return {Truth::undefined, 0};
    if (is_number(key.kind) && !is_nan(key)) return {Truth::yes, number_hash(key)};
    switch (key.kind) {
        case Kind::none:
            return {Truth::yes, 11};
        case Kind::string:
            return {Truth::yes, hash_text(text_of(key))};
        case Kind::bytes:
            return known(13, hash_text(bytes_of(key)));
        case Kind::tuple:
        case Kind::size:
            return hash_parts(items_of(key), true, depth, parts);
        case Kind::frozenset:
            return hash_parts(items_of(key), false, depth, parts);
        case Kind::range:
            return hash_range(as<RangeValue>(key));
        case Kind::slice: {
            const auto& slice = as<SliceValue>(key);
            const Value* const ends[] = {slice.start, slice.stop, slice.step};
            return hash_parts(ends, true, depth, parts);
        }
        case Kind::dtype:
            return known(17, as<DTypeValue>(key).dtype);
        case Kind::device:
            return known(19, as<DeviceValue>(key).device);
        case Kind::type:
            return known(37, std::hash<const void*>{}(as<TypeValue>(key).named));
        case Kind::list:
        case Kind::dict:
        case Kind::mapping_proxy:
        case Kind::set:
            return {Truth::no, 0};
        default:
            if (key.identity == 0) return {Truth::undefined, 0};
            return known(41, key.identity);
    }
}

}  // namespace

std::uint64_t hash_text(std::string_view text) {
    // The standard library's hash is fast; what it lacks in spread the mixing adds.
    return mix_hash(7, std::hash<std::string_view>{}(text));
}

HashOf hash_of(const Value& key) noexcept {
    unsigned parts = 0;
    return hash_part(key, kEqualityDepth, parts);
}

std::optional<std::uint64_t> key_hash(const Value& key) noexcept {
    const HashOf hash = hash_of(key);
    if (hash.known != Truth::yes) return std::nullopt;
    return hash.hash;
}

}  // namespace guardc
