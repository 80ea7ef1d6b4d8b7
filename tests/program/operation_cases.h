// One small program a row: what an operation does in it is what decides its verdict.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runtime/value/arena.h"
#include "tests/program/program_writer.h"

namespace guardc::program_tests {

struct OperationCase {
    Op op;  // the operation that the row is about
    std::string name;
    Status status;
    std::function<void(ProgramWriter&, Run&, ValueArena&)> write;
    std::vector<Cell> lifted = {};  // what a hit leaves in the argument block
};

std::vector<OperationCase> operation_cases();

}  // namespace guardc::program_tests
