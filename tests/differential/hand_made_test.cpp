// Programs written by hand, for the operations that the builder has no use for.
#include "tests/differential/hand_made.h"

#include <catch2/catch.hpp>

#include "compiler/native/native.h"
#include "runtime/program/interpreter_loop.h"
#include "runtime/value/arena.h"
#include "runtime/value/builtin_model.h"
#include "tests/differential/comparison.h"

using namespace guardc;
using namespace guardc::differential;

namespace {

// Its operand is an int; `self` says which one it wants.
Truth is_wanted(void* self, std::span<const Cell> operands) noexcept {
    return truth(operands[0].as_integer() == *static_cast<std::int64_t*>(self));
}
Truth always_errs(void*, std::span<const Cell>) noexcept {
    return Truth::error;
}
Truth is_unknown(void*, std::span<const Cell>) noexcept {
    return Truth::undefined;
}

struct HandMade {
    Op op;
    const char* title;
    Status wanted;
    Runner runner;
};

compiler::CheckProgram program_of(std::vector<Instruction> code, std::vector<std::uint64_t> literals,
                                  std::uint32_t registers) {
    compiler::CheckProgram check;
    check.program.code = std::move(code);
    check.program.masks = {std::uint64_t{1} << static_cast<unsigned>(Kind::list)};
    check.program.registers = registers;
    check.program.slots = 1;
    check.literals.words = {std::bit_cast<std::uint64_t>(&builtin_model()), 0};
    check.literals.words.insert(check.literals.words.end(), literals.begin(), literals.end());
    check.program.literal_words = static_cast<std::uint32_t>(check.literals.words.size());
    REQUIRE(verify_program(check.program) == nullptr);
    return check;
}

constexpr auto kInteger = static_cast<std::uint64_t>(CellTag::integer);

// The size of a dimension whose number is in a register.
Runner element_program(std::int64_t dimension, std::int64_t size) {
    return Runner(program_of(
        {{.op = Op::slot, .dst = 0},
         {.op = Op::constant, .tag = CellTag::integer, .dst = 1, .data = 2},
         {.op = Op::element,
          .form = static_cast<std::uint8_t>(Scalar::i64),
          .tag = CellTag::integer,
          .dst = 2,
          .a = 0,
          .b = 1,
          .data = offsetof(TensorValue, sizes)},
         {.op = Op::constant, .tag = CellTag::integer, .dst = 3, .data = 4},
         {.op = Op::compare_integer, .form = static_cast<std::uint8_t>(Comparison::equal), .a = 2, .b = 3},
         {.op = Op::hit}},
        {static_cast<std::uint64_t>(dimension), kInteger, static_cast<std::uint64_t>(size), kInteger}, 4));
}

Runner extern_program(const ExternBinding& binding, std::int64_t operand, bool negated = false) {
    return Runner(program_of(
        {{.op = Op::constant, .tag = CellTag::integer, .dst = 0, .data = 3},
         {.op = Op::extern_call, .negated = negated, .a = 0, .data = 2, .count = 1},
         {.op = Op::hit}},
        {std::bit_cast<std::uint64_t>(&binding), static_cast<std::uint64_t>(operand), kInteger}, 1));
}

// A list misses, anything else hits.
Runner miss_program() {
    return Runner(program_of({{.op = Op::slot, .dst = 0},
                              {.op = Op::kind, .a = 0, .data = 0, .target = 3},
                              {.op = Op::miss},
                              {.op = Op::hit}},
                             {}, 1));
}

std::vector<HandMade> programs(bool list_in_slot) {
    static std::int64_t seven = 7;
    static const ExternBinding wants{is_wanted, &seven};
    static const ExternBinding errs{always_errs, nullptr};
    static const ExternBinding unknown{is_unknown, nullptr};
    std::vector<HandMade> made;
    if (list_in_slot) {
        made.push_back({Op::miss, "a list misses", Status::miss, miss_program()});
        return made;
    }
    made.push_back({Op::miss, "another object hits", Status::hit, miss_program()});
    made.push_back({Op::element, "the size at a position", Status::hit, element_program(1, 128)});
    made.push_back({Op::element, "another size", Status::miss, element_program(1, 127)});
    made.push_back({Op::element, "the first size", Status::hit, element_program(0, 8)});
    made.push_back({Op::extern_call, "holds", Status::hit, extern_program(wants, 7)});
    made.push_back({Op::extern_call, "does not hold", Status::miss, extern_program(wants, 8)});
    made.push_back({Op::extern_call, "negated", Status::hit, extern_program(wants, 8, true)});
    made.push_back({Op::extern_call, "undefined", Status::miss, extern_program(unknown, 7)});
    made.push_back({Op::extern_call, "undefined, negated", Status::miss, extern_program(unknown, 7, true)});
    made.push_back({Op::extern_call, "error", Status::error, extern_program(errs, 7)});
    return made;
}

struct Slot {
    ValueArena arena;
    AmbientBlock ambient = {};
    Ref value = nullptr;
    explicit Slot(bool is_list) {
        const std::int64_t sizes[] = {8, 128};
        value = is_list ? arena.make_list({})
                        : arena.make_tensor({.sizes = std::span<const std::int64_t>(sizes)});
    }
    Input input() const { return {{&value, 1}, ambient}; }
};

}  // namespace

TEST_CASE("hand-made programs answer alike in both engines") {
    for (const bool is_list : {false, true}) {
        const Slot slot(is_list);
        for (HandMade& made : programs(is_list)) {
            INFO(op_name(made.op) << ": " << made.title);
            CHECK(made.runner.by_table(slot.input()).status == made.wanted);
            const auto code = native_compiler().compile(made.runner.program());
            REQUIRE(code);
            CHECK(made.runner.natively(**code, slot.input()).status == made.wanted);
        }
    }
}

TEST_CASE("breaking the operation of a hand-made program is noticed") {
    for (const Op op : {Op::extern_call, Op::element, Op::miss}) {
        const auto compiler = native::load_compiler({.verify = true, .broken_op = static_cast<int>(op)});
        REQUIRE(compiler);
        bool by_table = false, natively = false;
        for (const bool is_list : {false, true}) {
            const Slot slot(is_list);
            for (HandMade& made : programs(is_list)) {
                if (made.op != op) continue;
                by_table = by_table || made.runner.by_table(slot.input(), BrokenOp{op}).status != made.wanted;
                const auto code = (*compiler)->compile(made.runner.program());
                REQUIRE(code);
                natively = natively || made.runner.natively(**code, slot.input()).status != made.wanted;
            }
        }
        INFO(op_name(op));
        CHECK(by_table);
        CHECK(natively);
    }
}
