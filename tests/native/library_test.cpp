// The border of the shared library: what is refused, and how that is said.
#include <cstdio>
#include <filesystem>
#include <string>

#include <catch2/catch.hpp>
#include <dlfcn.h>
#include <unistd.h>

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

TEST_CASE("thorough code is smaller, says the same, and serves whoever asks for the same program") {
    WrittenProgram written;
    const Reg object = written.slot(0);
    for (int i = 0; i < 8; ++i)
        written.equals(written.load(object, Scalar::i64, offsetof(Sample, i64)), -5);
    written.hit();
    const auto check_of = [&](native::Effort effort) {
        const auto own = native::load_compiler({.verify = true});  // compilers share no code
        REQUIRE(own.has_value());
        auto check = (*own)->compile(written.program, effort);
        REQUIRE(check.has_value());
        CHECK((*own)->compile(written.program).value() == *check);
        return *check;
    };
    const auto quick = check_of(native::Effort::quick);
    const auto thorough = check_of(native::Effort::thorough);
    CHECK(thorough->code_bytes() < quick->code_bytes());
    CHECK(run_native(*quick, written, standard_frame()).status == Status::hit);
    CHECK(run_native(*thorough, written, standard_frame()).status == Status::hit);
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

// Run by the test below, as another program.
TEST_CASE("load from here", "[.]") {
    const auto loaded = native::load_compiler();
    std::fputs(loaded ? "loaded" : loaded.error().message.c_str(), stdout);
}

namespace {

namespace fs = std::filesystem;

std::string output_of(const std::string& command) {
    std::string said;
    FILE* output = popen(command.c_str(), "r");
    REQUIRE(output != nullptr);
    for (int letter = std::fgetc(output); letter != EOF; letter = std::fgetc(output))
        said += static_cast<char>(letter);
    pclose(output);
    return said;
}

// What this program says of loading from a folder that holds nothing but the program and, perhaps, another
// file in the library's place.
std::string said_beside(const fs::path& in_its_place) {
    const fs::path self = fs::read_symlink("/proc/self/exe");
    const fs::path folder = self.parent_path() / ("alone-" + std::to_string(getpid()));
    fs::create_directory(folder);
    fs::create_hard_link(self, folder / "program");
    if (!in_its_place.empty()) fs::copy_file(in_its_place, folder / native::kLibraryName);
    std::string said = output_of("'" + (folder / "program").string() + "' 'load from here' 2>&1");
    fs::remove_all(folder);
    return said;
}

}  // namespace

TEST_CASE("a library that is not there, or is none, or is another, is told from one another") {
    const std::string missing = said_beside({});
    INFO(missing);
    CHECK(missing.find("cannot be loaded") != std::string::npos);
    CHECK(missing.find(native::kLibraryName) != std::string::npos);
    const std::string none = said_beside("/proc/self/cmdline");
    INFO(none);
    CHECK(none.find("cannot be loaded") != std::string::npos);
    Dl_info other{};
    // Asked of that library by name: a sanitizer has a function of its own in front.
    void* mathematics = dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
    REQUIRE(mathematics != nullptr);
    REQUIRE(dladdr(dlsym(mathematics, "lgamma"), &other) != 0);
    const std::string foreign = said_beside(other.dli_fname);
    INFO(foreign);
    CHECK(foreign.find("is no native engine") != std::string::npos);
}
