// What is decided about a program before it is lowered: into which functions it is cut, and which registers
// must lie in memory.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/program/program.h"

namespace guardc::native {

// Piece i is the instructions [starts[i], starts[i + 1]).
struct Pieces {
    std::vector<std::uint32_t> starts;
    // By instruction: whether what it writes must stand in the scratch block, because it is merged, handed to
    // an operation by address, or read in another piece.
    std::vector<bool> stored;

    std::uint32_t count() const { return static_cast<std::uint32_t>(starts.size()) - 1; }
};

// Code generation is not linear in the size of what is generated at once, so no piece grows far beyond
// `budget` instructions (words of a `match` count too).
inline constexpr std::uint32_t kPieceBudget = 1024;
Pieces cut_program(const Program& program, std::uint32_t budget = kPieceBudget);

// Tag of what a value operation leaves, as far as the program tells; else absent.
CellTag tag_after(const Instruction& instruction);

// Whether an operation that has a helper stands inline all the same, its operands having these tags.
bool stands_inline(const Instruction& instruction, CellTag a, CellTag b);

// Whether the operation is a value operation, or a test.
enum class OpClass : std::uint8_t { value, test, flow };
OpClass class_of(Op op);

}  // namespace guardc::native
