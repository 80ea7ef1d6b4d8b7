#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

#include "tests/native/operation_cases.h"

using namespace guardc;
using namespace guardc::native_test;

TEST_CASE("each operation says what it must, in both engines") {
    for (const OperationCase& row : operation_cases()) {
        CAPTURE(row.name);
        const WrittenProgram written = row.written();
        const auto check = compile(compiler(), written.program);
        const Verdict table = run_table(written, standard_frame());
        const Verdict native = run_native(*check, written, standard_frame());
        CHECK(native.status == row.expected);
        CHECK(text(native) == text(table));
    }
}

TEST_CASE("no operation is without a case") {
    std::set<Op> met;
    for (const OperationCase& row : operation_cases()) {
        for (const Instruction& instruction : row.written().program.code)
            met.insert(instruction.op);
    }
    for (unsigned op = 0; op < kOpCount; ++op) {
        CAPTURE(op_name(static_cast<Op>(op)));
        CHECK(met.contains(static_cast<Op>(op)));
    }
}

TEST_CASE("an operation that is lowered wrongly is noticed") {
    for (unsigned op = 0; op < kOpCount; ++op) {
        CAPTURE(op_name(static_cast<Op>(op)));
        const auto broken = native::load_compiler({.verify = true, .broken_op = static_cast<int>(op)});
        REQUIRE(broken.has_value());
        CHECK(std::ranges::any_of(operation_cases(), [&](const OperationCase& row) {
            const WrittenProgram written = row.written();
            const auto check = compile(**broken, written.program);
            return !(run_native(*check, written, standard_frame()) == run_table(written, standard_frame()));
        }));
    }
}
