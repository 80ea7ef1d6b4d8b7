#include "tests/native/engines.h"

#include <catch2/catch.hpp>

#include "runtime/program/interpreter.h"

namespace guardc {

bool operator==(const Cell& left, const Cell& right) {
    return left.bits == right.bits && left.tag == right.tag && left.length == right.length;
}

namespace native_test {
namespace {

// What registers hold before a check is garbage, here the same in each run.
std::vector<Cell> garbage(std::uint32_t cells) {
    return std::vector<Cell>(cells, Cell{0xdeadbeefdeadbeefULL, CellTag::text, 7});
}

template <typename Run>
Verdict run(const WrittenProgram& written, Run&& with) {
    std::vector<Cell> scratch = garbage(written.program.registers);
    std::vector<Cell> out = garbage(written.program.lifted);
    const Status status = with(scratch.data(), out.empty() ? nullptr : out.data());
    return {status, status == Status::hit ? out : std::vector<Cell>{}};
}

}  // namespace

bool operator==(const Verdict& left, const Verdict& right) {
    return left.status == right.status && left.out == right.out;
}

std::string text(const Verdict& verdict) {
    std::string line = verdict.status == Status::hit    ? "hit"
                       : verdict.status == Status::miss ? "miss"
                                                        : "error";
    for (const Cell& cell : verdict.out) {
        line += " " + std::to_string(cell.bits) + ":" + std::to_string(static_cast<unsigned>(cell.tag));
        if (cell.length != 0) line += "/" + std::to_string(cell.length);
    }
    return line;
}

const Frame& standard_frame() {
    static const Sample second{.kind = kTensorKind, .count = 2, .identity = 77, .row = {8, 128, 0, 0}};
    static const Sample first{.kind = kPlainKind,
                              .u8 = 200,
                              .i8 = -3,
                              .u16 = 60000,
                              .i16 = -300,
                              .u32 = 4000000000U,
                              .i32 = -70000,
                              .f32 = 0.5F,
                              .count = 3,
                              .u64 = 0x0123456789abcdefULL,
                              .i64 = -5,
                              .f64 = 2.25,
                              .next = &second,
                              .identity = 76,
                              .row = {10, -20, 30, 40}};
    static const Sample number{.kind = kIntegerKind, .i64 = 12};
    static const Sample failing{.kind = kPlainKind, .u8 = 255, .identity = 78};
    static const Frame frame = [] {
        Frame made{{&first, &second, nullptr, &number, &failing, &first}, {}};
        made.ambient[static_cast<unsigned>(AmbientField::grad_mode)] = Cell::boolean(true);
        made.ambient[static_cast<unsigned>(AmbientField::num_threads)] = Cell::integer(4);
        return made;
    }();
    return frame;
}

native::Compiler& compiler() {
    static const auto loaded = native::load_compiler({.verify = true});
    if (!loaded) FAIL(loaded.error().message);
    return **loaded;
}

std::shared_ptr<const native::NativeCheck> compile(native::Compiler& with, const Program& program) {
    if (const char* fault = verify_program(program)) FAIL(fault);
    auto check = with.compile(program);
    if (!check) FAIL(check.error().message);
    return *check;
}

Verdict run_native(const native::NativeCheck& check, const WrittenProgram& written, const Frame& frame) {
    return run(written, [&](Cell* scratch, Cell* out) {
        return check.function()(frame.slots.data(), frame.ambient.data(), written.literals.data(), scratch,
                                nullptr, out);
    });
}

Verdict run_table(const WrittenProgram& written, const Frame& frame) {
    return run(written, [&](Cell* scratch, Cell* out) {
        return run_program(written.program, frame.slots.data(), frame.ambient.data(), written.literals.data(),
                           scratch, nullptr, out);
    });
}

}  // namespace native_test
}  // namespace guardc
