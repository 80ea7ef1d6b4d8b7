// One line a case: a program on the standard frame and what it must say. The runner ends each with a hit.
#pragma once

#include <span>

#include "tests/native/engines.h"

namespace guardc::native_test {

struct OperationCase {
    const char* name;
    Status expected;
    void (*write)(WrittenProgram& w);
    std::uint32_t merged = 0;

    WrittenProgram written() const {
        WrittenProgram program(merged);
        write(program);
        program.hit();
        return program;
    }
};

std::span<const OperationCase> operation_cases();

}  // namespace guardc::native_test
