// Values without parts: None, numbers, text, and the named constants of the tensor world.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/value/big_integer.h"
#include "runtime/value/value.h"

namespace guardc {

struct NoneValue {
    Value head;
};

struct BooleanValue {
    Value head;
    std::uint64_t truth;  // 0 or 1
};

// An int of any size. One that fits 64 bits has no limbs; a larger one keeps `kBeyond` in `number`, a number
// that layouts never serve, so that engines may compare that word with any other constant.
struct IntegerValue {
    static constexpr std::int64_t kBeyond = INT64_MIN + 1;

    Value head;
    std::int64_t number;
    const std::uint64_t* limbs;  // magnitude, least significant first, no leading zero limb
    std::uint32_t limb_count;    // 0: fits
    std::uint32_t negative;
};

struct FloatingValue {
    Value head;
    double number;
};

struct ComplexValue {
    Value head;
    double real;
    double imaginary;
};

struct StringValue {
    Value head;
    std::uint64_t characters;  // Unicode scalars, what len() gives
    const char* data;          // UTF-8, not terminated
    std::uint64_t size;        // bytes
};

struct BytesValue {
    Value head;
    std::uint64_t size;
    const char* data;
};

struct DTypeValue {
    Value head;
    std::uint64_t dtype;  // DType
};

struct DeviceValue {
    Value head;
    std::uint64_t device;  // pack_device
};

// The caller has looked at the kind.
template <class Struct>
const Struct& as(const Value& value) {
    static_assert(sizeof(Struct) >= sizeof(Value) && offsetof(Struct, head) == 0);
    return *reinterpret_cast<const Struct*>(&value);
}
template <>
inline const Value& as<Value>(const Value& value) {
    return value;  // NOLINT(bugprone-return-const-ref-from-parameter): the same value, as from any `as`
}

inline std::string_view text_of(const Value& string) {
    const auto& text = as<StringValue>(string);
    return {text.data, text.size};
}
inline std::string_view bytes_of(const Value& bytes) {
    const auto& data = as<BytesValue>(bytes);
    return {data.data, data.size};
}
inline bool is_big(const IntegerValue& integer) {
    return integer.limb_count != 0;
}
// Any int as sign and magnitude. `small` is storage for the limb of one that fits.
inline BigView big_view(const IntegerValue& integer, std::uint64_t& small) {
    if (is_big(integer)) return {integer.negative != 0, {integer.limbs, integer.limb_count}};
    return big_view(integer.number, small);
}

}  // namespace guardc
