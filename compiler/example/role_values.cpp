// What facts of objects can be, the likeliest first.
#include "compiler/example/realise.h"
#include "runtime/value/dispatch_keys.h"

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
        case Role::external:
            found = {arena.make_boolean(true), arena.make_boolean(false)};
            break;
        case Role::requires_grad:
            found = {arena.make_boolean(false), arena.make_boolean(true)};
            break;
        case Role::dispatch_keys:
            for (const DeviceType type : devices)
                found.push_back(arena.make_integer(static_cast<std::int64_t>(default_dispatch_keys(type))));
            break;
        case Role::printed:
            found = {arena.make_string("<demo>"), arena.make_string("<other>")};
            break;
        case Role::base_value:
        case Role::next_value:
        case Role::step:
        case Role::version:
            for (const std::int64_t number : {1, 2, 3})
                found.push_back(arena.make_integer(number));
            break;
        default:
            break;
    }
    return found;
}

}  // namespace guardc::compiler::example
