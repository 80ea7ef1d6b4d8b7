#include "tests/native/operation_cases.h"

#include <limits>

#include "runtime/program/functions.h"

namespace guardc::native_test {
namespace {

using W = WrittenProgram;

constexpr auto kHit = Status::hit;
constexpr auto kMissed = Status::miss;
constexpr auto kError = Status::error;
constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kAll = ~0ULL;

// Slots of the standard frame.
constexpr std::uint32_t kFirst = 0, kTensor = 1, kNull = 2, kNumber = 3, kFailing = 4, kFirstAgain = 5;

constexpr auto add = static_cast<std::uint32_t>(ValueFunction::add);
constexpr auto distinct = static_cast<std::uint32_t>(TestFunction::distinct);

void is(W& w, Scalar scalar, std::size_t offset, std::int64_t value) {
    w.equals(w.load(w.slot(kFirst), scalar, offset), value);
}

void computes(W& w, Op op, std::int64_t a, std::int64_t b, std::int64_t result) {
    w.equals(w.arithmetic(op, w.integer(a), w.integer(b)), result);
}

void in(W& w, std::int64_t value, std::int64_t first, std::int64_t last, std::int64_t step) {
    w.range(w.integer(value), first, last, step);
}

void order(W& w, Op op, Comparison comparison, const Cell& a, const Cell& b) {
    const Reg left = w.constant(a);
    w.compare(op, comparison, left, w.constant(b));
}

void integers(W& w, Comparison comparison, std::int64_t a, std::int64_t b) {
    order(w, Op::compare_integer, comparison, Cell::integer(a), Cell::integer(b));
}

void negated(W& w) {
    w.negate(w.here() - 1);
}

template <Truth outcome>
void external(W& w) {
    static constexpr ExternBinding binding{
        [](void*, std::span<const Cell> operands) noexcept {
            return operands.size() == 2 && operands[1].as_integer() == 9 ? outcome : Truth::error;
        },
        nullptr};
    const Reg first = w.slot(kFirst);
    w.external(binding, w.row({first, w.integer(9)}), 2);
}

void external_without_operands(W& w) {
    static constexpr ExternBinding binding{
        [](void*, std::span<const Cell> operands) noexcept { return truth(operands.empty()); }, nullptr};
    w.external(binding, kNoRegister, 0);
}

void at_once(W& w, std::uint8_t from, std::uint64_t first, std::uint64_t last) {
    const auto test = w.match(w.slot(kFirst), offsetof(Sample, row), {kAll, kAll, kAll, 0xff},
                              {first, static_cast<std::uint64_t>(-20), 30, last});
    w.program.code[test].form = from;
}

void distinct_slots(W& w, std::uint32_t a, std::uint32_t b) {
    const Reg first = w.slot(a);
    const Reg row = w.row({first, w.slot(b)});
    w.test({.op = Op::test_call, .a = row, .data = distinct, .count = 2});
}

// Merged register 0 becomes 1 or 2, by whether slot 0 is a tensor or not; then it is tested.
void choice(W& w, std::uint32_t slot, std::int64_t expected) {
    const auto test = w.kind(w.slot(slot), {kTensorKind});
    w.copy_to(0, w.integer(1));
    const auto over = w.jump();
    w.land(test);
    w.copy_to(0, w.integer(2));
    w.land(over);
    w.strict(0, Cell::integer(expected));
}

constexpr auto kF64 = offsetof(Sample, f64);
constexpr auto kRow = offsetof(Sample, row);

// clang-format off
constexpr OperationCase kCases[] = {
    {"nothing to test", kHit, [](W&) {}},
    {"slot", kHit, [](W& w) { w.slot(kFirst); }},
    {"slot that is null", kMissed, [](W& w) { w.slot(kNull); }},
    {"ambient", kHit, [](W& w) { w.strict(w.ambient(AmbientField::grad_mode), Cell::boolean(true)); }},
    {"ambient of another value", kMissed, [](W& w) { w.strict(w.ambient(AmbientField::num_threads), Cell::integer(5)); }},
    {"ambient that is absent", kMissed, [](W& w) { w.ambient(AmbientField::deterministic_algorithms); }},
    {"constant", kHit, [](W& w) { w.equals(w.integer(7), 7); }},

    {"load u8", kHit, [](W& w) { is(w, Scalar::u8, offsetof(Sample, u8), 200); }},
    {"load i8", kHit, [](W& w) { is(w, Scalar::i8, offsetof(Sample, i8), -3); }},
    {"load u16", kHit, [](W& w) { is(w, Scalar::u16, offsetof(Sample, u16), 60000); }},
    {"load i16", kHit, [](W& w) { is(w, Scalar::i16, offsetof(Sample, i16), -300); }},
    {"load u32", kHit, [](W& w) { is(w, Scalar::u32, offsetof(Sample, u32), 4000000000); }},
    {"load i32", kHit, [](W& w) { is(w, Scalar::i32, offsetof(Sample, i32), -70000); }},
    {"load u64", kHit, [](W& w) { is(w, Scalar::u64, offsetof(Sample, u64), 0x0123456789abcdef); }},
    {"load i64", kHit, [](W& w) { is(w, Scalar::i64, offsetof(Sample, i64), -5); }},
    {"load i64 of another value", kMissed, [](W& w) { is(w, Scalar::i64, offsetof(Sample, i64), -6); }},
    {"load f32", kHit, [](W& w) { const Reg v = w.load(w.slot(kFirst), Scalar::f32, offsetof(Sample, f32), CellTag::floating); w.compare(Op::equal, {}, v, w.floating(0.5)); }},
    {"load f64", kHit, [](W& w) { const Reg v = w.load(w.slot(kFirst), Scalar::f64, kF64, CellTag::floating); w.compare(Op::equal, {}, v, w.floating(2.25)); }},
    {"load f64, strict", kHit, [](W& w) { w.strict(w.load(w.slot(kFirst), Scalar::f64, kF64, CellTag::floating), Cell::floating(2.25)); }},
    {"load a pointer", kHit, [](W& w) { w.kind(w.load(w.slot(kFirst), Scalar::pointer, offsetof(Sample, next), CellTag::reference), {kTensorKind}); }},
    {"load a null pointer", kMissed, [](W& w) { w.load(w.slot(kTensor), Scalar::pointer, offsetof(Sample, next), CellTag::reference); }},
    {"load behind a pointer", kHit, [](W& w) { const Reg p = w.load(w.slot(kFirst), Scalar::pointer, offsetof(Sample, next), CellTag::reference); w.equals(w.load(p, Scalar::i64, kRow), 8); }},
    {"element", kHit, [](W& w) { const Reg o = w.slot(kFirst); w.equals(w.element(o, w.integer(2), Scalar::i64, kRow), 30); }},
    {"element of another value", kMissed, [](W& w) { const Reg o = w.slot(kFirst); w.equals(w.element(o, w.integer(1), Scalar::i64, kRow), 30); }},
    {"element of bytes", kHit, [](W& w) { const Reg o = w.slot(kFirst); w.equals(w.element(o, w.integer(3), Scalar::u8, offsetof(Sample, u64)), 0x89); }},

    {"fact", kHit, [](W& w) { w.strict(w.fact(w.slot(kFirst), FactId::length), Cell::integer(3)); }},
    {"fact, typed", kHit, [](W& w) { w.equals(w.fact(w.slot(kFirst), FactId::length, kNoRegister, CellTag::integer), 3); }},
    {"fact with an argument", kHit, [](W& w) { const Reg o = w.slot(kTensor); w.strict(w.fact(o, FactId::size, w.integer(1)), Cell::integer(128)); }},
    {"fact outside the range", kMissed, [](W& w) { const Reg o = w.slot(kTensor); w.fact(o, FactId::size, w.integer(2)); }},
    {"fact that the kind lacks", kMissed, [](W& w) { w.fact(w.slot(kNumber), FactId::length); }},
    {"fact that fails", kError, [](W& w) { const Reg o = w.slot(kFailing); w.fact(o, FactId::attribute, w.constant(Cell::text("next"))); }},
    {"fact of a fact", kHit, [](W& w) { const Reg o = w.slot(kFirst); const Reg n = w.fact(o, FactId::attribute, w.constant(Cell::text("next"))); w.strict(w.fact(n, FactId::rank), Cell::integer(2)); }},
    {"copy", kHit, [](W& w) { w.strict(w.copy(w.integer(3)), Cell::integer(3)); }},
    {"copy of a copy of a result", kHit, [](W& w) { w.strict(w.copy(w.copy(w.fact(w.slot(kFirst), FactId::length))), Cell::integer(3)); }},
    {"copy of a slot", kHit, [](W& w) { w.kind(w.copy(w.slot(kFirst)), {kPlainKind}); }},
    {"copy of ambient state", kHit, [](W& w) { w.strict(w.copy(w.ambient(AmbientField::num_threads)), Cell::integer(4)); }},

    {"add", kHit, [](W& w) { computes(w, Op::add, 2, 3, 5); }},
    {"add, other sum", kMissed, [](W& w) { computes(w, Op::add, 2, 3, 6); }},
    {"add to the most", kHit, [](W& w) { computes(w, Op::add, kMost - 1, 1, kMost); }},
    {"add beyond the most", kMissed, [](W& w) { computes(w, Op::add, kMost, 1, kLeast); }},
    {"subtract", kHit, [](W& w) { computes(w, Op::subtract, 2, 3, -1); }},
    {"subtract below the least", kMissed, [](W& w) { computes(w, Op::subtract, kLeast, 1, kMost); }},
    {"multiply", kHit, [](W& w) { computes(w, Op::multiply, -4, 3, -12); }},
    {"multiply beyond 64 bits", kMissed, [](W& w) { computes(w, Op::multiply, 1LL << 32, 1LL << 32, 0); }},
    {"multiply the least by -1", kMissed, [](W& w) { computes(w, Op::multiply, kLeast, -1, kLeast); }},
    {"floor_divide", kHit, [](W& w) { computes(w, Op::floor_divide, 7, 2, 3); }},
    {"floor_divide, exact", kHit, [](W& w) { computes(w, Op::floor_divide, -8, 2, -4); }},
    {"floor_divide rounds down", kHit, [](W& w) { computes(w, Op::floor_divide, -7, 2, -4); }},
    {"floor_divide by a negative", kHit, [](W& w) { computes(w, Op::floor_divide, 7, -2, -4); }},
    {"floor_divide of negatives", kHit, [](W& w) { computes(w, Op::floor_divide, -7, -2, 3); }},
    {"floor_divide of the least", kHit, [](W& w) { computes(w, Op::floor_divide, kLeast, 3, -3074457345618258603); }},
    {"floor_divide by zero", kMissed, [](W& w) { computes(w, Op::floor_divide, 7, 0, 0); }},
    {"floor_divide of the least by -1", kMissed, [](W& w) { computes(w, Op::floor_divide, kLeast, -1, kLeast); }},
    {"floor_divide by -1", kHit, [](W& w) { computes(w, Op::floor_divide, 9, -1, -9); }},
    {"modulo", kHit, [](W& w) { computes(w, Op::modulo, 7, 3, 1); }},
    {"modulo of a negative", kHit, [](W& w) { computes(w, Op::modulo, -7, 3, 2); }},
    {"modulo by a negative", kHit, [](W& w) { computes(w, Op::modulo, 7, -3, -2); }},
    {"modulo of negatives", kHit, [](W& w) { computes(w, Op::modulo, -7, -3, -1); }},
    {"modulo, exact", kHit, [](W& w) { computes(w, Op::modulo, -9, 3, 0); }},
    {"modulo of the least by -1", kHit, [](W& w) { computes(w, Op::modulo, kLeast, -1, 0); }},
    {"modulo by zero", kMissed, [](W& w) { computes(w, Op::modulo, 7, 0, 0); }},
    {"negate", kHit, [](W& w) { w.equals(w.arithmetic(Op::negate, w.integer(5)), -5); }},
    {"negate the least", kMissed, [](W& w) { w.equals(w.arithmetic(Op::negate, w.integer(kLeast)), kLeast); }},
    {"call", kHit, [](W& w) { const Reg a = w.integer(2); w.strict(w.call(add, {a, w.integer(3)}), Cell::integer(5)); }},
    {"call of mixed numbers", kHit, [](W& w) { const Reg a = w.integer(2); w.strict(w.call(add, {a, w.floating(0.5)}), Cell::floating(2.5)); }},
    {"call that overflows", kMissed, [](W& w) { const Reg a = w.integer(kMost); w.call(add, {a, w.integer(1)}); }},

    {"kind", kHit, [](W& w) { w.kind(w.slot(kTensor), {kTensorKind, kIntegerKind}); }},
    {"kind, another", kMissed, [](W& w) { w.kind(w.slot(kTensor), {kPlainKind, kIntegerKind}); }},
    {"kind, negated", kHit, [](W& w) { w.kind(w.slot(kTensor), {kPlainKind}); negated(w); }},
    {"kind, negated, another", kMissed, [](W& w) { w.kind(w.slot(kTensor), {kTensorKind}); negated(w); }},
    {"match a word", kHit, [](W& w) { w.match(w.slot(kFirst), offsetof(Sample, u64), {kAll}, {0x0123456789abcdef}); }},
    {"match part of a word", kHit, [](W& w) { w.match(w.slot(kFirst), offsetof(Sample, u64), {0xff00ff0000000000}, {0x0100450000000000}); }},
    {"match the low half", kHit, [](W& w) { w.match(w.slot(kFirst), offsetof(Sample, u64), {0xffffffff}, {0x89abcdef}); }},
    {"match within the low half", kHit, [](W& w) { w.match(w.slot(kFirst), offsetof(Sample, u64), {0xff00}, {0xcd00}); }},
    {"match bits that the mask leaves out", kMissed, [](W& w) { w.match(w.slot(kFirst), offsetof(Sample, u64), {0xff00}, {0xcdef}); }},
    {"match a word of another value", kMissed, [](W& w) { w.match(w.slot(kFirst), offsetof(Sample, u64), {kAll}, {0x0123456789abcdee}); }},
    {"match several words", kHit, [](W& w) { w.match(w.slot(kFirst), kRow, {kAll, kAll, 0, 0xff}, {10, static_cast<std::uint64_t>(-20), 99, 40}); }},
    {"match, first word differs", kMissed, [](W& w) { w.match(w.slot(kFirst), kRow, {kAll, kAll}, {11, static_cast<std::uint64_t>(-20)}); }},
    {"match, last word differs", kMissed, [](W& w) { w.match(w.slot(kFirst), kRow, {kAll, kAll}, {10, 20}); }},
    {"match, first differs, negated", kHit, [](W& w) { w.match(w.slot(kFirst), kRow, {kAll, kAll}, {11, static_cast<std::uint64_t>(-20)}); negated(w); }},
    {"match, last differs, negated", kHit, [](W& w) { w.match(w.slot(kFirst), kRow, {kAll, kAll}, {10, 20}); negated(w); }},
    {"match, all agree, negated", kMissed, [](W& w) { w.match(w.slot(kFirst), kRow, {kAll, kAll}, {10, static_cast<std::uint64_t>(-20)}); negated(w); }},
    {"match at once, all agree", kHit, [](W& w) { at_once(w, 1, 10, 40); }},
    {"match at once, first differs", kMissed, [](W& w) { at_once(w, 1, 11, 40); }},
    {"match at once, last differs", kMissed, [](W& w) { at_once(w, 1, 10, 41); }},
    {"match at once, last differs, negated", kHit, [](W& w) { at_once(w, 1, 10, 41); negated(w); }},
    {"match at once behind the first, all agree", kHit, [](W& w) { at_once(w, 2, 10, 40); }},
    {"match at once behind the first, first differs", kMissed, [](W& w) { at_once(w, 2, 11, 40); }},
    {"match at once behind the first, first differs, negated", kHit, [](W& w) { at_once(w, 2, 11, 40); negated(w); }},
    {"match at once behind the first, last differs", kMissed, [](W& w) { at_once(w, 2, 10, 41); }},
    {"match at once behind the last", kHit, [](W& w) { at_once(w, 5, 10, 40); }},
    {"match nothing", kHit, [](W& w) { w.match(w.slot(kFirst), 0, {0, 0}, {1, 1}); }},
    {"match nothing, negated", kMissed, [](W& w) { w.match(w.slot(kFirst), 0, {0}, {1}); negated(w); }},

    {"same", kHit, [](W& w) { const Reg a = w.slot(kFirst); w.compare(Op::same, {}, a, w.slot(kFirstAgain)); }},
    {"same, others", kMissed, [](W& w) { const Reg a = w.slot(kFirst); w.compare(Op::same, {}, a, w.slot(kTensor)); }},
    {"same, others, negated", kHit, [](W& w) { const Reg a = w.slot(kFirst); w.compare(Op::same, {}, a, w.slot(kTensor)); negated(w); }},
    {"same without identity", kMissed, [](W& w) { const Reg a = w.slot(kFirst); w.compare(Op::same, {}, a, w.slot(kNumber)); negated(w); }},
    {"strict", kHit, [](W& w) { w.strict(w.slot(kNumber), Cell::integer(12)); }},
    {"strict, another value", kMissed, [](W& w) { w.strict(w.slot(kNumber), Cell::integer(13)); }},
    {"strict, another type", kMissed, [](W& w) { w.strict(w.integer(1), Cell::boolean(true)); }},
    {"strict, another type, negated", kHit, [](W& w) { w.strict(w.integer(1), Cell::boolean(true)); negated(w); }},
    {"equal integers", kHit, [](W& w) { order(w, Op::equal, {}, Cell::integer(3), Cell::integer(3)); }},
    {"equal, other integers", kMissed, [](W& w) { order(w, Op::equal, {}, Cell::integer(3), Cell::integer(4)); }},
    {"equal, mixed numbers", kHit, [](W& w) { order(w, Op::equal, {}, Cell::integer(3), Cell::floating(3)); }},
    {"equal, signed zeros", kHit, [](W& w) { order(w, Op::equal, {}, Cell::floating(0.0), Cell::floating(-0.0)); }},
    {"equal, not a number", kMissed, [](W& w) { order(w, Op::equal, {}, Cell::floating(std::numeric_limits<double>::quiet_NaN()), Cell::floating(std::numeric_limits<double>::quiet_NaN())); }},
    {"equal, not a number, negated", kHit, [](W& w) { order(w, Op::equal, {}, Cell::floating(std::numeric_limits<double>::quiet_NaN()), Cell::floating(1)); negated(w); }},
    {"equal, objects that define it", kMissed, [](W& w) { const Reg a = w.slot(kFirst); w.compare(Op::equal, {}, a, w.slot(kTensor)); negated(w); }},
    {"compare integers", kHit, [](W& w) { order(w, Op::compare, Comparison::less, Cell::integer(-3), Cell::integer(3)); }},
    {"compare floats", kHit, [](W& w) { order(w, Op::compare, Comparison::greater_equal, Cell::floating(3), Cell::floating(3)); }},
    {"compare floats, less", kMissed, [](W& w) { order(w, Op::compare, Comparison::less, Cell::floating(3), Cell::floating(3)); }},
    {"compare with no number", kMissed, [](W& w) { order(w, Op::compare, Comparison::less, Cell::floating(3), Cell::floating(std::numeric_limits<double>::quiet_NaN())); }},
    {"compare with no number, negated", kHit, [](W& w) { order(w, Op::compare, Comparison::greater, Cell::floating(3), Cell::floating(std::numeric_limits<double>::quiet_NaN())); negated(w); }},
    {"compare mixed numbers", kHit, [](W& w) { order(w, Op::compare, Comparison::less, Cell::integer(3), Cell::floating(3.5)); }},
    {"compare a large int", kHit, [](W& w) { order(w, Op::compare, Comparison::greater, Cell::integer((1LL << 53) + 1), Cell::floating(9007199254740992.0)); }},
    {"compare what has no order", kMissed, [](W& w) { order(w, Op::compare, Comparison::less, Cell::none(), Cell::integer(3)); negated(w); }},
    {"integers equal", kHit, [](W& w) { integers(w, Comparison::equal, -1, -1); }},
    {"integers not equal", kHit, [](W& w) { integers(w, Comparison::not_equal, -1, 1); }},
    {"integers less", kHit, [](W& w) { integers(w, Comparison::less, -1, 1); }},
    {"integers less or equal", kHit, [](W& w) { integers(w, Comparison::less_equal, 1, 1); }},
    {"integers greater", kMissed, [](W& w) { integers(w, Comparison::greater, -1, 1); }},
    {"integers greater or equal", kMissed, [](W& w) { integers(w, Comparison::greater_equal, -1, 1); }},
    {"integers greater, negated", kHit, [](W& w) { integers(w, Comparison::greater, -1, 1); negated(w); }},
    {"range", kHit, [](W& w) { in(w, 256, 128, 4096, 128); }},
    {"range, first", kHit, [](W& w) { in(w, 128, 128, 4096, 128); }},
    {"range, last", kHit, [](W& w) { in(w, 4096, 128, 4096, 128); }},
    {"range, below", kMissed, [](W& w) { in(w, 0, 128, 4096, 128); }},
    {"range, above", kMissed, [](W& w) { in(w, 4224, 128, 4096, 128); }},
    {"range, between steps", kMissed, [](W& w) { in(w, 257, 128, 4096, 128); }},
    {"range, between steps, negated", kHit, [](W& w) { in(w, 257, 128, 4096, 128); negated(w); }},
    {"range, below, negated", kHit, [](W& w) { in(w, 0, 128, 4096, 128); negated(w); }},
    {"range, step of one, negated", kMissed, [](W& w) { in(w, 5, 1, 9, 1); negated(w); }},
    {"range of everything", kHit, [](W& w) { in(w, kMost, kLeast, kMost, 1); }},
    {"range over more than 63 bits", kHit, [](W& w) { in(w, kMost, kLeast, kMost, 3); }},
    {"range over more than 63 bits, between", kMissed, [](W& w) { in(w, kMost - 1, kLeast, kMost, 3); }},
    {"truthy integer", kHit, [](W& w) { w.test({.op = Op::truthy, .a = w.integer(2)}); }},
    {"truthy zero", kMissed, [](W& w) { w.test({.op = Op::truthy, .a = w.integer(0)}); }},
    {"truthy zero, negated", kHit, [](W& w) { w.test({.op = Op::truthy, .negated = true, .a = w.integer(0)}); }},
    {"truthy None, negated", kHit, [](W& w) { w.test({.op = Op::truthy, .negated = true, .a = w.constant(Cell::none())}); }},
    {"truthy object", kMissed, [](W& w) { w.test({.op = Op::truthy, .a = w.slot(kFirst)}); }},
    {"test_call", kHit, [](W& w) { distinct_slots(w, kFirst, kTensor); }},
    {"test_call, not so", kMissed, [](W& w) { distinct_slots(w, kFirst, kFirstAgain); }},
    {"test_call, not so, negated", kHit, [](W& w) { distinct_slots(w, kFirst, kFirstAgain); negated(w); }},

    {"extern_call", kHit, [](W& w) { external<Truth::yes>(w); }},
    {"extern_call, no", kMissed, [](W& w) { external<Truth::no>(w); }},
    {"extern_call, no, negated", kHit, [](W& w) { external<Truth::no>(w); negated(w); }},
    {"extern_call, undefined", kMissed, [](W& w) { external<Truth::undefined>(w); negated(w); }},
    {"extern_call, error", kError, [](W& w) { external<Truth::error>(w); }},
    {"extern_call, error, negated", kError, [](W& w) { external<Truth::error>(w); negated(w); }},
    {"extern_call, error, where it would jump", kError, [](W& w) { external<Truth::error>(w); w.land(w.here() - 1); }},
    {"extern_call without operands", kHit, external_without_operands},

    {"jump over a miss", kHit, [](W& w) { const auto over = w.jump(); w.miss(); w.land(over); }},
    {"jump to the miss", kMissed, [](W& w) { w.jump(kMiss); }},
    {"miss", kMissed, [](W& w) { w.miss(); }},
    {"a test that jumps", kHit, [](W& w) { const auto test = w.equals(w.integer(1), 2); w.miss(); w.land(test); }},
    {"a helper's test that jumps", kHit, [](W& w) { const auto test = w.kind(w.slot(kFirst), {kTensorKind}); w.miss(); w.land(test); }},
    {"a helper's test that jumps when it holds", kHit, [](W& w) { const auto test = w.kind(w.slot(kTensor), {kTensorKind}); negated(w); w.miss(); w.land(test); }},
    {"a match that jumps", kHit, [](W& w) { const auto test = w.match(w.slot(kFirst), kRow, {kAll, kAll}, {10, 20}); w.miss(); w.land(test); }},
    {"a range that jumps when it holds", kHit, [](W& w) { in(w, 5, 1, 9, 2); negated(w); const auto test = w.here() - 1; w.miss(); w.land(test); }},
    {"an undefined test does not jump", kMissed, [](W& w) { const auto test = w.test({.op = Op::truthy, .a = w.slot(kFirst)}); w.land(test); }},
    {"merged, one way", kHit, [](W& w) { choice(w, kTensor, 1); }, 1},
    {"merged, other way", kHit, [](W& w) { choice(w, kFirst, 2); }, 1},
    {"merged, wrong", kMissed, [](W& w) { choice(w, kFirst, 1); }, 1},
    {"lift", kHit, [](W& w) { w.lift(w.integer(5)); w.lift(w.slot(kFirst)); }},
    {"lift of a result", kHit, [](W& w) { w.lift(w.fact(w.slot(kFirst), FactId::length)); }},
    {"lift of text", kHit, [](W& w) { w.lift(w.copy(w.constant(Cell::text("next")))); }},
    {"lift of a float", kHit, [](W& w) { w.lift(w.load(w.slot(kFirst), Scalar::f32, offsetof(Sample, f32), CellTag::floating)); }},
    {"lift of ambient state", kHit, [](W& w) { w.lift(w.ambient(AmbientField::num_threads)); }},
    {"lift of a merged register", kHit, [](W& w) { w.copy_to(0, w.slot(kFirst)); w.lift(0); }, 1},
    {"lift of a sum", kHit, [](W& w) { const Reg a = w.integer(5); w.lift(w.arithmetic(Op::add, a, w.integer(6))); }},
};
// clang-format on

}  // namespace

std::span<const OperationCase> operation_cases() {
    return kCases;
}

}  // namespace guardc::native_test
