// Comparisons that are deep, large, or larger than they look: they end, and at a known limit.

#include <catch2/catch.hpp>

#include "runtime/program/functions.h"
#include "runtime/program/operations.h"
#include "runtime/value/builtin_model.h"
#include "runtime/value/python_equal.h"
#include "tests/program/value_notation.h"
#include "tests/program/views.h"

using namespace guardc;
using namespace guardc::program_tests;

namespace {

// A number within that many lists.
const Value* nested(ValueArena& arena, unsigned depth) {
    const Value* value = arena.make_integer(1);
    for (unsigned i = 0; i < depth; ++i) {
        const Value* const items[] = {value};
        value = arena.make_list(items);
    }
    return value;
}

// Two to the power of `depth` numbers, in little memory.
const Value* doubled(ValueArena& arena, unsigned depth) {
    const Value* value = arena.make_integer(1);
    for (unsigned i = 0; i < depth; ++i) {
        const Value* const items[] = {value, value};
        value = arena.make_list(items);
    }
    return value;
}

Truth compare(const Model& model, const Value* left, const Value* right, bool strict) {
    const Cell first = as_reference(left);
    const Cell second = as_literal(right);
    return strict ? guardc_op_strict(&model, &first, &second) : guardc_op_equal(&model, &first, &second);
}

std::vector<const Value*> numbers(ValueArena& arena, int count, int step) {
    std::vector<const Value*> values;
    for (int i = 0; i < count; ++i)
        values.push_back(arena.make_integer((i * step) % count));
    return values;
}

}  // namespace

TEST_CASE("containers nest to the limit and no further") {
    ValueArena arena;
    for (const Model* model : {&builtin_model(), &mirror_model()})
        for (const bool strict : {false, true}) {
            // A number within n lists stands at depth n.
            for (const unsigned depth : {1U, 50U, kEqualityDepth - 1})
                CHECK(compare(*model, nested(arena, depth), nested(arena, depth), strict) == Truth::yes);
            for (const unsigned depth : {kEqualityDepth, kEqualityDepth + 1, 100'000U})
                CHECK(compare(*model, nested(arena, depth), nested(arena, depth), strict) ==
                      Truth::undefined);
            CHECK(compare(*model, nested(arena, 150), nested(arena, 149), strict) == Truth::no);
        }
    const Cell deep = as_reference(nested(arena, 100'000));
    const Cell operands[] = {deep, as_reference(value_of(arena, "[1, 2]"))};
    CHECK(call_test_function(builtin_model(), TestFunction::contains, operands) == Truth::no);
}

TEST_CASE("shared parts do not make a comparison endless") {
    ValueArena arena;
    for (const bool strict : {false, true}) {
        CHECK(compare(builtin_model(), doubled(arena, 12), doubled(arena, 12), strict) == Truth::yes);
        CHECK(compare(builtin_model(), doubled(arena, 60), doubled(arena, 60), strict) == Truth::undefined);
    }
}

TEST_CASE("one question has one budget, however many comparisons it takes") {
    ValueArena arena;
    const auto around = [&](std::int64_t last) {
        std::vector<const Value*> items(400'000, arena.make_integer(1));
        items.push_back(arena.make_integer(last));
        return arena.make_list(items);
    };
    const Cell needle = as_reference(around(2));
    // Lists that all are almost the needle; a list of many numbers is no such thing.
    const std::vector<const Value*> alike(50, around(1));
    const Cell in_alike[] = {needle, as_reference(arena.make_list(alike))};
    CHECK(call_test_function(builtin_model(), TestFunction::contains, in_alike) == Truth::undefined);
    const std::vector<const Value*> many(2'000'000, arena.make_integer(3));
    const Cell in_many[] = {Cell::integer(4), as_reference(arena.make_list(many))};
    CHECK(call_test_function(builtin_model(), TestFunction::contains, in_many) == Truth::no);
}

TEST_CASE("large dicts and sets in another order") {
    ValueArena arena;
    constexpr int kCount = 20'011;  // prime, so that steps visit all
    const std::vector<const Value*> forward = numbers(arena, kCount, 1);
    const std::vector<const Value*> shuffled = numbers(arena, kCount, 7919);
    const auto dict = [&](std::span<const Value* const> keys) {
        std::vector<Pair> pairs;
        for (const Value* key : keys)
            pairs.push_back({key, key});
        return arena.make_dict({.pairs = pairs});
    };
    CHECK(compare(builtin_model(), dict(forward), dict(shuffled), false) == Truth::yes);
    CHECK(compare(builtin_model(), dict(forward), dict(shuffled), true) == Truth::no);
    CHECK(compare(builtin_model(), dict(forward), dict(forward), true) == Truth::yes);
    const auto set = [&](std::span<const Value* const> items) {
        return arena.make_sequence(Kind::set, items);
    };
    CHECK(compare(builtin_model(), set(forward), set(shuffled), false) == Truth::yes);
    CHECK(compare(builtin_model(), set(forward), set(forward), true) == Truth::yes);
    std::vector<const Value*> changed = shuffled;
    changed[5] = arena.make_integer(kCount + 1);
    CHECK(compare(builtin_model(), set(forward), set(changed), false) == Truth::no);
    CHECK(compare(builtin_model(), dict(forward), dict(changed), false) == Truth::no);
}

TEST_CASE("a dict that is written in part") {
    ValueArena arena;
    const auto part = [&](const char* written, std::uint64_t length) {
        const auto& whole = as<DictValue>(*value_of(arena, written));
        std::vector<Pair> pairs;
        for (std::uint64_t i = 0; i < whole.count; ++i)
            pairs.push_back({whole.keys[i], whole.values[i]});
        return arena.make_dict({.pairs = pairs, .length = length});
    };
    const struct {
        const Value* left;
        const Value* right;
        Truth equal, strict;
    } rows[] = {
        {part("{'a': 1}", 2), value_of(arena, "{'a': 1, 'b': 2}"), Truth::undefined, Truth::undefined},
        {value_of(arena, "{'a': 1, 'b': 2}"), part("{'a': 1}", 2), Truth::no, Truth::undefined},
        {part("{'a': 1}", 2), value_of(arena, "{'a': 5, 'b': 2}"), Truth::no, Truth::no},
        {part("{'a': 1}", 2), value_of(arena, "{'a': 1}"), Truth::no, Truth::no},
        {part("{(1, 2): 1}", 1ULL << 60U), part("{(2, 2): 1}", 1ULL << 60U), Truth::no, Truth::no},
        {part("{(1, 2): 1}", 1ULL << 60U), part("{(1, 2): 1}", 1ULL << 60U), Truth::undefined,
         Truth::undefined},
    };
    for (const auto& row : rows)
        for (const Model* model : {&builtin_model(), &mirror_model()}) {
            INFO(model->name << " row " << (&row - rows));
            CHECK(compare(*model, row.left, row.right, false) == row.equal);
            CHECK(compare(*model, row.left, row.right, true) == row.strict);
        }
}
