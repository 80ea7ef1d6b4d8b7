// A wrong operation in any engine is noticed: each is broken on purpose, and some guard set must then answer
// wrongly.
#include <set>

#include <catch2/catch.hpp>

#include "tests/differential/hand_made.h"
#include "tests/differential/specimens.h"

using namespace guardc;
using namespace guardc::differential;

namespace {

std::vector<Op> all_ops() {
    std::vector<Op> ops;
    for (unsigned i = 0; i < kOpCount; ++i)
        ops.push_back(static_cast<Op>(i));
    return ops;
}

bool is_emitted(Op op) {
    for (const Specimen& specimen : specimens())
        if (specimen.built.fused.uses(op) || specimen.built.plain.uses(op)) return true;
    return false;
}

std::unique_ptr<native::Compiler> broken_compiler(Op op) {
    auto loaded = native::load_compiler({.verify = true, .broken_op = static_cast<int>(op)});
    REQUIRE(loaded);
    return std::move(*loaded);
}

bool noticed_by_table(Op op) {
    for (Specimen& specimen : specimens())
        for (Runner* runner : {&specimen.built.fused, &specimen.built.plain})
            if (may_be_broken(runner->program(), op) && is_noticed(specimen, [&](const Input& input) {
                    return runner->by_table(input, BrokenOp{op});
                }))
                return true;
    return false;
}

bool noticed_natively(Op op) {
    const std::unique_ptr<native::Compiler> compiler = broken_compiler(op);
    for (Specimen& specimen : specimens())
        for (Runner* runner : {&specimen.built.fused, &specimen.built.plain}) {
            if (!may_be_broken(runner->program(), op)) continue;
            const auto code = compiler->compile(runner->program());
            REQUIRE(code);
            if (is_noticed(specimen, [&](const Input& input) { return runner->natively(**code, input); }))
                return true;
        }
    return false;
}

}  // namespace

TEST_CASE("specimens are right before anything is broken") {
    for (Specimen& specimen : specimens()) {
        CHECK_FALSE(
            is_noticed(specimen, [&](const Input& input) { return specimen.built.fused.by_table(input); }));
        CHECK_FALSE(
            is_noticed(specimen, [&](const Input& input) { return specimen.built.plain.by_table(input); }));
    }
}

TEST_CASE("guards need every operation but those that only other sources emit") {
    for (const Op op : all_ops()) {
        INFO(op_name(op));
        CHECK(is_emitted(op) != is_hand_made(op));
    }
}

TEST_CASE("a broken operation of the table engine is noticed") {
    for (const Op op : all_ops()) {
        if (is_hand_made(op)) continue;
        INFO(op_name(op));
        CHECK(noticed_by_table(op));
    }
}

TEST_CASE("a broken operation of the native engine is noticed") {
    for (const Op op : all_ops()) {
        if (is_hand_made(op)) continue;
        INFO(op_name(op));
        CHECK(noticed_natively(op));
    }
}
