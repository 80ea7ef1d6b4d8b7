// The compiler behind the library's face: program, IR, object, code.
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

    std::expected<std::shared_ptr<const NativeCheck>, Failure> compile(const Program& program) override try {
        if (auto known = cache_->find(program)) return known;
        const auto object = translate(program, [](llvm::Module&) {}, Form::object);
        if (!object) return std::unexpected(object.error());
        const auto code = link_object(*object, operations_, CodeArena::process());
        if (!code) return std::unexpected(code.error());
        return cache_->insert(program, *code, CodeArena::process());
    } catch (const std::bad_alloc&) {
        return std::unexpected(Failure{"out of memory"});
    }

    std::expected<Listing, Failure> list(const Program& program) override try {
        Listing listing;
        const auto keep_text = [&listing](llvm::Module& module) {
            llvm::raw_string_ostream stream(listing.ir);
            module.print(stream, nullptr);
        };
        auto assembly = translate(program, keep_text, Form::assembly);
        if (!assembly) return std::unexpected(assembly.error());
        listing.assembly = std::move(*assembly);
        return listing;
    } catch (const std::bad_alloc&) {
        return std::unexpected(Failure{"out of memory"});
    }

    std::string version() const override { return "LLVM " LLVM_VERSION_STRING ", " + machines_->cpu(); }
    std::size_t live_functions() const override { return cache_->functions(); }
    std::size_t live_code_bytes() const override { return cache_->bytes(); }

  private:
    // A context for each translation, thrown away with all that LLVM has uniqued in it.
    template <typename Look>
    std::expected<std::string, Failure> translate(const Program& program, Look&& look, Form form) {
        if (const char* fault = verify_program_(program))
            return std::unexpected(Failure{std::string("unsound program: ") + fault});
        auto machine = machines_->borrow();
        if (!machine) return std::unexpected(machine.error());
        llvm::LLVMContext context;
        context.setDiscardValueNames(form == Form::object);
        llvm::Module module("guardc", context);
        prepare_module(module, **machine);
        lower_program(program, options_.broken_op, module);
        look(module);
        if (options_.verify) {
            std::string faults;
            llvm::raw_string_ostream stream(faults);
            if (llvm::verifyModule(module, &stream))  // true on failure
                return std::unexpected(Failure{"generated IR is malformed: " + faults});
        }
        return generate(module, **machine, form);
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
