// The pool of terms and the table it is made of.
#include <limits>
#include <set>

#include <catch2/catch.hpp>

#include "compiler/reference/reference.h"
#include "compiler/terms/print_term.h"
#include "runtime/program/ambient.h"
#include "runtime/value/arena.h"
#include "runtime/value/builtin_model.h"

namespace guardc::compiler {

TEST_CASE("constants are one term when they are one strict value") {
    TermPool terms;
    ValueArena arena;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Value* one = arena.make_integer(1);
    const Value* two = arena.make_integer(2);
    const Value* forwards[] = {one, two};
    const Value* backwards[] = {two, one};
    const std::vector<const Value*> different = {
        one,
        arena.make_boolean(true),
        arena.make_floating(1.0),
        arena.make_complex(1.0, 0.0),
        arena.make_string("1"),
        arena.make_bytes("1"),
        arena.make_floating(0.0),
        arena.make_floating(-0.0),
        arena.make_floating(nan),
        arena.make_list(forwards),
        arena.make_list(backwards),
        arena.make_tuple(forwards),
        arena.make_sequence(Kind::size, forwards),
        arena.make_sequence(Kind::set, forwards),
        arena.make_sequence(Kind::frozenset, forwards),
        arena.make_type(intern_type("builtins.int")),
        arena.make_dtype(DType::int32),
        arena.make_device({DeviceType::cuda, 0}),
        arena.make_device({DeviceType::cuda, -1}),
        arena.make_none(),
    };
    std::set<TermId> ids;
    for (const Value* value : different)
        ids.insert(terms.make_constant(*value));
    CHECK(ids.size() == different.size());
    CHECK(terms.make_constant(*arena.make_floating(-nan)) == terms.make_constant(*arena.make_floating(nan)));
    CHECK(terms.make_constant(*arena.make_sequence(Kind::set, backwards)) ==
          terms.make_constant(*arena.make_sequence(Kind::set, forwards)));
    CHECK(terms.make_constant(*arena.make_list(forwards)) == terms.make_constant(*arena.make_list(forwards)));
}

TEST_CASE("constants outlive the arena that they came from") {
    TermPool terms;
    TermId term = kNoTerm;
    {
        ValueArena arena;
        const Value* parts[] = {arena.make_string("inner")};
        term = terms.make_constant(*arena.make_list(parts));
    }
    CHECK(print_constant(terms.constant(term)) == "[\"inner\"]");
}

TEST_CASE("equal terms have equal ids, also when operands lie in the pool itself") {
    TermPool terms;
    FrameShape shape;
    const TermId x = terms.make(TermOp::local, {}, shape.add(Scope::local, "x"));
    CHECK(terms.make(TermOp::local, {}, 0) == x);
    CHECK(terms.make(TermOp::global, {}, 0) != x);
    CHECK(terms.make_named(TermOp::attribute, x, "a") == terms.make_named(TermOp::attribute, x, "a"));
    CHECK(terms.make_named(TermOp::attribute, x, "a") != terms.make_named(TermOp::has_attribute, x, "a"));
    const TermId pair[] = {x, x};
    TermId sum = terms.make(TermOp::add, pair);
    for (int i = 0; i < 100; ++i)
        sum = terms.make(i % 2 == 0 ? TermOp::multiply : TermOp::add, terms.operands(sum));
    CHECK(sum == terms.make(TermOp::add, pair));
}

TEST_CASE("chains of any length are printed and evaluated without recursion") {
    TermPool terms;
    FrameShape shape;
    TermId chain = terms.make(TermOp::local, {}, shape.add(Scope::local, "x"));
    for (int i = 0; i < 300'000; ++i)
        chain = terms.make_named(TermOp::attribute, chain, "a");
    for (int i = 0; i < 300'000; ++i)
        chain = terms.make(TermOp::not_, std::span(&chain, 1));
    CHECK(print_term(terms, chain, shape).size() == 300'000 * 6 + 1);
    const AmbientBlock ambient{};
    CHECK(evaluate(terms, chain, {builtin_model(), {}, ambient}).truth == Truth::undefined);
}

TEST_CASE("the table finds terms by how they are written") {
    CHECK(find_call("len") == TermOp::length);
    CHECK(find_call("distinct") == TermOp::distinct);
    CHECK(!find_call("dtype"));
    CHECK(!find_call("+"));
    CHECK(find_member("dtype") == TermOp::dtype);
    CHECK(find_member("size") == TermOp::size);
    CHECK(find_infix("<=") == TermOp::less_equal);
    CHECK(!find_infix("@"));
    for (const TermKind& kind : term_kinds()) {
        INFO(kind.name);
        CHECK(&kind_of(kind.op) == &kind);
        CHECK(!kind.text.empty());
        CHECK(kind.least <= kind.most);
        CHECK((kind.form == TermForm::own || !kind.spelling.empty()));
    }
}

TEST_CASE("ids of guards are eight hex digits of their text") {
    CHECK(guard_id("x is None") == guard_id("x is None"));
    CHECK(guard_id("x is None") != guard_id("y is None"));
    CHECK(guard_id("").size() == 8);
    CHECK(guard_id("x.size(0) == 8").find_first_not_of("0123456789abcdef") == std::string::npos);
}

}  // namespace guardc::compiler
