// Who shares code, and when it goes.
#include <atomic>
#include <thread>

#include <catch2/catch.hpp>

#include "tests/native/engines.h"
#include "tests/native/process_memory.h"
#include "tests/sanitized.h"

using namespace guardc;
using namespace guardc::native_test;
using tests::kSanitized;

namespace {

// Hits when i64 of slot 0 is `value`; programs of another `shape` test it more often.
WrittenProgram is_value(std::int64_t value, std::uint32_t shape = 0) {
    WrittenProgram w;
    const Reg object = w.slot(0);
    for (std::uint32_t i = 0; i <= shape % 50; ++i)
        w.equals(w.load(object, Scalar::i64, offsetof(Sample, i64)), value);
    w.range(w.integer(shape), 0, shape, 1);
    for (std::uint32_t i = 0; i < shape / 50; ++i)
        w.kind(object, {kPlainKind});
    w.hit();
    return w;
}

std::unique_ptr<native::Compiler> new_compiler() {
    auto loaded = native::load_compiler({.verify = true});
    REQUIRE(loaded.has_value());
    return std::move(*loaded);
}

}  // namespace

TEST_CASE("entries of one shape share code and differ in literals") {
    const auto with = new_compiler();
    const WrittenProgram right = is_value(-5), wrong = is_value(6);
    const auto first = compile(*with, right.program);
    const auto second = compile(*with, wrong.program);
    CHECK(first->function() == second->function());
    CHECK(with->live_functions() == 1);
    CHECK(run_native(*first, right, standard_frame()).status == Status::hit);
    CHECK(run_native(*second, wrong, standard_frame()).status == Status::miss);
    const auto other = compile(*with, is_value(-5, 1).program);
    CHECK(other->function() != first->function());
    CHECK(with->live_functions() == 2);
    CHECK(with->live_code_bytes() == first->code_bytes() + other->code_bytes());
}

TEST_CASE("code goes with its last holder and comes again when asked for") {
    const auto with = new_compiler();
    const WrittenProgram written = is_value(-5);
    auto first = compile(*with, written.program);
    auto second = compile(*with, written.program);
    first.reset();
    CHECK(with->live_functions() == 1);
    CHECK(run_native(*second, written, standard_frame()).status == Status::hit);
    second.reset();
    CHECK(with->live_functions() == 0);
    CHECK(with->live_code_bytes() == 0);
    second = compile(*with, written.program);
    CHECK(run_native(*second, written, standard_frame()).status == Status::hit);
}

TEST_CASE("checks outlive the compiler") {
    auto with = new_compiler();
    const WrittenProgram written = is_value(-5);
    const auto check = compile(*with, written.program);
    with.reset();
    CHECK(run_native(*check, written, standard_frame()).status == Status::hit);
}

TEST_CASE("compile and free leave memory flat") {
    const auto with = new_compiler();
    const std::uint32_t cycles = kSanitized ? 300 : 10000;
    const auto turn = [&](std::uint32_t i) {
        const WrittenProgram written = is_value(-5, i % 120);
        const auto check = compile(*with, written.program);
        if (run_native(*check, written, standard_frame()).status != Status::hit) FAIL("a wrong verdict");
    };
    for (std::uint32_t i = 0; i < cycles / 10; ++i)
        turn(i);
    const ProcessMemory before = process_memory();
    for (std::uint32_t i = 0; i < cycles; ++i)
        turn(i);
    const ProcessMemory after = process_memory();
    CHECK(with->live_functions() == 0);
    CHECK(with->live_code_bytes() == 0);
    CHECK(after.writable_and_executable == 0);
    if (!kSanitized) {
        CHECK(after.regions <= before.regions + 2);
        CHECK(static_cast<double>(after.resident_bytes) <= 1.02 * static_cast<double>(before.resident_bytes));
    }
}

TEST_CASE("a live entry costs neither a page nor a mapped region") {
    const auto with = new_compiler();
    const std::uint32_t shapes = kSanitized ? 100 : 2000;
    std::vector<std::shared_ptr<const native::NativeCheck>> held;
    held.push_back(compile(*with, is_value(-5).program));
    const ProcessMemory before = process_memory();
    for (std::uint32_t i = 1; i < shapes; ++i)
        held.push_back(compile(*with, is_value(-5, i).program));
    CHECK(with->live_functions() == shapes);
    const std::size_t slabs = with->live_code_bytes() / (std::size_t{2} << 20U) + 2;
    CHECK(process_memory().writable_and_executable == 0);
    if (!kSanitized) {
        CHECK(process_memory().regions <= before.regions + 2 * slabs + 4);
    }
    CHECK(held[1]->code_bytes() < 1024);
}

TEST_CASE("threads compile at once and meet in one piece of code") {
    const auto with = new_compiler();
    constexpr std::uint32_t kShapes = 40;
    std::atomic<std::uint32_t> wrong = 0;
    std::vector<std::vector<std::shared_ptr<const native::NativeCheck>>> held(3);
    const auto work = [&](std::size_t self) {
        for (std::uint32_t i = 0; i < kShapes; ++i) {
            const WrittenProgram written = is_value(-5, i);
            auto check = with->compile(written.program);
            if (!check || run_native(**check, written, standard_frame()).status != Status::hit) {
                ++wrong;
                continue;
            }
            held[self].push_back(*check);
            const auto passing = with->compile(is_value(-5, 100 + static_cast<std::uint32_t>(i % 2)).program);
            if (!passing) ++wrong;
        }
    };
    std::thread first(work, 0), second(work, 1), third(work, 2);
    first.join();
    second.join();
    third.join();
    REQUIRE(wrong == 0);
    CHECK(with->live_functions() == kShapes);
    for (std::uint32_t i = 0; i < kShapes; ++i) {
        CHECK(held[0][i] == held[1][i]);
        CHECK(held[0][i] == held[2][i]);
    }
    held.clear();
    CHECK(with->live_functions() == 0);
    CHECK(with->live_code_bytes() == 0);
}
