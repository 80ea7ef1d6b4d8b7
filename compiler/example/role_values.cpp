// What facts of tensors and devices can be, the likeliest first.
#include "compiler/example/realise.h"

namespace guardc::compiler::example {

std::vector<const Value*> values_of_role(Role role, ValueArena& arena) {
    constexpr DeviceType devices[] = {DeviceType::cpu, DeviceType::cuda, DeviceType::meta, DeviceType::xpu};
    constexpr auto dtypes = static_cast<unsigned>(DType::int7) + 1;
    std::vector<const Value*> found;
    switch (role) {
        case Role::dtype:
            for (unsigned i = 0; i < dtypes; ++i)
                found.push_back(arena.make_dtype(
                    static_cast<DType>((i + static_cast<unsigned>(DType::float32)) % dtypes)));
            break;
        case Role::device:
            for (const DeviceType type : devices)
                for (const std::int32_t index : {-1, 0, 1, 2})
                    found.push_back(arena.make_device({type, index}));
            break;
        case Role::device_type:
            for (const DeviceType type : devices)
                found.push_back(arena.make_string(device_type_name(type)));
            break;
        case Role::device_index:
            found.push_back(arena.make_none());
            for (const std::int64_t index : {0, 1, 2})
                found.push_back(arena.make_integer(index));
            break;
        case Role::ambient:
            found = {arena.make_boolean(true), arena.make_boolean(false)};
            break;
        case Role::requires_grad:
            found = {arena.make_boolean(false), arena.make_boolean(true)};
            break;
        default:
            break;
    }
    return found;
}

}  // namespace guardc::compiler::example
