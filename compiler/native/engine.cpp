// The compiler behind the library's face: program, IR, object, code.
#include <deque>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <llvm/Config/llvm-config.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/native/code_cache.h"
#include "compiler/native/lower.h"
#include "compiler/native/machine.h"

namespace guardc::native {
namespace {

class Engine : public Compiler {
  public:
    Engine(const Host& host, const Options& options, std::unique_ptr<Machines> machines)
        : operations_(host.operations.begin(), host.operations.end()),
          verify_program_(host.verify_program),
          options_(options),
          machines_(std::move(machines)),
          cache_(std::make_shared<CodeCache>()) {}

    std::expected<std::shared_ptr<const NativeCheck>, Failure> compile(const Program& program,
                                                                       Effort effort) override try {
        if (auto known = cache_->find(program)) return known;
        std::vector<LinkedCode> code;
        std::deque<std::string> names;
        std::vector<Operation> callable = operations_;
        const auto link = [&](std::string symbol, llvm::Module& module,
                              llvm::TargetMachine& machine) -> Done {
            const auto object = generate(module, machine, Form::object, effort);
            if (!object) return std::unexpected(object.error());
            auto linked = link_object(*object, symbol, callable, CodeArena::process());
            if (!linked) return std::unexpected(linked.error());
            callable.push_back({names.emplace_back(std::move(symbol)), linked->entry()});
            code.push_back(std::move(*linked));
            return {};
        };
        if (auto done = translate(program, true, link); !done) return std::unexpected(done.error());
        return cache_->insert(program, std::move(code));
    } catch (const std::bad_alloc&) {
        return std::unexpected(Failure{"out of memory"});
    }

    std::expected<Listing, Failure> list(const Program& program) override try {
        Listing listing;
        const auto append = [&](const std::string&, llvm::Module& module,
                                llvm::TargetMachine& machine) -> Done {
            llvm::raw_string_ostream stream(listing.ir);
            module.print(stream, nullptr);
            const auto assembly = generate(module, machine, Form::assembly, Effort::quick);
            if (!assembly) return std::unexpected(assembly.error());
            listing.assembly += *assembly;
            return {};
        };
        if (auto done = translate(program, false, append); !done) return std::unexpected(done.error());
        return listing;
    } catch (const std::bad_alloc&) {
        return std::unexpected(Failure{"out of memory"});
    }

    std::string version() const override { return "LLVM " LLVM_VERSION_STRING ", " + machines_->cpu(); }
    std::size_t live_functions() const override { return cache_->functions(); }
    std::size_t live_code_bytes() const override { return cache_->bytes(); }

  private:
    using Done = std::expected<void, Failure>;

    // Hands each piece of the program, as IR, to `take`. A context for each, thrown away with all that LLVM
    // has uniqued in it.
    template <typename Take>
    Done translate(const Program& program, bool discard_names, Take&& take) {
        if (const char* fault = verify_program_(program))
            return std::unexpected(Failure{std::string("unsound program: ") + fault});
        auto machine = machines_->borrow();
        if (!machine) return std::unexpected(machine.error());
        ProgramLowering lowering(program, options_.broken_op);
        for (std::uint32_t i = 0; i < lowering.pieces(); ++i) {
            llvm::LLVMContext context;
            context.setDiscardValueNames(discard_names);
            llvm::Module module("guardc", context);
            prepare_module(module, **machine);
            lowering.lower_piece(i, module);
            if (options_.verify) {
                std::string faults;
                llvm::raw_string_ostream stream(faults);
                if (llvm::verifyModule(module, &stream))  // true on failure
                    return std::unexpected(Failure{"generated IR is malformed: " + faults});
            }
            if (auto taken = take(lowering.symbol(i), module, **machine); !taken) return taken;
        }
        return {};
    }

    std::vector<Operation> operations_;
    const char* (*verify_program_)(const Program& program);
    Options options_;
    std::unique_ptr<Machines> machines_;
    std::shared_ptr<CodeCache> cache_;
};

}  // namespace
}  // namespace guardc::native

extern "C" __attribute__((visibility("default"))) std::uint64_t guardc_native_interface() {
    return guardc::native::interface_number();
}

extern "C" __attribute__((visibility("default"))) void guardc_native_create(
    const guardc::native::Host& host, const guardc::native::Options& options,
    guardc::native::Created& created) {
    using namespace guardc::native;
    auto machines = Machines::create();
    if (!machines)
        created = std::unexpected(machines.error());
    else
        created = std::make_unique<Engine>(host, options, std::move(*machines));
}
