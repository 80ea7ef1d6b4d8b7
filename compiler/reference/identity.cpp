#include "compiler/reference/identity.h"

namespace guardc::compiler {

std::optional<Identity> identity(const Seen& seen) {
    switch (seen.kind) {
        case Kind::none:
            return Identity{Kind::none, 0, {}};
        case Kind::boolean: {
            const std::optional<Number> number = number_of(seen);
            if (!number) return std::nullopt;
            return Identity{Kind::boolean, static_cast<std::uint64_t>(number->small), {}};
        }
        case Kind::dtype: {
            const std::optional<std::uint64_t> dtype = dtype_of(seen);
            if (!dtype) return std::nullopt;
            return Identity{Kind::dtype, *dtype, {}};
        }
        case Kind::type: {
            const std::string_view name = named_type(seen);
            if (name.empty()) return std::nullopt;
            return Identity{Kind::type, 0, name};
        }
        default:
            break;
    }
    if (seen.object == nullptr || seen.cell.tag == CellTag::literal) return std::nullopt;
    const std::optional<std::uint64_t> number = identity_of(*seen.model, seen.object);
    if (!number) return std::nullopt;
    return Identity{Kind::object, *number, {}};
}

}  // namespace guardc::compiler
