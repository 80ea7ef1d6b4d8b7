// The table engine: every operation in small programs, and every broken operation noticed by them.
#include "runtime/program/interpreter.h"

#include <catch2/catch.hpp>

#include "tests/program/operation_cases.h"

using namespace guardc;
using namespace guardc::program_tests;

namespace {

bool same_cells(std::span<const Cell> left, std::span<const Cell> right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const Cell& a, const Cell& b) {
        return a.tag == b.tag && a.bits == b.bits && a.length == b.length;
    });
}

template <class Fault>
bool is_right(const OperationCase& row, const Fault& fault) {
    ValueArena arena;
    ProgramWriter writer;
    Run run;
    row.write(writer, run, arena);
    const Program program = writer.take();
    if (run(writer, program, fault) != row.status) return false;
    return same_cells({run.out.data(), row.lifted.size()}, row.lifted);
}

bool has(const Program& program, Op op) {
    return std::ranges::any_of(program.code,
                               [op](const Instruction& instruction) { return instruction.op == op; });
}

}  // namespace

TEST_CASE("each operation does what it says") {
    for (const OperationCase& row : operation_cases()) {
        ValueArena arena;
        ProgramWriter writer;
        Run run;
        row.write(writer, run, arena);
        const Program program = writer.take();
        INFO(op_name(row.op) << ": " << row.name);
        const char* wrong = verify_program(program);
        INFO((wrong == nullptr ? "" : wrong));
        CHECK(wrong == nullptr);
        CHECK(has(program, row.op));
        CHECK(is_right(row, NoFault{}));
        // through the public face
        std::vector<Cell> scratch(program.registers);
        CHECK(run_program(program, run.slots.data(), run.ambient.data(), writer.words.data(), scratch.data(),
                          nullptr, run.out.data()) == row.status);
    }
}

TEST_CASE("each operation, broken, is noticed by a case that is about it") {
    for (unsigned i = 0; i < kOpCount; ++i) {
        const auto op = static_cast<Op>(i);
        INFO(op_name(op));
        bool noticed = false;
        for (const OperationCase& row : operation_cases()) {
            // A broken read or slot yields something that must not be read through.
            if (row.op == op && !(op == Op::load && row.name == "through a pointer"))
                noticed = noticed || !is_right(row, BrokenOp{op});
        }
        CHECK(noticed);
    }
}

TEST_CASE("names of operations") {
    CHECK(std::string_view(op_name(Op::slot)) == "slot");
    CHECK(std::string_view(op_name(Op::floor_divide)) == "floor_divide");
    CHECK(std::string_view(op_name(Op::miss)) == "miss");
    CHECK(std::string_view(op_name(static_cast<Op>(kOpCount))) == "unknown");
}
