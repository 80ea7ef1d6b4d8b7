#include "tests/program/operation_cases.h"

#include "runtime/program/functions.h"
#include "tests/program/value_notation.h"
#include "tests/program/views.h"

namespace guardc::program_tests {
namespace {

constexpr Status hit = Status::hit;
constexpr Status miss = Status::miss;
constexpr Status error = Status::error;
constexpr std::int64_t kLeast = INT64_MIN;
constexpr std::int64_t kMost = INT64_MAX;

using Write = std::function<void(ProgramWriter&, Run&, ValueArena&)>;

// An engine's struct, read through layouts.
struct Record {
    std::uint8_t u8;
    std::int8_t i8;
    std::uint16_t u16;
    std::int16_t i16;
    std::uint32_t u32;
    std::int32_t i32;
    std::uint64_t u64;
    std::int64_t i64;
    float f32;
    double f64;
    const Record* next;
    std::int32_t sizes[4];
};
const Record kRecord = {250,    -6,   65530, -6,      4000000000U,   -6, ~std::uint64_t{0},
                        kLeast, 0.5F, -0.25, nullptr, {7, -8, 9, 10}};
const Record kOuter = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, &kRecord, {}};

std::uint8_t form(Comparison comparison) {
    return static_cast<std::uint8_t>(comparison);
}

void expect_integer(ProgramWriter& w, std::uint32_t reg, std::int64_t value) {
    w.constant(15, Cell::integer(value));
    w.add({.op = Op::compare_integer, .form = form(Comparison::equal), .a = reg, .b = 15}).hit();
}

Write arithmetic(Op op, std::int64_t left, std::int64_t right, std::int64_t result) {
    return [=](ProgramWriter& w, Run&, ValueArena&) {
        w.constant(0, Cell::integer(left)).constant(1, Cell::integer(right));
        w.add({.op = op, .tag = CellTag::integer, .dst = 2, .a = 0, .b = op == Op::negate ? kNoRegister : 1});
        expect_integer(w, 2, result);
    };
}

Write load(Scalar scalar, std::size_t offset, CellTag tag, const Cell& expected) {
    return [=](ProgramWriter& w, Run& run, ValueArena&) {
        run.slots[0] = &kRecord;
        w.slot(0);
        w.add({.op = Op::load,
               .form = static_cast<std::uint8_t>(scalar),
               .tag = tag,
               .dst = 1,
               .a = 0,
               .data = static_cast<std::uint32_t>(offset)});
        w.add({.op = Op::strict, .a = 1, .data = w.cell(expected)}).hit();
    };
}

// A test of one operand, given as a value of the frame, against a constant.
Write test_value(const Instruction& test, const char* value, const char* constant = nullptr) {
    return [=](ProgramWriter& w, Run& run, ValueArena& arena) {
        run.slots[0] = value_of(arena, value);
        Instruction instruction = test;
        w.slot(0);
        instruction.a = 0;
        if (constant != nullptr && test.op == Op::strict) {
            instruction.data = w.cell(as_literal(value_of(arena, constant)));
        } else if (constant != nullptr) {
            w.constant(1, as_literal(value_of(arena, constant)));
            instruction.b = 1;
        }
        w.add(instruction).hit();
    };
}

Write compare(Comparison comparison, std::int64_t left, std::int64_t right, bool negated = false) {
    return [=](ProgramWriter& w, Run&, ValueArena&) {
        w.constant(0, Cell::integer(left)).constant(1, Cell::integer(right));
        w.add({.op = Op::compare_integer, .form = form(comparison), .negated = negated, .a = 0, .b = 1})
            .hit();
    };
}

Write range(std::int64_t value, std::int64_t first, std::int64_t last, std::int64_t step) {
    return [=](ProgramWriter& w, Run&, ValueArena&) {
        w.constant(0, Cell::integer(value));
        const std::uint32_t data = w.word(static_cast<std::uint64_t>(first));
        w.word(static_cast<std::uint64_t>(last));
        w.word(static_cast<std::uint64_t>(step));
        w.add({.op = Op::range, .a = 0, .data = data}).hit();
    };
}

Write match(const std::vector<std::uint64_t>& masks, const std::vector<std::uint64_t>& wanted) {
    return [=](ProgramWriter& w, Run& run, ValueArena&) {
        static const std::uint64_t words[] = {0x1122334455667788ULL, 0xffffffff00000000ULL, 3};
        run.slots[0] = words;
        Instruction test{.op = Op::match, .a = 0};
        test.extra = w.mask(masks[0]);
        for (std::size_t i = 1; i < masks.size(); ++i)
            w.mask(masks[i]);
        test.b = w.word(wanted[0]);
        for (std::size_t i = 1; i < wanted.size(); ++i)
            w.word(wanted[i]);
        test.count = static_cast<std::uint32_t>(masks.size());
        w.slot(0).add(test).hit();
    };
}

Write same(const char* left, const char* right, bool negated = false) {
    return [=](ProgramWriter& w, Run& run, ValueArena& arena) {
        run.slots[0] = value_of(arena, left);
        run.slots[1] = value_of(arena, right);
        w.slot(0).slot(1, 1).add({.op = Op::same, .negated = negated, .a = 0, .b = 1}).hit();
    };
}

Write fact(FactId id, const char* object, const Cell& argument, const Cell& expected) {
    return [=](ProgramWriter& w, Run& run, ValueArena& arena) {
        run.slots[0] = value_of(arena, object);
        w.slot(0);
        if (argument.tag != CellTag::absent) w.constant(1, argument);
        w.add({.op = Op::fact,
               .dst = 2,
               .a = 0,
               .b = argument.tag == CellTag::absent ? kNoRegister : 1,
               .data = static_cast<std::uint32_t>(id)});
        w.add({.op = Op::strict, .a = 2, .data = w.cell(expected)}).hit();
    };
}

Truth answer(void* self, std::span<const Cell> operands) noexcept {
    const auto wanted = *static_cast<const std::int64_t*>(self);
    if (operands.size() != 1) return static_cast<Truth>(wanted);
    return truth(operands[0].as_integer() == wanted);
}

Write extern_call(std::int64_t answers, std::uint32_t count, bool negated = false) {
    return [=](ProgramWriter& w, Run&, ValueArena& arena) {
        auto* number = arena.make<std::int64_t>();
        *number = answers;
        auto* binding = arena.make<ExternBinding>();
        *binding = {answer, number};
        w.constant(0, Cell::integer(1));
        w.add({.op = Op::extern_call,
               .negated = negated,
               .a = count == 0 ? kNoRegister : 0,
               .data = w.word(std::bit_cast<std::uint64_t>(binding)),
               .count = count})
            .hit();
    };
}

void add_reads(std::vector<OperationCase>& cases) {
    const auto integer = [](std::int64_t value) { return Cell::integer(value); };
    const struct {
        const char* name;
        Scalar scalar;
        std::size_t offset;
        CellTag tag;
        Cell cell;
    } rows[] = {
        {"u8", Scalar::u8, offsetof(Record, u8), CellTag::integer, integer(250)},
        {"i8", Scalar::i8, offsetof(Record, i8), CellTag::integer, integer(-6)},
        {"u16", Scalar::u16, offsetof(Record, u16), CellTag::integer, integer(65530)},
        {"i16", Scalar::i16, offsetof(Record, i16), CellTag::integer, integer(-6)},
        {"u32", Scalar::u32, offsetof(Record, u32), CellTag::integer, integer(4000000000)},
        {"i32", Scalar::i32, offsetof(Record, i32), CellTag::integer, integer(-6)},
        {"i64", Scalar::i64, offsetof(Record, i64), CellTag::integer, integer(kLeast)},
        {"f32", Scalar::f32, offsetof(Record, f32), CellTag::floating, Cell::floating(0.5)},
        {"f64", Scalar::f64, offsetof(Record, f64), CellTag::floating, Cell::floating(-0.25)},
        {"bool", Scalar::u8, offsetof(Record, sizes) + sizeof(std::int32_t) * 3 + 1, CellTag::boolean,
         Cell::boolean(false)},
    };
    for (const auto& row : rows)
        cases.push_back({Op::load, row.name, hit, load(row.scalar, row.offset, row.tag, row.cell)});
    cases.push_back({Op::load, "another", miss, load(Scalar::i8, 1, CellTag::integer, integer(250))});
    const auto through = [](const Record* record) {
        return [record](ProgramWriter& w, Run& run, ValueArena&) {
            run.slots[0] = record;
            w.slot(0);
            w.add({.op = Op::load,
                   .form = static_cast<std::uint8_t>(Scalar::pointer),
                   .tag = CellTag::reference,
                   .dst = 1,
                   .a = 0,
                   .data = offsetof(Record, next)});
            w.add({.op = Op::load,
                   .form = static_cast<std::uint8_t>(Scalar::u8),
                   .tag = CellTag::integer,
                   .dst = 2,
                   .a = 1,
                   .data = 0});
            expect_integer(w, 2, 250);
        };
    };
    cases.push_back({Op::load, "through a pointer", hit, through(&kOuter)});
    cases.push_back({Op::load, "through null", miss, through(&kRecord)});
    const auto element = [](std::int64_t index, std::int64_t expected) {
        return [=](ProgramWriter& w, Run& run, ValueArena&) {
            run.slots[0] = &kRecord;
            w.slot(0).constant(1, Cell::integer(index));
            w.add({.op = Op::element,
                   .form = static_cast<std::uint8_t>(Scalar::i32),
                   .tag = CellTag::integer,
                   .dst = 2,
                   .a = 0,
                   .b = 1,
                   .data = offsetof(Record, sizes)});
            expect_integer(w, 2, expected);
        };
    };
    cases.push_back({Op::element, "first", hit, element(0, 7)});
    cases.push_back({Op::element, "later", hit, element(1, -8)});
    cases.push_back({Op::element, "another", miss, element(2, 7)});
}

void add_sources(std::vector<OperationCase>& cases) {
    cases.push_back({Op::slot, "given", hit, test_value({.op = Op::strict}, "5", "5")});
    cases.push_back(
        {Op::slot, "null", miss, [](ProgramWriter& w, Run&, ValueArena&) { w.slot(0, 2).hit(); }});
    const auto ambient = [](const Cell& cell) {
        return [cell](ProgramWriter& w, Run& run, ValueArena&) {
            run.ambient[static_cast<std::size_t>(AmbientField::grad_mode)] = cell;
            w.add({.op = Op::ambient, .dst = 0, .data = static_cast<std::uint32_t>(AmbientField::grad_mode)});
            w.add({.op = Op::strict, .a = 0, .data = w.cell(Cell::boolean(true))}).hit();
        };
    };
    cases.push_back({Op::ambient, "given", hit, ambient(Cell::boolean(true))});
    cases.push_back({Op::ambient, "other", miss, ambient(Cell::boolean(false))});
    cases.push_back({Op::ambient, "absent", miss, ambient(Cell{})});
    cases.push_back({Op::constant, "given", hit, range(4, 4, 4, 1)});
    const auto copied = [](std::int64_t expected) {
        return [=](ProgramWriter& w, Run&, ValueArena&) {
            w.constant(0, Cell::integer(5));
            w.add({.op = Op::copy, .tag = CellTag::integer, .dst = 1, .a = 0});
            expect_integer(w, 1, expected);
        };
    };
    cases.push_back({Op::copy, "equal", hit, copied(5)});
    cases.push_back({Op::copy, "other", miss, copied(6)});
    cases.push_back({Op::fact, "length", hit, fact(FactId::length, "[1, 2]", {}, Cell::integer(2))});
    cases.push_back(
        {Op::fact, "item", hit, fact(FactId::item, "[1, 2]", Cell::integer(1), Cell::integer(2))});
    cases.push_back({Op::fact, "item from the end", hit,
                     fact(FactId::item, "[1, 2]", Cell::integer(-2), Cell::integer(1))});
    cases.push_back(
        {Op::fact, "item beyond", miss, fact(FactId::item, "[1, 2]", Cell::integer(2), Cell::integer(2))});
    cases.push_back({Op::fact, "size from the end", hit,
                     fact(FactId::size, "tensor", Cell::integer(-1), Cell::integer(3))});
    cases.push_back(
        {Op::fact, "size beyond", miss, fact(FactId::size, "tensor", Cell::integer(-3), Cell::integer(2))});
    cases.push_back({Op::fact, "of no such fact", miss, fact(FactId::rank, "[1]", {}, Cell::integer(1))});
}

void add_arithmetic(std::vector<OperationCase>& cases) {
    const struct {
        Op op;
        std::int64_t left, right, result;
        Status status;
    } rows[] = {
        {Op::add, 2, 3, 5, hit},
        {Op::add, 2, 3, 6, miss},
        {Op::add, kMost, 1, kLeast, miss},
        {Op::add, kLeast, -1, kMost, miss},
        {Op::add, kMost - 2, 2, kMost, hit},
        {Op::subtract, 2, 3, -1, hit},
        {Op::subtract, kLeast, 1, kMost, miss},
        {Op::subtract, 0, kLeast, kLeast, miss},
        {Op::multiply, -4, 3, -12, hit},
        {Op::multiply, kLeast, -1, kLeast, miss},
        {Op::multiply, 1LL << 32, 1LL << 31, kLeast, miss},
        {Op::multiply, 1LL << 32, -(1LL << 31), kLeast, hit},
        {Op::floor_divide, -7, 2, -4, hit},
        {Op::floor_divide, 7, -2, -4, hit},
        {Op::floor_divide, -7, -2, 3, hit},
        {Op::floor_divide, 5, -5, -1, hit},
        {Op::floor_divide, 1, 0, 0, miss},
        {Op::floor_divide, kLeast, -1, kLeast, miss},
        {Op::floor_divide, kMost, -1, -kMost, hit},
        {Op::modulo, -7, 2, 1, hit},
        {Op::modulo, 7, -2, -1, hit},
        {Op::modulo, -7, 3, 2, hit},
        {Op::modulo, 1, 0, 0, miss},
        {Op::modulo, kLeast, -1, 0, hit},
        {Op::modulo, kLeast, kMost, kMost - 1, hit},
        {Op::negate, 5, 0, -5, hit},
        {Op::negate, 5, 0, 5, miss},
        {Op::negate, kLeast, 0, kLeast, miss},
    };
    for (const auto& row : rows)
        cases.push_back({row.op, std::to_string(row.left) + " " + std::to_string(row.right), row.status,
                         arithmetic(row.op, row.left, row.right, row.result)});
    const auto call = [](double right, double result) {
        return [=](ProgramWriter& w, Run&, ValueArena&) {
            w.constant(0, Cell::integer(3)).constant(1, Cell::floating(right));
            w.add({.op = Op::call,
                   .dst = 2,
                   .a = 0,
                   .data = static_cast<std::uint32_t>(ValueFunction::divide),
                   .count = 2});
            w.add({.op = Op::strict, .a = 2, .data = w.cell(Cell::floating(result))}).hit();
        };
    };
    cases.push_back({Op::call, "defined", hit, call(2, 1.5)});
    cases.push_back({Op::call, "other", miss, call(2, 2)});
    cases.push_back({Op::call, "undefined", miss, call(0, 0)});
}

void add_tests(std::vector<OperationCase>& cases) {
    const auto kind = [](const char* value, Kind wanted, bool negated = false) {
        return [=](ProgramWriter& w, Run& run, ValueArena& arena) {
            run.slots[0] = value_of(arena, value);
            w.slot(0);
            w.add({.op = Op::kind,
                   .negated = negated,
                   .a = 0,
                   .data = w.mask(1ULL << static_cast<unsigned>(wanted))})
                .hit();
        };
    };
    cases.push_back({Op::kind, "in the set", hit, kind("[1]", Kind::list)});
    cases.push_back({Op::kind, "not in it", miss, kind("[1]", Kind::tuple)});
    cases.push_back({Op::kind, "negated", hit, kind("[1]", Kind::tuple, true)});
    cases.push_back({Op::match, "under a mask", hit, match({0xff00ULL}, {0x7700ULL})});
    cases.push_back({Op::match, "other", miss, match({0xff00ULL}, {0x7800ULL})});
    cases.push_back({Op::match, "words", hit, match({~0ULL, 0, 3}, {0x1122334455667788ULL, 77, 3})});
    cases.push_back({Op::match, "last word", miss, match({~0ULL, 0, 3}, {0x1122334455667788ULL, 77, 1})});
    cases.push_back({Op::same, "one object", hit, same("object#5", "object#5")});
    cases.push_back({Op::same, "two objects", miss, same("object#5", "object#6")});
    cases.push_back({Op::same, "two objects, negated", hit, same("object#5", "object#6", true)});
    cases.push_back({Op::same, "no identity", miss, same("object", "object")});
    cases.push_back({Op::same, "no identity, negated", miss, same("object", "object", true)});
    cases.push_back({Op::strict, "same", hit, test_value({.op = Op::strict}, "[1, 2]", "[1, 2]")});
    cases.push_back({Op::strict, "other type", miss, test_value({.op = Op::strict}, "[1, 2]", "[1, 2.0]")});
    cases.push_back({Op::equal, "equal", hit, test_value({.op = Op::equal}, "[1, 2]", "[1, 2.0]")});
    cases.push_back({Op::equal, "unequal", miss, test_value({.op = Op::equal}, "[1, 2]", "[1, 3]")});
    cases.push_back({Op::equal, "undefined", miss, test_value({.op = Op::equal}, "tensor", "1")});
    cases.push_back({Op::equal, "undefined, negated", miss,
                     test_value({.op = Op::equal, .negated = true}, "tensor", "1")});
    const auto less = [](bool negated = false) {
        return Instruction{.op = Op::compare, .form = form(Comparison::less), .negated = negated};
    };
    cases.push_back({Op::compare, "less", hit, test_value(less(), "1.5", "2")});
    cases.push_back({Op::compare, "not less", miss, test_value(less(), "2.5", "2")});
    cases.push_back({Op::compare, "undefined, negated", miss, test_value(less(true), "'a'", "2")});
    for (const Comparison comparison :
         {Comparison::equal, Comparison::not_equal, Comparison::less, Comparison::less_equal,
          Comparison::greater, Comparison::greater_equal})
        for (const std::int64_t right : {kLeast, std::int64_t{-1}, std::int64_t{0}, kMost}) {
            const bool less_than = -1 < right;
            const bool equal = right == -1;
            const bool holds[] = {equal,     !equal, less_than, less_than || equal, !less_than && !equal,
                                  !less_than};
            const bool expected = holds[static_cast<unsigned>(comparison)];
            const std::string name =
                std::to_string(static_cast<int>(comparison)) + " " + std::to_string(right);
            cases.push_back(
                {Op::compare_integer, name, expected ? hit : miss, compare(comparison, -1, right)});
            cases.push_back({Op::compare_integer, name + " negated", expected ? miss : hit,
                             compare(comparison, -1, right, true)});
        }
    cases.push_back({Op::range, "first", hit, range(2, 2, 64, 1)});
    cases.push_back({Op::range, "last", hit, range(64, 2, 64, 1)});
    cases.push_back({Op::range, "before", miss, range(1, 2, 64, 1)});
    cases.push_back({Op::range, "behind", miss, range(65, 2, 64, 1)});
    cases.push_back({Op::range, "on a step", hit, range(256, 128, 4096, 128)});
    cases.push_back({Op::range, "off step", miss, range(257, 128, 4096, 128)});
    cases.push_back({Op::range, "last off step", miss, range(10, 1, 10, 2)});
    cases.push_back({Op::range, "all 64 bits", hit, range(kMost, kLeast, kMost, 5)});
    cases.push_back({Op::range, "all 64 bits, off step", miss, range(kMost - 1, kLeast, kMost, 5)});
    cases.push_back({Op::range, "empty", miss, range(3, 5, 1, 1)});
    cases.push_back({Op::truthy, "true", hit, test_value({.op = Op::truthy}, "[0]")});
    cases.push_back({Op::truthy, "false", miss, test_value({.op = Op::truthy}, "[]")});
    cases.push_back(
        {Op::truthy, "undefined, negated", miss, test_value({.op = Op::truthy, .negated = true}, "tensor")});
    const auto contains = [](std::int64_t needle) {
        return [=](ProgramWriter& w, Run&, ValueArena& arena) {
            w.constant(0, Cell::integer(needle)).constant(1, as_literal(value_of(arena, "{1, 2}")));
            w.add({.op = Op::test_call,
                   .a = 0,
                   .data = static_cast<std::uint32_t>(TestFunction::contains),
                   .count = 2})
                .hit();
        };
    };
    cases.push_back({Op::test_call, "holds", hit, contains(2)});
    cases.push_back({Op::test_call, "does not", miss, contains(3)});
    cases.push_back({Op::extern_call, "holds", hit, extern_call(1, 1)});
    cases.push_back({Op::extern_call, "does not", miss, extern_call(2, 1)});
    cases.push_back({Op::extern_call, "no operands", hit, extern_call(1, 0)});
    cases.push_back({Op::extern_call, "undefined", miss, extern_call(2, 0, true)});
    cases.push_back({Op::extern_call, "error", error, extern_call(3, 0)});
    cases.push_back({Op::extern_call, "no outcome at all", error, extern_call(77, 0)});
}

void add_flow(std::vector<OperationCase>& cases) {
    // Over a miss to the hit behind it.
    const auto jump = [](ProgramWriter& w, Run&, ValueArena&) {
        w.add({.op = Op::jump, .target = 2}).add({.op = Op::miss}).hit();
    };
    cases.push_back({Op::jump, "over", hit, jump});
    cases.push_back({Op::jump, "to the miss", miss, [](ProgramWriter& w, Run&, ValueArena&) {
                         w.add({.op = Op::jump, .target = kMiss}).hit();
                     }});
    const auto branch = [](std::int64_t value) {
        return [=](ProgramWriter& w, Run&,
                   ValueArena&) {  // value == 1 or value == 2, through a merged register
            w.program.merged = 1;
            w.constant(1, Cell::integer(value)).constant(2, Cell::integer(1)).constant(3, Cell::integer(2));
            w.add({.op = Op::compare_integer, .a = 1, .b = 2, .target = 6});     // 3
            w.add({.op = Op::copy, .tag = CellTag::integer, .dst = 0, .a = 2});  // 4
            w.add({.op = Op::jump, .target = 8});                                // 5
            w.add({.op = Op::compare_integer, .a = 1, .b = 3});                  // 6
            w.add({.op = Op::copy, .tag = CellTag::integer, .dst = 0, .a = 3});  // 7
            w.add({.op = Op::equal, .a = 0, .b = 1}).hit();                      // 8
        };
    };
    cases.push_back({Op::jump, "first branch", hit, branch(1)});
    cases.push_back({Op::jump, "second branch", hit, branch(2)});
    cases.push_back({Op::jump, "neither", miss, branch(3)});
    const auto lift = [](ProgramWriter& w, Run&, ValueArena&) {
        w.program.lifted = 2;
        w.constant(0, Cell::integer(5)).constant(1, Cell::floating(0.5));
        w.add({.op = Op::lift, .a = 1, .data = 0}).add({.op = Op::lift, .a = 0, .data = 1}).hit();
    };
    cases.push_back({Op::lift, "two", hit, lift, {Cell::floating(0.5), Cell::integer(5)}});
    cases.push_back({Op::hit, "alone", hit, [](ProgramWriter& w, Run&, ValueArena&) { w.hit(); }});
    cases.push_back(
        {Op::miss, "alone", miss, [](ProgramWriter& w, Run&, ValueArena&) { w.add({.op = Op::miss}); }});
}

}  // namespace

std::vector<OperationCase> operation_cases() {
    std::vector<OperationCase> cases;
    add_sources(cases);
    add_reads(cases);
    add_arithmetic(cases);
    add_tests(cases);
    add_flow(cases);
    return cases;
}

}  // namespace guardc::program_tests
