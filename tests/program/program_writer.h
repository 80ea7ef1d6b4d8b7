// Programs written by hand, for tests.
#pragma once

#include <string>
#include <vector>

#include "runtime/program/ambient.h"
#include "runtime/program/check.h"
#include "runtime/program/interpreter_loop.h"
#include "runtime/value/builtin_model.h"

namespace guardc::program_tests {

// Collects instructions and the literals that they name; sizes the program when it is taken.
class ProgramWriter {
  public:
    explicit ProgramWriter(const Model& model = builtin_model())
        : words{std::bit_cast<std::uint64_t>(&model), 0} {}

    std::uint32_t word(std::uint64_t word) {
        words.push_back(word);
        return static_cast<std::uint32_t>(words.size() - 1);
    }
    std::uint32_t cell(const Cell& cell) {
        const std::uint32_t index = word(cell.bits);
        word(static_cast<std::uint64_t>(cell.tag) | (std::uint64_t{cell.length} << 32U));
        return index;
    }
    std::uint32_t mask(std::uint64_t mask) {
        program.masks.push_back(mask);
        return static_cast<std::uint32_t>(program.masks.size() - 1);
    }
    ProgramWriter& add(const Instruction& instruction) {
        program.code.push_back(instruction);
        return *this;
    }
    // r[dst] = an immediate or literal constant
    ProgramWriter& constant(std::uint32_t dst, const Cell& value) {
        return add({.op = Op::constant, .tag = value.tag, .dst = dst, .data = cell(value)});
    }
    ProgramWriter& slot(std::uint32_t dst, std::uint32_t slot = 0) {
        return add({.op = Op::slot, .tag = CellTag::reference, .dst = dst, .data = slot});
    }
    ProgramWriter& hit() { return add({.op = Op::hit}); }

    Program take() {
        program.registers = 16;
        program.slots = 4;
        program.literal_words = static_cast<std::uint32_t>(words.size());
        return program;
    }

    Program program;
    std::vector<std::uint64_t> words;
};

// Runs a program over one frame, with garbage in the scratch block before.
struct Run {
    std::vector<Ref> slots = std::vector<Ref>(4, nullptr);
    AmbientBlock ambient = {};
    std::vector<Cell> out = std::vector<Cell>(4);

    template <class Fault = NoFault>
    Status operator()(const ProgramWriter& writer, const Program& program, const Fault& fault = {}) {
        std::vector<Cell> scratch(
            program.registers, Cell{0xa5a5a5a5a5a5a5a5ULL, static_cast<CellTag>(0xa5a5a5a5U), 0xa5a5a5a5U});
        return interpret(program, slots.data(), ambient.data(), writer.words.data(), scratch.data(),
                         out.data(), fault);
    }
};

}  // namespace guardc::program_tests
