#include "runtime/program/facts.h"

#include "runtime/program/number.h"

namespace guardc {
namespace {

Truth resolve(const Model& model, std::string_view type, Cell& result) {
    if (type.empty() || model.resolve_type == nullptr) return Truth::undefined;
    const std::optional<std::uint64_t> handle = model.resolve_type(model, type);
    if (!handle) return Truth::undefined;
    result = {*handle, CellTag::type, 0};
    return Truth::yes;
}

Truth itself_if(bool holds, const Operand& operand, Cell& result) {
    if (!holds) return Truth::undefined;
    result = operand.cell;
    return Truth::yes;
}

Truth fact_of_immediate(const Model& model, FactId id, const Operand& operand, Cell& result) {
    switch (id) {
        case FactId::type:
            return resolve(model, default_type_name(operand.kind), result);
        case FactId::number:
            return itself_if(operand.kind == Kind::boolean || operand.kind == Kind::integer ||
                                 operand.kind == Kind::floating,
                             operand, result);
        case FactId::text:
            return itself_if(operand.kind == Kind::string, operand, result);
        case FactId::dtype:
            return itself_if(operand.kind == Kind::dtype, operand, result);
        case FactId::device:
            return itself_if(operand.kind == Kind::device, operand, result);
        case FactId::type_handle:
            return itself_if(operand.kind == Kind::type, operand, result);
        case FactId::length: {
            std::uint64_t count = 0;
            const Truth outcome = length(operand, count);
            if (outcome == Truth::yes) result = Cell::integer(static_cast<std::int64_t>(count));
            return outcome;
        }
        default:
            return Truth::undefined;
    }
}

// From the end where negative; positions of a dict are not. Dimensions are told by exact ints, the rest by
// bools too.
Truth place_index(const Model& model, FactId id, const Operand& object, const Cell& argument, Cell& index) {
    Operand operand;
    Number number;
    if (const Truth outcome = view(model, argument, operand); outcome != Truth::yes) return outcome;
    const bool is_dimension = id == FactId::size || id == FactId::stride;
    if (operand.kind != Kind::integer && (operand.kind != Kind::boolean || is_dimension))
        return Truth::undefined;
    if (const Truth outcome = read_number(operand, number); outcome != Truth::yes) return outcome;
    if (number.form != NumberForm::integer) return Truth::undefined;
    index = Cell::integer(number.integer);
    if (number.integer >= 0) return Truth::yes;
    if (!is_dimension && id != FactId::item) return Truth::undefined;
    Cell count;
    const FactId counted = is_dimension ? FactId::rank : FactId::length;
    if (const Truth outcome = read(object, counted, count); outcome != Truth::yes) return outcome;
    if (count.tag != CellTag::integer || number.integer < -count.as_integer()) return Truth::undefined;
    index = Cell::integer(number.integer + count.as_integer());
    return Truth::yes;
}

// A str of any origin as text.
Truth place_name(const Model& model, const Cell& argument, Cell& name) {
    if (argument.tag == CellTag::text) {
        name = argument;
        return Truth::yes;
    }
    Operand operand;
    std::string_view text;
    if (const Truth outcome = view(model, argument, operand); outcome != Truth::yes) return outcome;
    if (operand.kind != Kind::string) return Truth::undefined;
    const Truth outcome = characters(operand, text);
    name = Cell::text(text);
    return outcome;
}

Truth place_argument(const Model& model, FactId id, const Operand& object, const Cell& argument,
                     Cell& placed) {
    switch (id) {
        case FactId::item:
        case FactId::key_at:
        case FactId::value_at:
        case FactId::upcoming:
        case FactId::size:
        case FactId::stride:
            return place_index(model, id, object, argument, placed);
        case FactId::attribute:
        case FactId::attribute_absent:
        case FactId::derived:
            return place_name(model, argument, placed);
        case FactId::lookup:
        case FactId::stored_key:
        case FactId::contains: {
            Operand operand;
            if (const Truth outcome = view(model, argument, operand); outcome != Truth::yes) return outcome;
            return as_argument(operand, *object.model, placed) ? Truth::yes : Truth::undefined;
        }
        default:
            placed = argument;
            return Truth::yes;
    }
}

}  // namespace

Truth fact_of(const Model& model, FactId id, const Cell& object, const Cell& argument,
              Cell& result) noexcept {
    Operand operand;
    if (const Truth outcome = view(model, object, operand); outcome != Truth::yes) return outcome;
    if (operand.is_immediate()) return fact_of_immediate(model, id, operand, result);
    Cell placed;
    if (const Truth outcome = place_argument(model, id, operand, argument, placed); outcome != Truth::yes)
        return outcome;
    const std::string_view name = placed.tag == CellTag::text ? placed.as_text() : std::string_view();
    const Fact* fact = find_fact(*operand.row, id, name);
    if (fact == nullptr) {
        if (id != FactId::type || operand.row->type_name == nullptr) return Truth::undefined;
        return resolve(model, operand.row->type_name, result);
    }
    Cell cell;
    const Truth outcome = fact->helper(*operand.model, operand.cell.as_reference(), placed, cell);
    if (outcome != Truth::yes) return outcome;
    if (cell.tag == CellTag::absent || (cell.tag == CellTag::reference && cell.bits == 0))
        return Truth::undefined;
    result = cell;
    if (!operand.constant) return Truth::yes;
    if (cell.tag == CellTag::reference) result = {cell.bits, CellTag::literal, 0};
    if (cell.tag != CellTag::type || operand.model == &model) return Truth::yes;
    return resolve(model, operand.model->type_name(*operand.model, cell.bits), result);
}

}  // namespace guardc
