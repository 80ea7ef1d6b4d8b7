#include "runtime/value/cell_value.h"

#include "runtime/value/identity.h"

namespace guardc {
namespace {

Value head(Kind kind, std::uint64_t identity = 0) {
    return {kind, builtin_type(kind), identity};
}

}  // namespace

CellValueHolder::CellValueHolder(const Cell& cell) noexcept : storage_{} {
    switch (cell.tag) {
        case CellTag::absent:
            return;
        case CellTag::reference:
        case CellTag::literal:
            value_ = static_cast<const Value*>(cell.as_reference());
            return;
        case CellTag::none:
            storage_.none = {head(Kind::none, identity_of_none())};
            break;
        case CellTag::boolean:
            storage_.boolean = {head(Kind::boolean, identity_of_boolean(cell.bits != 0)), cell.bits};
            break;
        case CellTag::integer:
            storage_.integer = {head(Kind::integer), cell.as_integer(), nullptr, 0, 0};
            break;
        case CellTag::floating:
            storage_.floating = {head(Kind::floating), cell.as_floating()};
            break;
        case CellTag::text: {
            const std::string_view text = cell.as_text();
            storage_.string = {head(Kind::string), 0, text.data(), text.size()};
            break;
        }
        case CellTag::dtype:
            storage_.dtype = {head(Kind::dtype, identity_of_dtype(static_cast<DType>(cell.bits))), cell.bits};
            break;
        case CellTag::device:
            storage_.device = {head(Kind::device), cell.bits};
            break;
        case CellTag::type:
            storage_.type = {head(Kind::type), std::bit_cast<const TypeInfo*>(cell.bits), nullptr};
            break;
    }
    value_ = &storage_.none.head;
}

Cell cell_of(const Value& value, CellTag otherwise) noexcept {
    switch (value.kind) {
        case Kind::none:
            return Cell::none();
        case Kind::boolean:
            return Cell::boolean(as<BooleanValue>(value).truth != 0);
        case Kind::integer:
            if (is_big(as<IntegerValue>(value))) break;
            return Cell::integer(as<IntegerValue>(value).number);
        case Kind::floating:
            return Cell::floating(as<FloatingValue>(value).number);
        case Kind::string:
            if (as<StringValue>(value).size > UINT32_MAX) break;
            return Cell::text(text_of(value));
        case Kind::dtype:
            return {as<DTypeValue>(value).dtype, CellTag::dtype, 0};
        case Kind::device:
            return {as<DeviceValue>(value).device, CellTag::device, 0};
        case Kind::type:
            return {std::bit_cast<std::uint64_t>(as<TypeValue>(value).named), CellTag::type, 0};
        default:
            break;
    }
    return {std::bit_cast<std::uint64_t>(&value), otherwise, 0};
}

}  // namespace guardc
