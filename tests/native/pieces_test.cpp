// Programs that are cut into several functions.
#include "compiler/native/pieces.h"

#include <catch2/catch.hpp>

#include "tests/native/engines.h"

using namespace guardc;
using namespace guardc::native_test;

namespace {

// So many tests that hold, on values of their own.
void pad(WrittenProgram& w, std::uint32_t tests) {
    const Reg object = w.slot(0);
    for (std::uint32_t i = 0; i < tests; ++i)
        w.equals(w.load(object, Scalar::i64, offsetof(Sample, i64)), -5);
}

constexpr std::uint32_t kPiece = native::kPieceBudget;  // more than one piece of padding

struct PieceCase {
    const char* name;
    Status expected;
    void (*write)(WrittenProgram& w);
    std::uint32_t merged = 0;
};

// clang-format off
constexpr PieceCase kCases[] = {
    {"a long program that hits", Status::hit, [](WrittenProgram& w) { pad(w, 3 * kPiece); }},
    {"a miss in the first piece", Status::miss, [](WrittenProgram& w) { w.equals(w.integer(1), 2); pad(w, kPiece); }},
    {"a miss in the last piece", Status::miss, [](WrittenProgram& w) { pad(w, kPiece); w.equals(w.integer(1), 2); }},
    {"an error in the middle", Status::error, [](WrittenProgram& w) { pad(w, kPiece); const Reg o = w.slot(4); w.fact(o, FactId::attribute, w.constant(Cell::text("next"))); pad(w, kPiece); }},
    {"a value that is read pieces later", Status::hit, [](WrittenProgram& w) { const Reg v = w.load(w.slot(0), Scalar::i32, offsetof(Sample, i32)); pad(w, 2 * kPiece); w.equals(v, -70000); }},
    {"a reference that is followed pieces later", Status::hit, [](WrittenProgram& w) { const Reg o = w.slot(1); pad(w, 2 * kPiece); w.match(o, offsetof(Sample, row), {~0ULL}, {8}); }},
    {"a constant and ambient state that are read pieces later", Status::hit, [](WrittenProgram& w) { const Reg v = w.integer(4), a = w.ambient(AmbientField::num_threads); pad(w, 2 * kPiece); w.compare(Op::equal, {}, a, v); }},
    {"a helper's result that is read pieces later", Status::hit, [](WrittenProgram& w) { const Reg v = w.fact(w.slot(0), FactId::length); pad(w, kPiece); w.strict(v, Cell::integer(3)); }},
    {"a copy of a value of an earlier piece", Status::hit, [](WrittenProgram& w) { const Reg v = w.load(w.slot(0), Scalar::i32, offsetof(Sample, i32)); pad(w, kPiece); w.lift(w.copy(v)); }},
    {"a jump into the middle of the next piece", Status::hit, [](WrittenProgram& w) { const auto j = w.jump(); pad(w, kPiece / 2); w.miss(); w.land(j); pad(w, 1); }},
    {"a jump over several pieces", Status::hit, [](WrittenProgram& w) { const auto j = w.jump(); pad(w, 3 * kPiece); w.miss(); w.land(j); pad(w, kPiece); }},
    {"a test that jumps over several pieces", Status::hit, [](WrittenProgram& w) { const auto t = w.equals(w.integer(1), 2); pad(w, 2 * kPiece); w.miss(); w.land(t); }},
    {"jumps from several pieces to one place", Status::hit, [](WrittenProgram& w) { const auto first = w.equals(w.integer(1), 1); pad(w, kPiece); const auto second = w.equals(w.integer(1), 2); pad(w, kPiece); w.miss(); w.land(first); w.land(second); pad(w, 1); }},
    {"merged registers across pieces", Status::hit, [](WrittenProgram& w) {
        const auto test = w.kind(w.slot(0), {kTensorKind});
        w.copy_to(0, w.integer(1)); pad(w, kPiece);
        const auto over = w.jump();
        w.land(test); w.copy_to(0, w.integer(2)); pad(w, kPiece);
        w.land(over); pad(w, kPiece);
        w.strict(0, Cell::integer(2));
    }, 1},
};
// clang-format on

}  // namespace

TEST_CASE("a program in pieces says what the whole says") {
    for (const PieceCase& row : kCases) {
        CAPTURE(row.name);
        WrittenProgram w(row.merged);
        row.write(w);
        w.hit();
        const auto check = compile(compiler(), w.program);
        const Verdict native = run_native(*check, w, standard_frame());
        CHECK(native.status == row.expected);
        CHECK(text(native) == text(run_table(w, standard_frame())));
    }
}

TEST_CASE("freed pieces are all given back") {
    const auto with = native::load_compiler({.verify = true});
    REQUIRE(with.has_value());
    WrittenProgram w;
    pad(w, 3 * kPiece);
    w.hit();
    auto check = compile(**with, w.program);
    CHECK((*with)->live_functions() == 1);
    CHECK((*with)->live_code_bytes() == check->code_bytes());
    check.reset();
    CHECK((*with)->live_code_bytes() == 0);
}

TEST_CASE("a match of more words than a piece holds") {
    WrittenProgram w;
    const Reg object = w.slot(0);
    std::vector<std::uint64_t> words(std::size_t{2} * kPiece, 7);
    words.back() = 8;
    const std::vector<std::uint64_t> memory = words;
    const auto wanted = static_cast<std::uint32_t>(w.literals.size());
    w.literals.insert(w.literals.end(), words.begin(), words.end());
    w.program.literal_words = static_cast<std::uint32_t>(w.literals.size());
    w.program.masks.assign(words.size(), ~0ULL);
    w.test({.op = Op::match, .a = object, .b = wanted, .count = static_cast<std::uint32_t>(words.size())});
    w.hit();
    const auto check = compile(compiler(), w.program);
    Frame frame = standard_frame();
    frame.slots[0] = memory.data();
    CHECK(run_native(*check, w, frame).status == Status::hit);
    w.literals.back() = 9;
    CHECK(run_native(*check, w, frame).status == Status::miss);
}
