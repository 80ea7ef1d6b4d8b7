#include "runtime/program/object_identity.h"

namespace guardc {
namespace {

using Domain = ObjectIdentity::Domain;

// A type as the check's own model numbers it.
Truth type_identity(const Model& model, const Operand& type, ObjectIdentity& identity) {
    Cell handle = type.cell;
    if (!type.is_immediate() && type.model == &model) {
        if (const Truth outcome = read(type, FactId::type_handle, handle); outcome != Truth::yes)
            return outcome;
    } else if (!type.is_immediate() || type.model != &model) {
        std::string_view name;
        if (const Truth outcome = named_type(type, name); outcome != Truth::yes) return outcome;
        if (model.resolve_type == nullptr) return Truth::undefined;
        const std::optional<std::uint64_t> resolved = model.resolve_type(model, name);
        if (!resolved) return Truth::undefined;
        handle.bits = *resolved;
    }
    identity = {Domain::type, handle.bits};
    return Truth::yes;
}

}  // namespace

Truth read_identity(const Model& model, const Cell& cell, ObjectIdentity& identity) noexcept {
    Operand operand;
    if (const Truth outcome = view(model, cell, operand); outcome != Truth::yes) return outcome;
    switch (operand.kind) {
        case Kind::none:
            identity = {Domain::none, 0};
            return Truth::yes;
        case Kind::boolean: {
            Cell number = operand.cell;
            if (!operand.is_immediate()) {
                const Truth outcome = read(operand, FactId::number, number);
                if (outcome != Truth::yes) return outcome;
            }
            identity = {Domain::boolean, number.bits};
            return Truth::yes;
        }
        case Kind::dtype:
            identity.domain = Domain::dtype;
            return named_bits(operand, identity.number);
        case Kind::type:
            return type_identity(model, operand, identity);
        default:
            break;
    }
    if (operand.is_immediate() || operand.constant) return Truth::undefined;
    const std::optional<std::uint64_t> number = identity_of(model, operand.cell.as_reference());
    if (!number) return Truth::undefined;
    identity = {Domain::object, *number};
    return Truth::yes;
}

Truth is_same(const Model& model, const Cell& left, const Cell& right) noexcept {
    ObjectIdentity left_identity;
    ObjectIdentity right_identity;
    if (const Truth outcome = read_identity(model, left, left_identity); outcome != Truth::yes)
        return outcome;
    if (const Truth outcome = read_identity(model, right, right_identity); outcome != Truth::yes)
        return outcome;
    return truth(left_identity == right_identity);
}

}  // namespace guardc
