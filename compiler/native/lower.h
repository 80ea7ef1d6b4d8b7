// Program to LLVM IR, a module for each piece.
#pragma once

#include <memory>
#include <string>

#include "compiler/native/native.h"

namespace llvm {
class Module;
}

namespace guardc::native {

// The symbol of a whole check; a CheckFunction.
inline constexpr const char* kCheckSymbol = "guardc_check";

// Lowers a sound program (verify_program), piece by piece and in order. Small ones are one piece, which is
// the check. Of larger ones each piece is a module of its own, since the cost of a module grows faster than
// its size; the last one also holds the check, which calls all others by their symbols.
class ProgramLowering {
  public:
    ProgramLowering(const Program& program, int broken_op);
    ~ProgramLowering();

    std::uint32_t pieces() const;
    // Fills an empty module whose layout is set. Each piece once, from 0 up.
    void lower_piece(std::uint32_t index, llvm::Module& module);
    // What others call that piece by: kCheckSymbol for the last.
    std::string symbol(std::uint32_t index) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace guardc::native
