#include "runtime/model/model.h"

#include <cstring>

#include "runtime/value/scalars.h"

namespace guardc {
namespace {

std::string_view text_of(const Cell& cell) {
    if (cell.tag == CellTag::text) return cell.as_text();
    if (cell.tag == CellTag::literal) {
        const auto* value = static_cast<const Value*>(cell.as_reference());
        if (value->kind == Kind::string) return text_of(*value);
    }
    return {};
}

}  // namespace

const Fact* find_fact(const ObjectKind& kind, FactId id, std::string_view name) {
    const Fact* any_name = nullptr;
    for (const Fact& fact : kind.facts) {
        if (fact.id != id) continue;
        if (fact.attribute == nullptr)
            any_name = &fact;
        else if (name == fact.attribute)
            return &fact;
    }
    return any_name;
}

std::uint32_t kind_index(const Model& model, const Cell& reference) noexcept {
    constexpr std::uint32_t unknown = 0xffffffffU;
    if (reference.length != 0) return reference.length - 1;
    const Ref object = reference.as_reference();
    if (object == nullptr) return unknown;
    if (model.kind_of != nullptr) return model.kind_of(model, object);
    return model.kinds.size() == 1 ? 0 : unknown;
}

Truth read_fact(const Model& model, FactId id, Ref object, const Cell& argument, Cell& result) noexcept {
    if (object == nullptr) return Truth::undefined;
    const std::uint32_t kind = kind_index(model, Cell::reference(object));
    if (kind >= model.kinds.size()) return Truth::undefined;
    const Fact* fact = find_fact(model.kinds[kind], id, text_of(argument));
    return fact == nullptr ? Truth::undefined : fact->helper(model, object, argument, result);
}

std::optional<std::uint64_t> identity_of(const Model& model, Ref object) noexcept {
    if (object == nullptr || model.identity == IdentityForm::none) return std::nullopt;
    if (model.identity == IdentityForm::address) return std::bit_cast<std::uint64_t>(object);
    const char* place = static_cast<const char*>(object) + model.identity_field.offset;
    if (model.identity_field.form == LayoutForm::indirect) {
        const char* pointed = nullptr;
        std::memcpy(static_cast<void*>(&pointed), place, sizeof(pointed));
        place = pointed;
        if (place == nullptr) return std::nullopt;
        place += model.identity_field.inner;
    } else if (model.identity_field.form != LayoutForm::direct) {
        return std::nullopt;
    }
    std::uint64_t identity = 0;
    std::memcpy(&identity, place, sizeof(identity));
    if (identity == 0) return std::nullopt;
    return identity;
}

}  // namespace guardc
