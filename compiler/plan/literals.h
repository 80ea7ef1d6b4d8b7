// Collects the constants of one check into its literal block.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/model/cell.h"
#include "runtime/model/model.h"

namespace guardc {
struct Value;
}

namespace guardc::compiler {

// A constant of the guard text as a cell: immediate where a cell can hold it, else a `literal`. Nothing when
// it is a type that the model does not have.
std::optional<Cell> constant_cell(const Value& constant, const Model& model);

// Every use of a constant gets words of its own, so that which constants happen to be equal does not change
// the shape of the program.
class LiteralWriter {
  public:
    explicit LiteralWriter(const Model& model);

    std::uint32_t add_cell(const Cell& cell);  // index of the first of two words
    std::uint32_t add_word(std::uint64_t word);
    std::uint32_t add_handle(std::uint64_t type);

    std::vector<std::uint64_t> take() { return std::move(words_); }
    std::vector<std::uint32_t> take_handles() { return std::move(handles_); }

  private:
    std::vector<std::uint64_t> words_;
    std::vector<std::uint32_t> handles_;
};

}  // namespace guardc::compiler
