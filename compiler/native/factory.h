// The face of the shared library towards its loader. What both sides must have one copy of (operations with
// their interned types, the program verifier) belongs to the host and is handed over; the library links to
// none of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string_view>

#include "compiler/native/native.h"
#include "runtime/model/model.h"
#include "runtime/program/program.h"

namespace guardc::native {

// What native code may refer to, by the name under which it is linked. Nothing else resolves.
struct Operation {
    std::string_view name;
    void* address;
};

// An absent cell, for facts that take no argument.
inline constexpr const char* kNoArgumentSymbol = "guardc_no_argument";

struct Host {
    std::span<const Operation> operations;  // outlive the compiler's checks, as code does
    const char* (*verify_program)(const Program& program);
};

// A number that changes with the operations, the instruction and the version of this face, so that a library
// of another build is refused and not believed.
constexpr std::uint64_t interface_number() {
    std::uint64_t number = 0xcbf29ce484222325ULL;
    const auto take = [&number](std::string_view text) {
        for (const char letter : text) {
            number = (number ^ static_cast<unsigned char>(letter)) * 0x100000001b3ULL;
        }
    };
    const auto take_size = [&number](std::uint64_t size) { number = (number ^ size) * 0x100000001b3ULL; };
    take("face 2;");
#define GUARDC_OP(name, shape, meaning) take(#name ";");
    GUARDC_OPS(GUARDC_OP)
#undef GUARDC_OP
    take_size(sizeof(Instruction));
    take_size(sizeof(Program));
    take_size(sizeof(Cell));
    take_size(sizeof(Model));
    take_size(offsetof(Model, tag));
    take_size(sizeof(Options));
    take_size(sizeof(Listing));
    return number;
}

using InterfaceFunction = std::uint64_t (*)();
using Created = std::expected<std::unique_ptr<Compiler>, Failure>;
using CreateFunction = void (*)(const Host& host, const Options& options, Created& created);
inline constexpr const char* kLibraryName = "libguardc_native.so";
inline constexpr const char* kInterfaceSymbol = "guardc_native_interface";
inline constexpr const char* kCreateSymbol = "guardc_native_create";

}  // namespace guardc::native
