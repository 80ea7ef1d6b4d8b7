#include "compiler/plan/arguments.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "runtime/program/facts.h"

namespace guardc::compiler {
namespace {

struct TypeRow {
    std::string_view name, value_type;
    CellTag tag;
    FactId fact;
};
constexpr TypeRow kTypes[] = {
    {"bool", "builtins.bool", CellTag::boolean, FactId::number},
    {"int", "builtins.int", CellTag::integer, FactId::number},
    {"float", "builtins.float", CellTag::floating, FactId::number},
    {"str", "builtins.str", CellTag::text, FactId::text},
    {"dtype", "torch.dtype", CellTag::dtype, FactId::dtype},
    {"any", "", CellTag::absent, FactId::type},
};
const TypeRow& row_of(ArgumentType type) {
    return kTypes[static_cast<unsigned>(type)];
}

}  // namespace

std::string_view argument_type_name(ArgumentType type) {
    return row_of(type).name;
}
std::string_view argument_value_type(ArgumentType type) {
    return row_of(type).value_type;
}
CellTag argument_tag(ArgumentType type) {
    return row_of(type).tag;
}
FactId argument_fact(ArgumentType type) {
    return row_of(type).fact;
}

std::optional<Cell> argument_cell(const Model& model, ArgumentType type, const Cell& value) {
    if (type == ArgumentType::any) return value;
    Cell cell;
    if (fact_of(model, argument_fact(type), value, {}, cell) != Truth::yes) return std::nullopt;
    if (cell.tag != argument_tag(type)) return std::nullopt;
    return cell;
}

std::string print_arguments(std::span<const LiftedValue> arguments) {
    std::size_t widest = 0;
    for (const LiftedValue& argument : arguments)
        widest = std::max(widest, argument.name.size());
    std::string text;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const LiftedValue& argument = arguments[i];
        text += fmt::format("{:>3}  at {:>4}, 16 bytes  {:<5}  {:<{}}  {}\n", i, i * sizeof(Cell),
                            argument_type_name(argument.type), argument.name, widest, argument.path);
        while (text[text.size() - 2] == ' ')
            text.erase(text.size() - 2, 1);
    }
    return text;
}

}  // namespace guardc::compiler
