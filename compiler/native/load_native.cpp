#include <array>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <dlfcn.h>

#include "compiler/native/factory.h"
#include "runtime/program/operations.h"

namespace guardc::native {
namespace {

template <typename Function>
Operation operation(const char* name, Function* function) {
    return {name, reinterpret_cast<void*>(function)};
}

constexpr Cell kNoArgument;

std::span<const Operation> host_operations() {
#define GUARDC_OPERATION(name) operation(#name, &name)
    static const std::array operations{Operation{kNoArgumentSymbol, const_cast<Cell*>(&kNoArgument)},
                                       GUARDC_OPERATION(guardc_op_fact),
                                       GUARDC_OPERATION(guardc_op_call),
                                       GUARDC_OPERATION(guardc_op_kind),
                                       GUARDC_OPERATION(guardc_op_same),
                                       GUARDC_OPERATION(guardc_op_strict),
                                       GUARDC_OPERATION(guardc_op_equal),
                                       GUARDC_OPERATION(guardc_op_compare),
                                       GUARDC_OPERATION(guardc_op_truthy),
                                       GUARDC_OPERATION(guardc_op_test_call),
                                       GUARDC_OPERATION(guardc_op_extern)};
#undef GUARDC_OPERATION
    return operations;
}

// Beside the library that holds this code, beside the program, and last wherever the loader looks.
std::vector<std::string> candidates() {
    std::vector<std::string> paths;
    const auto beside = [&paths](const std::filesystem::path& file) {
        std::error_code error;
        const auto path = file.parent_path() / kLibraryName;
        if (std::filesystem::exists(path, error)) paths.push_back(path.string());
    };
    Dl_info self{};
    if (dladdr(reinterpret_cast<void*>(&host_operations), &self) != 0 && self.dli_fname != nullptr)
        beside(self.dli_fname);
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error) beside(program);
    paths.emplace_back(kLibraryName);
    return paths;
}

Failure load_failure(const std::string& path) {
    const char* reason = dlerror();
    return {"the native engine cannot be loaded: " + (reason != nullptr ? std::string(reason) : path)};
}

// Never unloaded: LLVM keeps state that does not survive it, and checks may outlive their compiler.
std::expected<void*, Failure> open_library(std::string& path) {
    for (const std::string& candidate : candidates()) {
        path = candidate;
        if (void* library = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) return library;
        if (candidate != kLibraryName) break;  // it is there and broken: its own reason is the one to tell
    }
    return std::unexpected(load_failure(path));
}

}  // namespace

std::expected<std::unique_ptr<Compiler>, Failure> load_compiler(const Options& options) {
    std::string path;
    const auto library = open_library(path);
    if (!library) return std::unexpected(library.error());
    void* number = dlsym(*library, kInterfaceSymbol);
    void* create = dlsym(*library, kCreateSymbol);
    if (number == nullptr || create == nullptr)
        return std::unexpected(Failure{path + " is no native engine"});
    if (reinterpret_cast<InterfaceFunction>(number)() != interface_number())
        return std::unexpected(Failure{"the native engine " + path + " belongs to another build of guardc"});
    Created created;
    reinterpret_cast<CreateFunction>(create)({host_operations(), &verify_program}, options, created);
    return created;
}

}  // namespace guardc::native
