// The argument block: what a check hands to the artefact on a hit, a cell for each lifted value. Every cell
// is of one type, told beforehand.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compiler/terms/term.h"
#include "runtime/model/cell.h"
#include "runtime/model/model.h"

namespace guardc::compiler {

// `any`: the value as the check meets it, for readers that are no artefact.
enum class ArgumentType : std::uint8_t { boolean, integer, floating, text, dtype, any };

std::string_view argument_type_name(ArgumentType type);  // "bool", "int", "float", "str", "dtype"
// The full name of the type whose values these are.
std::string_view argument_value_type(ArgumentType type);
CellTag argument_tag(ArgumentType type);
FactId argument_fact(ArgumentType type);

// A value that the check hands out on a hit (waived with `lift`).
struct LiftedValue {
    std::string path;  // canonical text of the value
    TermId term = kNoTerm;
    ArgumentType type = ArgumentType::any;
    std::string name = {};  // what the artefact calls it; empty: the path
};

// All sizes of a tensor as one argument: ints in cells side by side, behind those of single values. Kept
// guards say how many there are, so that an artefact knows it beforehand.
struct LiftedSizes {
    std::string path;  // `x.shape`
    TermId tensor = kNoTerm;
    std::string name = {};
    std::uint32_t first = 0;  // cell
    std::uint32_t count = 0;
};

// What is lifted value by value.
std::span<const LiftedValue> single_values(std::span<const LiftedValue> arguments,
                                           std::span<const LiftedSizes> sizes);

// The cell that the argument block gets for a live value of this type; nothing where the value does not fit:
// an int beyond 64 bits. Reads through helpers only.
std::optional<Cell> argument_cell(const Model& model, ArgumentType type, const Cell& value);

// A line an argument: its place in the block, its type, its name and the value it holds.
std::string print_arguments(std::span<const LiftedValue> arguments, std::span<const LiftedSizes> sizes);

}  // namespace guardc::compiler
