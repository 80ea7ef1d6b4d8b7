// Which terms name places, and how each is reached.
#include "compiler/example/sketch.h"

namespace guardc::compiler::example {

std::optional<Role> role_of(TermOp op) {
    switch (op) {
#define GUARDC_ROLE(name) \
    case TermOp::name:    \
        return Role::name;
        GUARDC_ROLE(local)
        GUARDC_ROLE(global)
        GUARDC_ROLE(derived)
        GUARDC_ROLE(external)
        GUARDC_ROLE(numbered_type)
        GUARDC_ROLE(ambient)
        GUARDC_ROLE(attribute)
        GUARDC_ROLE(item)
        GUARDC_ROLE(key_at)
        GUARDC_ROLE(stored_key)
        GUARDC_ROLE(type_object)
        GUARDC_ROLE(referent)
        GUARDC_ROLE(upcoming)
        GUARDC_ROLE(derived_from)
        GUARDC_ROLE(length)
        GUARDC_ROLE(version)
        GUARDC_ROLE(remaining)
        GUARDC_ROLE(next_value)
        GUARDC_ROLE(step)
        GUARDC_ROLE(printed)
        GUARDC_ROLE(rank)
        GUARDC_ROLE(size)
        GUARDC_ROLE(stride)
        GUARDC_ROLE(storage_offset)
        GUARDC_ROLE(dtype)
        GUARDC_ROLE(device)
        GUARDC_ROLE(device_type)
        GUARDC_ROLE(device_index)
        GUARDC_ROLE(requires_grad)
        GUARDC_ROLE(dispatch_keys)
#undef GUARDC_ROLE
        default:
            return std::nullopt;
    }
}

}  // namespace guardc::compiler::example
