// The code generator of this machine. One is used by one thread at a time, so compiling threads borrow one
// from a pool.
#pragma once

#include <expected>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "compiler/native/native.h"

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
}  // namespace llvm

namespace guardc::native {

class Machines {
  public:
    // Fails where this LLVM was built without the machine's own target.
    static std::expected<std::unique_ptr<Machines>, Failure> create();
    ~Machines();

    // One machine, given back when the loan ends. Must not outlive the pool.
    class Loan {
      public:
        Loan(Machines& pool, std::unique_ptr<llvm::TargetMachine> machine);
        Loan(Loan&&) noexcept;
        ~Loan();
        llvm::TargetMachine& operator*() const { return *machine_; }

      private:
        Machines& pool_;
        std::unique_ptr<llvm::TargetMachine> machine_;
    };
    std::expected<Loan, Failure> borrow();

    const std::string& cpu() const { return cpu_; }

  private:
    Machines() = default;
    std::expected<std::unique_ptr<llvm::TargetMachine>, Failure> make() const;

    std::string triple_;
    std::string cpu_;
    std::string features_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<llvm::TargetMachine>> idle_;
};

// Names the module's target, so that what is built in it fits the machine.
void prepare_module(llvm::Module& module, const llvm::TargetMachine& machine);

// Generates code. The module is spent, and is left as it is: only its translation is optimised, where the
// effort is thorough.
enum class Form : std::uint8_t { object, assembly };
std::expected<std::string, Failure> generate(llvm::Module& module, llvm::TargetMachine& machine, Form form,
                                             Effort effort);

}  // namespace guardc::native
