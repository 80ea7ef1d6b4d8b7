#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "runtime/value/strict_equal.h"
#include "runtime/value/strict_walk.h"

namespace guardc {
namespace {

// Every piece says how long it is, so that no two values run together into one text.
std::string sized(char tag, std::string_view content) {
    return tag + std::to_string(content.size()) + ':' + std::string(content);
}

std::string key_of(const Value& value, unsigned depth);

std::string keys_of_all(char tag, std::span<const Value* const> items, unsigned depth) {
    std::string all;
    for (const Value* item : items)
        all += key_of(*item, depth - 1);
    return sized(tag, all);
}

std::string key_of_set(char tag, std::span<const Value* const> items, unsigned depth) {
    std::vector<std::string> keys;
    for (const Value* item : items)
        keys.push_back(key_of(*item, depth - 1));
    std::sort(keys.begin(), keys.end());
    std::string all;
    for (const std::string& key : keys)
        all += key;
    return sized(tag, all);
}

std::string key_of_place(const Value& value) {
    return 'A' + std::to_string(std::bit_cast<std::uint64_t>(&value)) + ';';
}

std::string key_of_itself(const Value& value) {
    if (value.identity != 0)
        return 'O' + std::to_string(static_cast<unsigned>(value.kind)) + '=' +
               std::to_string(value.identity) + sized('=', value.type->name);
    return key_of_place(value);
}

std::string key_of(const Value& value, unsigned depth) {
    if (depth == 0) return key_of_itself(value);
    switch (value.kind) {
        case Kind::none:
            return "N";
        case Kind::boolean:
            return as<BooleanValue>(value).truth != 0 ? "T" : "F";
        case Kind::integer: {
            std::uint64_t storage = 0;
            return sized('i', to_text(big_view(as<IntegerValue>(value), storage)));
        }
        case Kind::floating:
            return 'f' + std::to_string(strict::canonical_bits(as<FloatingValue>(value).number)) + ';';
        case Kind::complex:
            return 'c' + std::to_string(strict::canonical_bits(as<ComplexValue>(value).real)) + ',' +
                   std::to_string(strict::canonical_bits(as<ComplexValue>(value).imaginary)) + ';';
        case Kind::string:
            return sized('s', text_of(value));
        case Kind::bytes:
            return sized('b', bytes_of(value));
        case Kind::list:
            return keys_of_all('l', items_of(value), depth);
        case Kind::tuple:
            return keys_of_all('t', items_of(value), depth);
        case Kind::size:
            return keys_of_all('z', items_of(value), depth);
        case Kind::set:
            return key_of_set('e', items_of(value), depth);
        case Kind::frozenset:
            return key_of_set('r', items_of(value), depth);
        case Kind::dict:
        case Kind::mapping_proxy: {
            const auto& dict = as<DictValue>(value);
            if (dict.length != dict.count) return key_of_place(value);
            return sized(value.kind == Kind::dict ? 'd' : 'p', value.type->name) +
                   keys_of_all('k', guardc::keys_of(dict), depth) +
                   keys_of_all('v', {dict.values, dict.count}, depth);
        }
        case Kind::range: {
            const auto& range = as<RangeValue>(value);
            const Value* const parts[] = {range.start, range.stop, range.step};
            return keys_of_all('g', parts, depth);
        }
        case Kind::slice: {
            const auto& slice = as<SliceValue>(value);
            const Value* const parts[] = {slice.start, slice.stop, slice.step};
            return keys_of_all('x', parts, depth);
        }
        case Kind::dtype:
            return 'y' + std::to_string(as<DTypeValue>(value).dtype) + ';';
        case Kind::device:
            return 'w' + std::to_string(as<DeviceValue>(value).device) + ';';
        case Kind::type:
            return sized('q', as<TypeValue>(value).named->name);
        default:
            return key_of_itself(value);
    }
}

}  // namespace

std::string strict_key(const Value& value) {
    return key_of(value, kStrictDepth);
}

std::uint64_t strict_hash(const Value& value) {
    return std::hash<std::string>{}(strict_key(value));
}

}  // namespace guardc
