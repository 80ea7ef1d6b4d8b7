#include "runtime/value/builtin_model.h"

#include <bit>

#include "runtime/value/builtin_facts.h"

namespace guardc {
namespace {

std::uint32_t kind_of(const Model&, Ref object) noexcept {
    return static_cast<std::uint32_t>(static_cast<const Value*>(object)->kind);
}

std::optional<std::uint64_t> resolve_type(const Model&, std::string_view name) {
    return std::bit_cast<std::uint64_t>(intern_type(name));
}

std::string_view type_name(const Model&, std::uint64_t handle) noexcept {
    return std::bit_cast<const TypeInfo*>(handle)->name;
}

std::span<const Fact> facts_of(Kind kind) {
    switch (kind) {
        case Kind::none:
            return facts::of_none();
        case Kind::boolean:
            return facts::of_boolean();
        case Kind::integer:
            return facts::of_integer();
        case Kind::floating:
            return facts::of_floating();
        case Kind::complex:
            return facts::of_complex();
        case Kind::string:
            return facts::of_string();
        case Kind::bytes:
            return facts::of_bytes();
        case Kind::list:
        case Kind::tuple:
        case Kind::size:
            return facts::of_sequence();
        case Kind::dict:
        case Kind::mapping_proxy:
            return facts::of_dict();
        case Kind::set:
        case Kind::frozenset:
            return facts::of_set();
        case Kind::range:
            return facts::of_range();
        case Kind::slice:
            return facts::of_slice();
        case Kind::iterator:
            return facts::of_iterator();
        case Kind::tensor:
            return facts::of_tensor();
        case Kind::dtype:
            return facts::of_dtype();
        case Kind::device:
            return facts::of_device();
        case Kind::type:
            return facts::of_type();
        case Kind::module:
            return facts::of_module();
        case Kind::function:
            return facts::of_function();
        case Kind::code:
            return facts::of_code();
        case Kind::cell:
            return facts::of_cell();
        case Kind::weak_reference:
            return facts::of_weak_reference();
        case Kind::object:
            return facts::of_object();
    }
    return {};
}

// Kinds whose values may have any of several types.
bool has_one_type(Kind kind) {
    return kind != Kind::dict && kind != Kind::iterator && kind != Kind::tensor && kind != Kind::type &&
           kind != Kind::object;
}

struct Kinds {
    Kinds() {
        for (unsigned index = 0; index < kKindCount; ++index) {
            const auto kind = static_cast<Kind>(index);
            // Kind names are literals, so that they end where a C string must.
            // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage)
            rows[index] = {kind_name(kind).data(), kind, facts_of(kind), struct_bytes(kind),
                           has_one_type(kind) ? builtin_type(kind)->name.c_str() : nullptr};
        }
    }
    std::array<ObjectKind, kKindCount> rows;
};

}  // namespace

const Model& builtin_model() {
    static const Kinds kinds;
    static const Model model{"built-in",
                             kinds.rows,
                             kind_of,
                             facts::direct(Scalar::u8, offsetof(Value, kind)),
                             IdentityForm::field,
                             facts::direct(Scalar::u64, offsetof(Value, identity)),
                             resolve_type,
                             type_name,
                             nullptr};
    return model;
}

}  // namespace guardc
