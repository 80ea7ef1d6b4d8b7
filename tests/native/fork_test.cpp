#include <array>

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/native/engines.h"

using namespace guardc;
using namespace guardc::native_test;

namespace {

WrittenProgram length_of_row(std::int64_t value) {
    WrittenProgram w;
    w.equals(w.load(w.slot(0), Scalar::u32, offsetof(Sample, count)), value);
    w.hit();
    return w;
}

// As long as the other, and never a hit.
WrittenProgram something_else(std::uint32_t shape) {
    WrittenProgram w;
    w.equals(w.load(w.slot(0), Scalar::u32, offsetof(Sample, identity)), -1);
    for (std::uint32_t i = 0; i < shape; ++i)
        w.integer(i);
    w.miss();
    return w;
}

}  // namespace

TEST_CASE("a forked child keeps its code when the parent frees its own, and can compile") {
    auto loaded = native::load_compiler({.verify = true});
    REQUIRE(loaded.has_value());
    native::Compiler& with = **loaded;
    const WrittenProgram written = length_of_row(3);
    const auto neighbour = compile(with, something_else(99).program);  // keeps the slab in place
    auto check = compile(with, written.program);
    std::array<int, 2> pipe_ends{};
    REQUIRE(pipe(pipe_ends.data()) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        char go = 0;
        if (read(pipe_ends[0], &go, 1) != 1) _exit(10);
        if (run_native(*check, written, standard_frame()).status != Status::hit) _exit(11);
        check.reset();
        const auto again = with.compile(written.program);
        if (!again) _exit(12);
        if (run_native(**again, written, standard_frame()).status != Status::hit) _exit(13);
        _exit(0);
    }
    check.reset();
    std::vector<std::shared_ptr<const native::NativeCheck>> others;
    for (std::uint32_t i = 0; i < 50; ++i)
        others.push_back(compile(with, something_else(i).program));
    REQUIRE(write(pipe_ends[1], "g", 1) == 1);
    int state = 0;
    REQUIRE(waitpid(child, &state, 0) == child);
    CHECK(WIFEXITED(state));
    CHECK(WEXITSTATUS(state) == 0);
    const auto again = compile(with, written.program);
    CHECK(run_native(*again, written, standard_frame()).status == Status::hit);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
}
