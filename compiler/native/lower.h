// Program to LLVM IR.
#pragma once

#include "compiler/native/native.h"

namespace llvm {
class Module;
}

namespace guardc::native {

// The one symbol that others look up; a CheckFunction.
inline constexpr const char* kCheckSymbol = "guardc_check";

// Fills an empty module whose layout is set. The program must be sound (verify_program).
void lower_program(const Program& program, int broken_op, llvm::Module& module);

}  // namespace guardc::native
