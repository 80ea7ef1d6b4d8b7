// The border of the shared library: what is refused, and how that is said.
#include <filesystem>

#include <catch2/catch.hpp>
#include <dlfcn.h>

#include "compiler/native/factory.h"
#include "tests/native/engines.h"

using namespace guardc;
using namespace guardc::native_test;

namespace {

void* library() {
    const auto beside = std::filesystem::read_symlink("/proc/self/exe").parent_path() / native::kLibraryName;
    void* opened = dlopen(beside.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (opened == nullptr) FAIL(dlerror());
    return opened;
}

// A host that offers nothing to call.
std::unique_ptr<native::Compiler> compiler_of_bare_host() {
    void* symbol = dlsym(library(), native::kCreateSymbol);
    REQUIRE(symbol != nullptr);
    native::Created created;
    reinterpret_cast<native::CreateFunction>(symbol)({{}, &verify_program}, {.verify = true}, created);
    REQUIRE(created.has_value());
    return std::move(*created);
}

bool says(const native::Failure& failure, std::string_view text) {
    return failure.message.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("native code can call nothing but the host's operations") {
    const auto bare = compiler_of_bare_host();
    WrittenProgram calls;
    calls.kind(calls.slot(0), {kPlainKind});
    calls.hit();
    const auto refused = bare->compile(calls.program);
    REQUIRE_FALSE(refused.has_value());
    INFO(refused.error().message);
    CHECK(says(refused.error(), "guardc_op_kind"));
    CHECK(bare->live_functions() == 0);
    CHECK(bare->live_code_bytes() == 0);

    WrittenProgram alone;
    alone.equals(alone.load(alone.slot(0), Scalar::i64, offsetof(Sample, i64)), -5);
    alone.hit();
    const auto check = compile(*bare, alone.program);
    CHECK(run_native(*check, alone, standard_frame()).status == Status::hit);
}

TEST_CASE("an unsound program is refused by name of its fault") {
    WrittenProgram endless;
    endless.slot(0);
    const auto refused = compiler().compile(endless.program);
    REQUIRE_FALSE(refused.has_value());
    CHECK(says(refused.error(), verify_program(endless.program)));
    CHECK_FALSE(compiler().list(endless.program).has_value());
}

TEST_CASE("the library knows which build it belongs to") {
    void* symbol = dlsym(library(), native::kInterfaceSymbol);
    REQUIRE(symbol != nullptr);
    CHECK(reinterpret_cast<native::InterfaceFunction>(symbol)() == native::interface_number());
}

TEST_CASE("a compiler names LLVM and the processor") {
    const std::string version = compiler().version();
    CHECK(version.starts_with("LLVM 19."));
    CHECK(version.find(", ") != std::string::npos);
}

TEST_CASE("a listing shows each operation and the code it became") {
    WrittenProgram w;
    const Reg object = w.slot(0);
    w.kind(object, {kPlainKind});
    w.equals(w.load(object, Scalar::i64, offsetof(Sample, i64)), -5);
    w.hit();
    const auto listing = compiler().list(w.program);
    REQUIRE(listing.has_value());
    for (const char* part : {"define i32 @guardc_check(", "%literals", "kind", "load.2", "@guardc_op_kind"}) {
        CAPTURE(part);
        CHECK(listing->ir.find(part) != std::string::npos);
    }
    CHECK(listing->assembly.find("guardc_check:") != std::string::npos);
    CHECK(listing->assembly.find("rodata") == std::string::npos);
}
