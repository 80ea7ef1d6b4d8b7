// Runs a program in both engines.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/native/native.h"
#include "tests/native/written_program.h"

namespace guardc::native_test {

// The frame that written programs are judged on: see the definition for what its slots hold.
struct Frame {
    std::vector<Ref> slots;
    AmbientBlock ambient;
};
const Frame& standard_frame();

struct Verdict {
    Status status = Status::error;
    std::vector<Cell> out;  // on a hit
    friend bool operator==(const Verdict&, const Verdict&);
};
std::string text(const Verdict& verdict);

native::Compiler& compiler();  // one for all tests, with LLVM's verifier on

// Fails the test when the program is unsound or does not compile.
std::shared_ptr<const native::NativeCheck> compile(native::Compiler& with, const Program& program);

Verdict run_native(const native::NativeCheck& check, const WrittenProgram& written, const Frame& frame);
Verdict run_table(const WrittenProgram& written, const Frame& frame);

}  // namespace guardc::native_test

namespace guardc {
bool operator==(const Cell& left, const Cell& right);
}
