#include <map>

#include <catch2/catch.hpp>

#include "tests/native/random_program.h"

using namespace guardc;
using namespace guardc::native_test;

namespace {

struct Tally {
    std::map<std::string, std::size_t> verdicts;
    std::size_t differences = 0;
};

Tally compare_engines(std::uint64_t seed, std::size_t programs, std::size_t frames, native::Compiler& with,
                      const RandomOptions& options = {}, bool until_different = false) {
    std::mt19937_64 random(seed);
    Tally tally;
    for (std::size_t i = 0; i < programs && !(until_different && tally.differences > 0); ++i) {
        const WrittenProgram written = random_program(random, options);
        const auto check = compile(with, written.program);
        for (std::size_t f = 0; f < frames; ++f) {
            const RandomFrame made = random_frame(random);
            const Verdict table = run_table(written, made.frame);
            const Verdict native = run_native(*check, written, made.frame);
            ++tally.verdicts[text({table.status, {}})];
            if (!(native == table)) ++tally.differences;
        }
    }
    return tally;
}

}  // namespace

TEST_CASE("table and native agree on programs by chance") {
    Tally tally = compare_engines(1, 4000, 25, compiler());
    CHECK(tally.differences == 0);
    // The programs decide: no verdict is rare.
    CHECK(tally.verdicts["hit"] > 3000);
    CHECK(tally.verdicts["miss"] > 3000);
    CHECK(tally.verdicts["error"] > 300);
}

TEST_CASE("programs by chance notice each operation that is lowered wrongly") {
    for (unsigned op = 0; op < kOpCount; ++op) {
        CAPTURE(op_name(static_cast<Op>(op)));
        const auto broken = native::load_compiler({.verify = true, .broken_op = static_cast<int>(op)});
        REQUIRE(broken.has_value());
        CHECK(compare_engines(2, 3000, 10, **broken, {}, true).differences > 0);
    }
}

TEST_CASE("table and native agree on large programs, which come in pieces") {
    Tally tally = compare_engines(3, 12, 40, compiler(), {.statements = 4000, .externs = false});
    CHECK(tally.differences == 0);
}
