// The table engine: runs a program as it stands, ready as soon as the program is.
#pragma once

#include "runtime/program/check.h"
#include "runtime/program/program.h"

namespace guardc {

// Same contract as CheckFunction, the program given beside. The program must have passed verify_program.
Status run_program(const Program& program, const Ref* slots, const Cell* ambient,
                   const std::uint64_t* literals, Cell* scratch, Memo* memo, Cell* out) noexcept;

}  // namespace guardc
