// Broken programs are found before they run.
#include <functional>

#include <catch2/catch.hpp>

#include "runtime/program/functions.h"
#include "tests/program/program_writer.h"

using namespace guardc;
using namespace guardc::program_tests;

namespace {

using Code = std::vector<Instruction>;

constexpr Instruction kHit{.op = Op::hit};
constexpr Instruction kMissOp{.op = Op::miss};
constexpr Instruction slot(std::uint32_t dst, std::uint32_t data = 0) {
    return {.op = Op::slot, .dst = dst, .data = data};
}
constexpr Instruction integer(std::uint32_t dst) {
    return {.op = Op::constant, .tag = CellTag::integer, .dst = dst, .data = 2};
}
constexpr Instruction truthy(std::uint32_t a, std::uint32_t target = kMiss) {
    return {.op = Op::truthy, .a = a, .target = target};
}
constexpr Instruction jump(std::uint32_t target) {
    return {.op = Op::jump, .target = target};
}
constexpr Instruction load(CellTag tag, Scalar scalar, std::uint32_t dst = 1, std::uint32_t a = 0) {
    return {.op = Op::load, .form = static_cast<std::uint8_t>(scalar), .tag = tag, .dst = dst, .a = a};
}
constexpr Instruction lift(std::uint32_t a, std::uint32_t data) {
    return {.op = Op::lift, .a = a, .data = data};
}
constexpr std::uint32_t number(ValueFunction function) {
    return static_cast<std::uint32_t>(function);
}
constexpr std::uint32_t number(TestFunction function) {
    return static_cast<std::uint32_t>(function);
}

// Two masks, four literal words behind the header, eight registers of which the first is merged, two slots.
Program program(Code code, std::uint32_t lifted = 0) {
    return {.code = std::move(code),
            .masks = {1, 2},
            .merged = 1,
            .registers = 8,
            .slots = 2,
            .literal_words = 6,
            .lifted = lifted};
}

struct Row {
    const char* wrong;  // null: nothing is
    Code code;
    std::uint32_t lifted = 0;
};

const Row kRows[] = {
    {nullptr, {kHit}},
    {nullptr, {kMissOp}},
    {nullptr, {jump(kMiss)}},
    {nullptr, {slot(1), truthy(1), kHit}},
    {nullptr, {slot(1), truthy(1, 3), kHit, kMissOp}},
    {nullptr, {kHit, kHit}},  // what no way leads to is harmless
    {nullptr, {jump(2), kMissOp, kHit}},
    {"the program is empty", {}},
    {"an instruction is no operation", {{.op = static_cast<Op>(kOpCount)}, kHit}},
    // how it ends
    {"the program ends in neither hit nor miss", {slot(1)}},
    {"the program ends in neither hit nor miss", {slot(1), truthy(1)}},
    {"the program ends in neither hit nor miss", {jump(1), slot(1)}},
    {"a jump goes backward", {slot(1), truthy(1, 0), kHit}},
    {"a jump goes backward", {jump(0), kHit}},
    {"a jump goes backward", {slot(1), truthy(1, 1), kHit}},
    {"a jump goes outside the program", {jump(2), kHit}},
    {"a jump goes outside the program", {slot(1), truthy(1, 9), kHit}},
    // bounds
    {"a slot lies outside the frame", {slot(1, 2), kHit}},
    {"a value has no register to go to", {slot(8), kHit}},
    {"a value has no register to go to", {slot(kNoRegister), kHit}},
    {"no such ambient field", {{.op = Op::ambient, .dst = 1, .data = kAmbientFieldCount}, kHit}},
    {"no such fact", {slot(1), {.op = Op::fact, .dst = 2, .a = 1, .data = kFactCount}, kHit}},
    {"a constant lies outside the literal block", {{.op = Op::constant, .dst = 1, .data = 5}, kHit}},
    {"a constant lies outside the literal block", {{.op = Op::constant, .dst = 1, .data = 0}, kHit}},
    {"a constant lies outside the literal block",
     {{.op = Op::constant, .dst = 1, .data = 0xffffffffU}, kHit}},
    {nullptr, {{.op = Op::constant, .dst = 1, .data = 4}, kHit}},
    {"a constant lies outside the literal block", {slot(1), {.op = Op::strict, .a = 1, .data = 5}, kHit}},
    {"a range lies outside the literal block", {integer(1), {.op = Op::range, .a = 1, .data = 4}, kHit}},
    {nullptr, {integer(1), {.op = Op::range, .a = 1, .data = 3}, kHit}},
    {"an extern predicate lies outside the literals", {{.op = Op::extern_call, .data = 6}, kHit}},
    {nullptr, {{.op = Op::extern_call, .data = 5}, kHit}},
    {"a kind set lies outside the masks", {slot(1), {.op = Op::kind, .a = 1, .data = 2}, kHit}},
    {"a match compares no words", {slot(1), {.op = Op::match, .a = 1, .b = 2}, kHit}},
    {"masks of a match lie outside the masks",
     {slot(1), {.op = Op::match, .a = 1, .b = 2, .extra = 1, .count = 2}, kHit}},
    {"words of a match lie outside the literals",
     {slot(1), {.op = Op::match, .a = 1, .b = 5, .count = 2}, kHit}},
    {"words of a match lie outside the literals",
     {slot(1), {.op = Op::match, .a = 1, .b = 1, .count = 2}, kHit}},
    {nullptr, {slot(1), {.op = Op::match, .a = 1, .b = 4, .count = 2}, kHit}},
    {"a lift goes outside the argument block", {slot(1), lift(1, 1), kHit}, 1},
    // calls
    {"a call names no function", {slot(1), {.op = Op::call, .dst = 2, .a = 1, .data = 99, .count = 1}, kHit}},
    {"a call names no function", {slot(1), {.op = Op::test_call, .a = 1, .data = 99, .count = 1}, kHit}},
    {"a call has too few or too many operands",
     {slot(1), {.op = Op::call, .dst = 2, .a = 1, .data = number(ValueFunction::add), .count = 1}, kHit}},
    {"a call has too few or too many operands",
     {slot(1), {.op = Op::test_call, .a = 1, .data = number(TestFunction::distinct)}, kHit}},
    {"operands of a call lie outside the registers",
     {slot(7), {.op = Op::call, .dst = 2, .a = 7, .data = number(ValueFunction::add), .count = 2}, kHit}},
    {"operands of a call lie outside the registers",
     {{.op = Op::extern_call, .a = 0xfffffffeU, .data = 2, .count = 4}, kHit}},
    {"a register is read before it is written",
     {slot(2), {.op = Op::call, .dst = 4, .a = 2, .data = number(ValueFunction::add), .count = 2}, kHit}},
    // forms
    {"only tests can be negated", {{.op = Op::slot, .negated = true, .dst = 1}, kHit}},
    {"only tests can be negated", {{.op = Op::hit, .negated = true}}},
    {"compare orders; equality is an operation of its own",
     {slot(1), {.op = Op::compare, .form = 0, .a = 1, .b = 1}, kHit}},
    {"compare orders; equality is an operation of its own",
     {slot(1), {.op = Op::compare, .form = 6, .a = 1, .b = 1}, kHit}},
    {"no such comparison", {integer(1), {.op = Op::compare_integer, .form = 6, .a = 1, .b = 1}, kHit}},
    {"a read has no known scalar", {slot(1), {.op = Op::load, .form = 11, .dst = 2, .a = 1}, kHit}},
    {"a read is tagged as something its scalar cannot be",
     {slot(1), load(CellTag::absent, Scalar::i64, 2, 1), kHit}},
    {"a read is tagged as something its scalar cannot be",
     {slot(1), load(CellTag::integer, Scalar::pointer, 2, 1), kHit}},
    {"a read is tagged as something its scalar cannot be",
     {slot(1), load(CellTag::reference, Scalar::u64, 2, 1), kHit}},
    {"a read is tagged as something its scalar cannot be",
     {slot(1), load(CellTag::integer, Scalar::f64, 2, 1), kHit}},
    {"a read is tagged as something its scalar cannot be",
     {slot(1), load(CellTag::floating, Scalar::i64, 2, 1), kHit}},
    {"only references say their kind",
     {slot(1),
      {.op = Op::load,
       .form = static_cast<std::uint8_t>(Scalar::i64),
       .tag = CellTag::integer,
       .dst = 2,
       .a = 1,
       .extra = 1},
      kHit}},
    {nullptr, {slot(1), load(CellTag::floating, Scalar::f32, 2, 1), kHit}},
    {nullptr, {slot(1), load(CellTag::device, Scalar::u64, 2, 1), kHit}},
    {"a value is tagged as something its operation does not yield",
     {{.op = Op::slot, .tag = CellTag::integer, .dst = 1}, kHit}},
    // reads
    {"an operand is no register", {truthy(kNoRegister), kHit}},
    {"an operand is no register", {truthy(8), kHit}},
    {"a register is read before it is written", {truthy(1), kHit}},
    {"a register is read before it is written", {{.op = Op::copy, .dst = 1, .a = 1}, kHit}},
    {"an operand is not known to be what its operation needs",
     {integer(1), load(CellTag::integer, Scalar::i64, 2, 1), kHit}},
    {"an operand is not known to be what its operation needs",
     {slot(1), integer(2), {.op = Op::add, .dst = 3, .a = 1, .b = 2}, kHit}},
    {"an operand is not known to be what its operation needs",
     {slot(1), integer(2), {.op = Op::add, .dst = 3, .a = 2, .b = 1}, kHit}},
    {"an operand is not known to be what its operation needs",
     {slot(1), {.op = Op::fact, .dst = 2, .a = 1, .data = 0}, {.op = Op::range, .a = 2, .data = 2}, kHit}},
    {nullptr,
     {integer(1),
      integer(2),
      {.op = Op::add, .dst = 3, .a = 2, .b = 1},
      {.op = Op::negate, .dst = 4, .a = 3},
      {.op = Op::range, .a = 4, .data = 2},
      kHit}},
    // a write on one of two ways
    {"a register is read on a way that does not write it", {slot(1), truthy(1, 3), slot(2), truthy(2), kHit}},
    {nullptr, {slot(1), truthy(1, 4), slot(2), truthy(2), truthy(1), kHit}},
    {"a register is read on a way that does not write it",
     {slot(1), truthy(1, 4), slot(2), jump(5), slot(2), truthy(2), kHit}},
    {nullptr, {slot(1), truthy(1, 4), slot(2), kHit, slot(2), truthy(2), kHit}},
    {"a merged register is read before it is written", {truthy(0), kHit}},
    {"a merged register is read before it is written", {slot(1), truthy(1, 3), slot(0), truthy(0), kHit}},
    {nullptr, {slot(1), truthy(1, 4), slot(0), jump(5), slot(0), truthy(0), kHit}},
    {"a merged register is read before it is written",
     {slot(1), truthy(1, 5), truthy(1, 6), slot(0), jump(6), slot(0), truthy(0), kHit}},
    {nullptr, {slot(1), truthy(1, 5), truthy(1), slot(0), jump(6), slot(0), truthy(0), kHit}},
    // a hit hands out all of the argument block
    {nullptr, {slot(1), lift(1, 0), lift(1, 1), kHit}, 2},
    {"a hit leaves part of the argument block unwritten", {slot(1), lift(1, 0), kHit}, 2},
    {"a hit leaves part of the argument block unwritten", {slot(1), truthy(1, 3), lift(1, 0), kHit}, 1},
    {nullptr, {slot(1), truthy(1, 4), lift(1, 0), kHit, kMissOp}, 1},
    {nullptr, {slot(1), truthy(1, 4), lift(1, 0), jump(5), lift(1, 0), kHit}, 1},
};

std::string_view text(const char* wrong) {
    return wrong == nullptr ? "" : wrong;
}

}  // namespace

TEST_CASE("programs that are right and programs that are not") {
    for (const Row& row : kRows) {
        INFO((&row - kRows) << ": " << text(row.wrong));
        CHECK(text(verify_program(program(row.code, row.lifted))) == text(row.wrong));
    }
    Program more_merged = program({kHit});
    more_merged.merged = 9;
    CHECK(text(verify_program(more_merged)) == "more merged registers than registers");
}

namespace {

// A direct reading of the contract: a read needs the last write before it on every way from the start.
bool is_written_on_every_way(const Program& program, std::uint32_t writer, std::uint32_t reader) {
    std::vector<bool> reached(program.code.size());
    std::vector<std::uint32_t> open = {0};
    while (!open.empty()) {
        const std::uint32_t at = open.back();
        open.pop_back();
        if (reached[at] || at == writer) continue;
        reached[at] = true;
        if (at == reader) return false;
        const Instruction& instruction = program.code[at];
        if (instruction.op == Op::hit || instruction.op == Op::miss) continue;
        if (instruction.target != kMiss) open.push_back(instruction.target);
        if (instruction.op != Op::jump) open.push_back(at + 1);
    }
    return true;
}

}  // namespace

TEST_CASE("dominance agrees with a search over all ways") {
    std::uint64_t state = 12345;
    const auto dice = [&state](std::uint32_t sides) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<std::uint32_t>((state >> 33U) % sides);
    };
    unsigned refused = 0;
    for (int round = 0; round < 20000; ++round) {
        const std::uint32_t size = 4 + dice(14);
        Program random = program({slot(1)});
        random.merged = 0;
        std::uint32_t writer = 0;
        for (std::uint32_t at = 1; at + 2 < size; ++at) {
            const std::uint32_t target = at + 1 + dice(size - at - 1);
            switch (dice(5)) {
                case 0:
                    random.code.push_back(jump(target));
                    break;
                case 1:
                    random.code.push_back(kMissOp);
                    break;
                case 2:
                    random.code.push_back(slot(2)), writer = at;
                    break;
                default:
                    random.code.push_back(truthy(1, target));
                    break;
            }
        }
        random.code.push_back(truthy(2));
        random.code.push_back(kHit);
        const auto reader = static_cast<std::uint32_t>(random.code.size()) - 2;
        const bool right = writer != 0 && is_written_on_every_way(random, writer, reader);
        refused += right ? 0 : 1;
        const char* wrong = verify_program(random);
        INFO(round << ": " << text(wrong));
        if (writer == 0)
            CHECK(text(wrong) == "a register is read before it is written");
        else
            CHECK((wrong == nullptr) == right);
    }
    CHECK(refused > 2000);
    CHECK(refused < 18000);
}

TEST_CASE("verification is quick on long programs") {
    // Every second instruction jumps to the end, which is where most work meets.
    Program large = program({slot(1)});
    constexpr std::uint32_t kLength = 200'000;
    for (std::uint32_t at = 1; at < kLength; ++at)
        large.code.push_back(at % 2 == 0 ? slot(2) : truthy(1, kLength));
    large.code.push_back(kHit);
    CHECK(verify_program(large) == nullptr);
}
