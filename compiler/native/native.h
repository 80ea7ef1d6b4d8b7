// The native engine: programs to machine code. A shared library of its own, loaded on first need; the rest
// of guardc sees only this header.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>

#include "runtime/program/check.h"
#include "runtime/program/program.h"

namespace guardc::native {

// A native check. Entries of equal program share one; the code is freed with the last holder, so whoever
// calls `function` holds the object for the length of the call.
class NativeCheck {
  public:
    virtual ~NativeCheck() = default;
    CheckFunction function() const { return function_; }
    std::size_t code_bytes() const { return code_bytes_; }

  protected:
    CheckFunction function_ = nullptr;
    std::size_t code_bytes_ = 0;
};

struct Options {
    bool verify = false;  // run LLVM's verifier over what is generated; always on in tests
    // For tests that show that a broken operation is noticed: this one is lowered wrongly.
    int broken_op = -1;
};

struct Failure {
    std::string message;
};

// What a compile may take. Thorough code takes several times as long to make and runs in about half the time:
// for the little that runs at every look-up of a frame, whatever entry serves it.
enum class Effort : std::uint8_t { quick, thorough };

// What one compile passes through, for `emit`.
struct Listing {
    std::string ir;
    std::string assembly;
};

// Compiles on the calling thread; any number of threads at once. Must outlive no check: checks keep what
// they need alive.
class Compiler {
  public:
    virtual ~Compiler() = default;
    // Code of any effort serves an equal program, as long as it is held.
    virtual std::expected<std::shared_ptr<const NativeCheck>, Failure> compile(
        const Program& program, Effort effort = Effort::quick) = 0;
    virtual std::expected<Listing, Failure> list(const Program& program) = 0;
    virtual std::string version() const = 0;  // "LLVM 19.1.7, <cpu>"
    // Shapes with live code and the bytes of that code.
    virtual std::size_t live_functions() const = 0;
    virtual std::size_t live_code_bytes() const = 0;
};

}  // namespace guardc::native

// Loads the shared library (beside the program or library that asks, else by the loader's search) and makes
// a compiler. Failing to load is the environment's fault, so a typed result.
namespace guardc::native {
std::expected<std::unique_ptr<Compiler>, Failure> load_compiler(const Options& options = {});
}  // namespace guardc::native
