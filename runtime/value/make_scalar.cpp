#include <algorithm>

#include "runtime/value/fill.h"
#include "runtime/value/identity.h"

namespace guardc {

const Value* ValueArena::make_none() {
    static const NoneValue none{{Kind::none, builtin_type(Kind::none), identity_of_none()}};
    return &none.head;
}

const Value* ValueArena::make_boolean(bool truth) {
    static const BooleanValue values[] = {
        {{Kind::boolean, builtin_type(Kind::boolean), identity_of_boolean(false)}, 0},
        {{Kind::boolean, builtin_type(Kind::boolean), identity_of_boolean(true)}, 1}};
    return &values[truth ? 1 : 0].head;
}

const Value* ValueArena::make_integer(std::int64_t number, Place place) {
    auto* value = fill<IntegerValue>(Kind::integer, nullptr, place);
    value->number = number;
    return &value->head;
}

const Value* ValueArena::make_integer(BigView number, Place place) {
    if (const std::optional<std::int64_t> small = to_int64(number)) return make_integer(*small, place);
    auto* value = fill<IntegerValue>(Kind::integer, nullptr, place);
    value->number = IntegerValue::kBeyond;
    value->limbs = copy(number.limbs).data();
    value->limb_count = static_cast<std::uint32_t>(number.limbs.size());
    value->negative = number.negative ? 1 : 0;
    return &value->head;
}

const Value* ValueArena::make_floating(double number, Place place) {
    auto* value = fill<FloatingValue>(Kind::floating, nullptr, place);
    value->number = number;
    return &value->head;
}

const Value* ValueArena::make_complex(double real, double imaginary, Place place) {
    auto* value = fill<ComplexValue>(Kind::complex, nullptr, place);
    value->real = real;
    value->imaginary = imaginary;
    return &value->head;
}

const Value* ValueArena::make_string(std::string_view utf8, Place place) {
    auto* value = fill<StringValue>(Kind::string, nullptr, place);
    const std::string_view text = copy_text(utf8);
    value->data = text.data();
    value->size = text.size();
    // Every byte that does not continue a character begins one.
    value->characters = static_cast<std::uint64_t>(std::count_if(utf8.begin(), utf8.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U;
    }));
    return &value->head;
}

const Value* ValueArena::make_bytes(std::string_view bytes, Place place) {
    auto* value = fill<BytesValue>(Kind::bytes, nullptr, place);
    value->data = copy_text(bytes).data();
    value->size = bytes.size();
    return &value->head;
}

const Value* ValueArena::make_dtype(DType dtype, Place place) {
    if (place.identity == 0) place.identity = identity_of_dtype(dtype);
    auto* value = fill<DTypeValue>(Kind::dtype, nullptr, place);
    value->dtype = static_cast<std::uint64_t>(dtype);
    return &value->head;
}

const Value* ValueArena::make_device(Device device, Place place) {
    auto* value = fill<DeviceValue>(Kind::device, nullptr, place);
    value->device = pack_device(device);
    return &value->head;
}

}  // namespace guardc
