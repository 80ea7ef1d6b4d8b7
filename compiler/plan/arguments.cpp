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

std::span<const LiftedValue> single_values(std::span<const LiftedValue> arguments,
                                           std::span<const LiftedSizes> sizes) {
    return sizes.empty() ? arguments : arguments.first(sizes.front().first);
}

std::string print_arguments(std::span<const LiftedValue> arguments, std::span<const LiftedSizes> sizes) {
    const auto single = single_values(arguments, sizes);
    std::size_t widest = 0;
    for (const LiftedValue& argument : single)
        widest = std::max(widest, argument.name.size());
    for (const LiftedSizes& list : sizes)
        widest = std::max(widest, list.name.size());
    std::string text;
    const auto line = [&](std::size_t cell, std::size_t count, std::string_view type, std::string_view name,
                          std::string_view path) {
        text += fmt::format("{:>3}  at {:>4}, {} bytes  {:<5}  {:<{}}  {}\n", cell, cell * sizeof(Cell),
                            count * sizeof(Cell), type, name, widest, path);
        while (text[text.size() - 2] == ' ')
            text.erase(text.size() - 2, 1);
    };
    for (std::size_t i = 0; i < single.size(); ++i)
        line(i, 1, argument_type_name(single[i].type), single[i].name, single[i].path);
    for (const LiftedSizes& list : sizes)
        line(list.first, list.count, "sizes", list.name, list.path);
    return text;
}

}  // namespace guardc::compiler
