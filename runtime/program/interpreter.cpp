#include "runtime/program/interpreter.h"

#include "runtime/program/interpreter_loop.h"

namespace guardc {

Status run_program(const Program& program, const Ref* slots, const Cell* ambient,
                   const std::uint64_t* literals, Cell* scratch, Memo*, Cell* out) noexcept {
    return interpret(program, slots, ambient, literals, scratch, out, NoFault{});
}

}  // namespace guardc
