// Programs written by hand: each method appends one instruction and gives the register it writes.
#pragma once

#include <initializer_list>
#include <vector>

#include "runtime/program/ambient.h"
#include "runtime/program/check.h"
#include "runtime/program/program.h"
#include "tests/native/sample_model.h"

namespace guardc::native_test {

using Reg = std::uint32_t;

struct WrittenProgram {
    Program program;
    std::vector<std::uint64_t> literals;

    explicit WrittenProgram(std::uint32_t merged = 0);

    Reg new_register() { return program.registers++; }
    std::uint32_t words(std::initializer_list<std::uint64_t> values);
    std::uint32_t masks(std::initializer_list<std::uint64_t> values);
    std::uint32_t here() const { return static_cast<std::uint32_t>(program.code.size()); }

    Reg slot(std::uint32_t index);
    Reg ambient(AmbientField field);
    Reg constant(const Cell& cell);
    Reg integer(std::int64_t value) { return constant(Cell::integer(value)); }
    Reg floating(double value) { return constant(Cell::floating(value)); }
    Reg load(Reg object, Scalar scalar, std::size_t offset, CellTag tag = CellTag::integer);
    Reg element(Reg object, Reg index, Scalar scalar, std::size_t offset);
    Reg fact(Reg object, FactId id, Reg argument = kNoRegister, CellTag tag = CellTag::absent);
    Reg copy(Reg from, CellTag tag = CellTag::absent);
    void copy_to(Reg to, Reg from);  // a merged register
    Reg arithmetic(Op op, Reg a, Reg b = kNoRegister);
    Reg call(std::uint32_t function, std::initializer_list<Reg> operands);
    Reg row(std::initializer_list<Reg> operands);  // copies, side by side

    std::uint32_t test(Instruction instruction);  // gives its number, to set its target later
    std::uint32_t kind(Reg object, std::initializer_list<std::uint32_t> kinds);
    std::uint32_t match(Reg object, std::size_t offset, std::initializer_list<std::uint64_t> of,
                        std::initializer_list<std::uint64_t> wanted);
    std::uint32_t compare(Op op, Comparison comparison, Reg a, Reg b);
    std::uint32_t equals(Reg a, std::int64_t value);
    std::uint32_t range(Reg a, std::int64_t first, std::int64_t last, std::int64_t step);
    std::uint32_t strict(Reg a, const Cell& constant);
    std::uint32_t external(const ExternBinding& binding, Reg row, std::uint32_t count);
    std::uint32_t jump(std::uint32_t target = 0);
    void land(std::uint32_t from) { program.code[from].target = here(); }
    void negate(std::uint32_t at) { program.code[at].negated = true; }
    void lift(Reg a);
    void hit() { emit({.op = Op::hit}); }
    void miss() { emit({.op = Op::miss}); }

    Reg emit(Instruction instruction);  // with a register of its own for a value
};

}  // namespace guardc::native_test
