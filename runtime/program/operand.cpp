#include "runtime/program/operand.h"

#include "runtime/program/scalar_read.h"
#include "runtime/value/builtin_model.h"
#include "runtime/value/scalars.h"

namespace guardc {
namespace {

bool kind_of_immediate(CellTag tag, Kind& kind) {
    switch (tag) {
        case CellTag::none:
            kind = Kind::none;
            return true;
        case CellTag::boolean:
            kind = Kind::boolean;
            return true;
        case CellTag::integer:
            kind = Kind::integer;
            return true;
        case CellTag::floating:
            kind = Kind::floating;
            return true;
        case CellTag::text:
            kind = Kind::string;
            return true;
        case CellTag::dtype:
            kind = Kind::dtype;
            return true;
        case CellTag::device:
            kind = Kind::device;
            return true;
        case CellTag::type:
            kind = Kind::type;
            return true;
        case CellTag::absent:
        case CellTag::reference:
        case CellTag::literal:
            break;
    }
    return false;
}

std::uint64_t code_points(std::string_view text) {
    std::uint64_t count = 0;
    for (const char byte : text)
        count += (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U ? 1 : 0;
    return count;
}

// The text that a fact yields; for str and bytes alike.
Truth text_fact(const Operand& object, FactId id, std::string_view& result) {
    Cell cell;
    const Truth outcome = read(object, id, cell);
    if (outcome != Truth::yes) return outcome;
    if (cell.tag != CellTag::text) return Truth::undefined;
    result = cell.as_text();
    return Truth::yes;
}

}  // namespace

bool is_builtin(const Model& model) noexcept {
    return &model == &builtin_model() || std::string_view(model.name) == builtin_model().name;
}

const ObjectKind* row_of(const Model& model, const Cell& reference) noexcept {
    if (reference.as_reference() == nullptr) return nullptr;
    std::uint64_t index = kind_index(model, reference);
    if (index >= model.kinds.size() && model.kind_of == nullptr && model.tag.form == LayoutForm::direct) {
        const char* object = static_cast<const char*>(reference.as_reference());
        index = read_scalar(model.tag.scalar, object + model.tag.offset);
    }
    return index < model.kinds.size() ? &model.kinds[index] : nullptr;
}

Truth view(const Model& model, const Cell& cell, Operand& operand) noexcept {
    operand.cell = cell;
    operand.model = &model;
    operand.row = nullptr;
    operand.constant = false;
    if (kind_of_immediate(cell.tag, operand.kind)) return Truth::yes;
    if (cell.tag == CellTag::absent) return Truth::undefined;
    if (cell.tag == CellTag::literal) {
        operand.model = &builtin_model();
        operand.cell.tag = CellTag::reference;
        operand.constant = true;
    }
    operand.row = row_of(*operand.model, cell);
    if (operand.row == nullptr) return Truth::undefined;
    operand.kind = operand.row->kind;
    return Truth::yes;
}

Truth read(const Operand& object, FactId id, const Cell& argument, Cell& result) noexcept {
    if (object.is_immediate()) return Truth::undefined;
    const Fact* fact = find_fact(*object.row, id);
    if (fact == nullptr) return Truth::undefined;
    return fact->helper(*object.model, object.cell.as_reference(), argument, result);
}

Truth part(const Operand& whole, FactId id, std::uint64_t index, Operand& result) noexcept {
    Cell cell;
    const Truth outcome = read(whole, id, Cell::integer(static_cast<std::int64_t>(index)), cell);
    if (outcome != Truth::yes) return outcome;
    const Truth viewed = view(*whole.model, cell, result);
    result.constant |= whole.constant;
    return viewed;
}

Truth length(const Operand& object, std::uint64_t& result) noexcept {
    if (object.cell.tag == CellTag::text) {
        result = code_points(object.cell.as_text());
        return Truth::yes;
    }
    Cell cell;
    const Truth outcome = read(object, FactId::length, cell);
    if (outcome != Truth::yes) return outcome;
    if (cell.tag != CellTag::integer || cell.as_integer() < 0) return Truth::undefined;
    result = cell.bits;
    return Truth::yes;
}

Truth characters(const Operand& string, std::string_view& result) noexcept {
    if (string.cell.tag != CellTag::text) return text_fact(string, FactId::text, result);
    result = string.cell.as_text();
    return Truth::yes;
}

Truth raw_bytes(const Operand& bytes, std::string_view& result) noexcept {
    return text_fact(bytes, FactId::bytes, result);
}

Truth named_bits(const Operand& dtype_or_device, std::uint64_t& bits) noexcept {
    Cell cell = dtype_or_device.cell;
    if (!dtype_or_device.is_immediate()) {
        const FactId id = dtype_or_device.kind == Kind::dtype ? FactId::dtype : FactId::device;
        const Truth outcome = read(dtype_or_device, id, cell);
        if (outcome != Truth::yes) return outcome;
    }
    bits = cell.bits;
    return cell.tag == CellTag::dtype || cell.tag == CellTag::device ? Truth::yes : Truth::undefined;
}

Truth named_type(const Operand& type, std::string_view& name) noexcept {
    Cell cell = type.cell;
    if (!type.is_immediate()) {
        const Truth outcome = read(type, FactId::type_handle, cell);
        if (outcome != Truth::yes) return outcome;
    }
    if (cell.tag != CellTag::type || type.model->type_name == nullptr) return Truth::undefined;
    name = type.model->type_name(*type.model, cell.bits);
    return Truth::yes;
}

Truth exact_type(const Operand& operand, std::string_view& name) noexcept {
    name = default_type_name(operand.kind);
    if (operand.is_immediate()) return Truth::yes;
    if (operand.row->type_name != nullptr) {
        name = operand.row->type_name;
        return Truth::yes;
    }
    if (find_fact(*operand.row, FactId::type) == nullptr) return name.empty() ? Truth::undefined : Truth::yes;
    Cell cell;
    const Truth outcome = read(operand, FactId::type, cell);
    if (outcome != Truth::yes) return outcome;
    if (cell.tag != CellTag::type || operand.model->type_name == nullptr) return Truth::undefined;
    name = operand.model->type_name(*operand.model, cell.bits);
    return Truth::yes;
}

Truth has_exact_type(const Operand& operand) noexcept {
    if (operand.is_immediate()) return Truth::yes;
    std::string_view name;
    const Truth outcome = exact_type(operand, name);
    return outcome == Truth::yes ? truth(name == default_type_name(operand.kind)) : outcome;
}

bool as_argument(const Operand& operand, const Model& model, Cell& argument) noexcept {
    argument = operand.cell;
    if (operand.is_immediate()) {
        if (operand.cell.tag != CellTag::type || operand.model == &model) return true;
        return as_register(operand, model, argument) == Truth::yes;
    }
    if (operand.model == &model && !operand.constant) return true;
    if (is_builtin(*operand.model)) {
        argument = {operand.cell.bits, CellTag::literal, 0};
        return true;
    }
    switch (operand.kind) {  // scalars of another model lose nothing as immediates
        case Kind::none:
            argument = Cell::none();
            return true;
        case Kind::boolean:
        case Kind::integer:
        case Kind::floating:
            return read(operand, FactId::number, argument) == Truth::yes &&
                   argument.tag != CellTag::reference;
        case Kind::string:
            return read(operand, FactId::text, argument) == Truth::yes;
        case Kind::dtype:
            return read(operand, FactId::dtype, argument) == Truth::yes;
        case Kind::device:
            return read(operand, FactId::device, argument) == Truth::yes;
        default:
            return false;
    }
}

Truth as_register(const Operand& operand, const Model& model, Cell& cell) noexcept {
    cell = operand.cell;
    if (!operand.is_immediate()) {
        if (operand.constant) cell = {cell.bits, CellTag::literal, 0};
        return Truth::yes;
    }
    if (cell.tag != CellTag::type || operand.model == &model) return Truth::yes;
    std::string_view name;
    const Truth outcome = named_type(operand, name);
    if (outcome != Truth::yes) return outcome;
    if (model.resolve_type == nullptr) return Truth::undefined;
    const std::optional<std::uint64_t> handle = model.resolve_type(model, name);
    if (!handle) return Truth::undefined;
    cell.bits = *handle;
    return Truth::yes;
}

std::string_view default_type_name(Kind kind) noexcept {
    switch (kind) {
        case Kind::none:
            return "builtins.NoneType";
        case Kind::boolean:
            return "builtins.bool";
        case Kind::integer:
            return "builtins.int";
        case Kind::floating:
            return "builtins.float";
        case Kind::complex:
            return "builtins.complex";
        case Kind::string:
            return "builtins.str";
        case Kind::bytes:
            return "builtins.bytes";
        case Kind::list:
            return "builtins.list";
        case Kind::tuple:
            return "builtins.tuple";
        case Kind::size:
            return "torch.Size";
        case Kind::dict:
            return "builtins.dict";
        case Kind::mapping_proxy:
            return "builtins.mappingproxy";
        case Kind::set:
            return "builtins.set";
        case Kind::frozenset:
            return "builtins.frozenset";
        case Kind::range:
            return "builtins.range";
        case Kind::slice:
            return "builtins.slice";
        case Kind::tensor:
            return "torch.Tensor";
        case Kind::dtype:
            return "torch.dtype";
        case Kind::device:
            return "torch.device";
        case Kind::type:
            return "builtins.type";
        case Kind::module:
            return "builtins.module";
        case Kind::function:
            return "builtins.function";
        case Kind::code:
            return "builtins.code";
        case Kind::cell:
            return "builtins.cell";
        case Kind::weak_reference:
            return "weakref.ReferenceType";
        case Kind::iterator:
        case Kind::object:
            break;
    }
    return {};
}

}  // namespace guardc
