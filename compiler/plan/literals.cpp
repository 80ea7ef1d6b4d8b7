#include "compiler/plan/literals.h"

#include <bit>

#include "runtime/program/check.h"
#include "runtime/value/builtin_model.h"
#include "runtime/value/value.h"

namespace guardc::compiler {

namespace {

std::optional<Cell> builtin_fact(FactId id, const Value& constant) {
    Cell result;
    if (read_fact(builtin_model(), id, &constant, Cell{}, result) != Truth::yes) {
        return std::nullopt;
    }
    return result;
}

std::optional<Cell> type_cell(const Value& constant, const Model& model) {
    const std::optional<Cell> type = builtin_fact(FactId::type_handle, constant);
    if (!type || model.resolve_type == nullptr) {
        return std::nullopt;
    }
    const std::string_view name = builtin_model().type_name(builtin_model(), type->bits);
    const std::optional<std::uint64_t> handle = model.resolve_type(model, name);
    if (!handle) {
        return std::nullopt;
    }
    return Cell{*handle, CellTag::type, 0};
}

}  // namespace

std::optional<Cell> constant_cell(const Value& constant, const Model& model) {
    const Cell literal{std::bit_cast<std::uint64_t>(&constant), CellTag::literal, 0};
    switch (constant.kind) {
        case Kind::none:
            return Cell::none();
        case Kind::boolean:
        case Kind::integer:
        case Kind::floating: {
            // An int beyond 64 bits stays a value.
            const std::optional<Cell> number = builtin_fact(FactId::number, constant);
            return number && number->tag != CellTag::reference ? *number : literal;
        }
        case Kind::string:
            return builtin_fact(FactId::text, constant);
        case Kind::dtype:
            return builtin_fact(FactId::dtype, constant);
        case Kind::device:
            return builtin_fact(FactId::device, constant);
        case Kind::type:
            return type_cell(constant, model);
        default:
            return literal;
    }
}

LiteralWriter::LiteralWriter(const Model& model) : words_{std::bit_cast<std::uint64_t>(&model), 0} {
    static_assert(kLiteralHeaderWords == 2);
}

std::uint32_t LiteralWriter::add_cell(const Cell& cell) {
    const auto index = static_cast<std::uint32_t>(words_.size());
    words_.push_back(cell.bits);
    words_.push_back(static_cast<std::uint64_t>(cell.tag) | (static_cast<std::uint64_t>(cell.length) << 32U));
    return index;
}

std::uint32_t LiteralWriter::add_handle(std::uint64_t type) {
    handles_.push_back(static_cast<std::uint32_t>(words_.size()));
    return add_word(type);
}

std::uint32_t LiteralWriter::add_word(std::uint64_t word) {
    words_.push_back(word);
    return static_cast<std::uint32_t>(words_.size() - 1);
}

}  // namespace guardc::compiler
