// Which object a value is: `is` between places, distinct(), identities of running processes.
#include <random>

#include <catch2/catch.hpp>

#include "runtime/program/functions.h"
#include "runtime/program/operations.h"
#include "runtime/value/builtin_model.h"
#include "tests/program/value_notation.h"
#include "tests/program/views.h"

using namespace guardc;
using namespace guardc::program_tests;

namespace {

constexpr Truth yes = Truth::yes;
constexpr Truth no = Truth::no;
constexpr Truth undefined = Truth::undefined;

struct SameRow {
    const char* left;
    const char* right;
    Truth same;
};
const SameRow kSame[] = {
    {"object#5", "object#5", yes},
    {"object#5", "object#6", no},
    {"object", "object", undefined},
    {"object#5", "object", undefined},
    {"[1]#5", "[1]#5", yes},
    {"[1]#5", "[1]#6", no},
    {"7#5", "7#5", yes},
    {"7#5", "7#6", no},  // equal numbers are not one object
    {"7", "7", undefined},
    {"nan#5", "nan#5", yes},
    {"device:cpu", "device:cpu", undefined},  // no singleton
    {"object#5", "[1]#5", yes},               // an identity is one object, whatever is told of it
};
// The same in every form in which they come.
const SameRow kSingletons[] = {
    {"None", "None", yes},
    {"None", "True", no},
    {"True", "True", yes},
    {"True", "False", no},
    {"True", "1", undefined},
    {"None", "0", undefined},
    {"dtype:int8", "dtype:int8", yes},
    {"dtype:int8", "dtype:int16", no},
    {"type:demo.A", "type:demo.A", yes},
    {"type:demo.A", "type:demo.B", no},
    {"type:demo.A", "None", no},
};

Truth distinct(const Model& model, std::span<const Cell> cells) {
    return call_test_function(model, TestFunction::distinct, cells);
}

}  // namespace

TEST_CASE("places that hold one object") {
    for (const SameRow& row : kSame) {
        ValueArena arena;
        const Cell left = as_reference(value_of(arena, row.left));
        const Cell right = as_reference(value_of(arena, row.right));
        INFO(row.left << " is " << row.right);
        CHECK(guardc_op_same(&builtin_model(), &left, &right) == row.same);
        CHECK(guardc_op_same(&builtin_model(), &right, &left) == row.same);
        const Cell both[] = {left, right};
        CHECK(distinct(builtin_model(), both) == (row.same == yes ? no : row.same == no ? yes : undefined));
    }
}

TEST_CASE("singletons are known by what they are") {
    for (const SameRow& row : kSingletons) {
        ValueArena arena;
        const Value* left = value_of(arena, row.left);
        const Value* right = value_of(arena, row.right);
        for (const Seen& one : views_of(builtin_model(), *left))
            for (const Seen& other : views_of(builtin_model(), *right)) {
                INFO(row.left << " as " << one.how << " is " << row.right << " as " << other.how);
                CHECK(guardc_op_same(&builtin_model(), &one.cell, &other.cell) == row.same);
            }
    }
    ValueArena arena;
    for (const Seen& one : views_of(mirror_model(), *value_of(arena, "type:demo.A")))
        for (const Seen& other : views_of(mirror_model(), *value_of(arena, "type:demo.A")))
            CHECK(guardc_op_same(&mirror_model(), &one.cell, &other.cell) == yes);
}

TEST_CASE("constants have no identity") {
    ValueArena arena;
    const Value* list = value_of(arena, "[1]#5");
    const Cell reference = as_reference(list);
    const Cell literal = as_literal(list);
    CHECK(guardc_op_same(&builtin_model(), &reference, &literal) == undefined);
    CHECK(guardc_op_same(&mirror_model(), &reference, &reference) == yes);
}

namespace {

// `count` objects with identities of some pattern; all different.
std::vector<Cell> objects(ValueArena& arena, std::size_t count, std::uint64_t first, std::uint64_t step) {
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < count; ++i)
        cells.push_back(as_reference(arena.make_object({.type = intern_type("demo.Thing")},
                                                       {.identity = first + i * step, .at = nullptr})));
    return cells;
}

// The inverse of a one-to-one mixing like the one a table may use: identities that crowd into one range of
// it.
std::vector<Cell> crowded_objects(ValueArena& arena, std::size_t count) {
    const auto unmix = [](std::uint64_t hash) {
        constexpr std::uint64_t inverse = 0xcfee444d8b59a89bULL;  // of 0xd6e8feb86659fd93 modulo 2^64
        static_assert(inverse * 0xd6e8feb86659fd93ULL == 1);
        hash = (hash ^ (hash >> 32U)) * inverse;
        hash = (hash ^ (hash >> 32U)) * inverse;
        return hash ^ (hash >> 32U);
    };
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < count; ++i)
        cells.push_back(as_reference(arena.make_object({.type = intern_type("demo.Thing")},
                                                       {.identity = unmix(2048 * (i + 1)), .at = nullptr})));
    return cells;
}

}  // namespace

TEST_CASE("distinct objects, few and many") {
    std::mt19937_64 random(7);
    for (const std::size_t count : {1U, 2U, 8U, 9U, 77U, 256U, 257U, 1024U, 1025U, 2048U, 10'000U, 65'535U}) {
        ValueArena arena;
        for (int pattern = count > 20'000 ? 2 : 0; pattern < 4; ++pattern) {
            INFO(count << " objects, pattern " << pattern);
            std::vector<Cell> cells = pattern == 3
                                          ? crowded_objects(arena, std::min<std::size_t>(count, 4000))
                                      : pattern == 2 ? objects(arena, count, 1ULL << 46U, 48)
                                      : pattern == 1 ? objects(arena, count, 3, 1ULL << 40U)
                                                     : objects(arena, count, 1, 1);
            CHECK(distinct(builtin_model(), cells) == yes);
            if (cells.size() == 1) continue;
            const std::size_t place = random() % cells.size();
            const Cell kept = cells[place];
            cells[place] = cells[(place + 1 + random() % (cells.size() - 1)) % cells.size()];
            CHECK(distinct(builtin_model(), cells) == no);
            cells[place] = as_reference(value_of(arena, "object"));
            CHECK(distinct(builtin_model(), cells) == undefined);
            cells[place] = kept;
            cells.back() = Cell::none();
            CHECK(distinct(builtin_model(), cells) == yes);
            cells.front() = as_literal(value_of(arena, "None"));
            CHECK(distinct(builtin_model(), cells) == no);
        }
    }
}

TEST_CASE("many types and dtypes are told apart from objects with the same numbers") {
    ValueArena arena;
    std::vector<Cell> cells = objects(arena, 64, 1, 1);
    for (unsigned i = 0; i < 30; ++i)
        cells.push_back({i, CellTag::dtype, 0});
    for (unsigned i = 0; i < 30; ++i)
        cells.push_back(
            {*builtin_model().resolve_type(builtin_model(), "demo.T" + std::to_string(i)), CellTag::type, 0});
    cells.insert(cells.end(), {Cell::none(), Cell::boolean(false), Cell::boolean(true)});
    CHECK(distinct(builtin_model(), cells) == yes);
    for (const std::size_t twice : {std::size_t{70}, std::size_t{100}, cells.size() - 1}) {
        std::vector<Cell> repeated = cells;
        repeated.push_back(cells[twice]);
        CHECK(distinct(builtin_model(), repeated) == no);
    }
}

TEST_CASE("the identity that a running process gave") {
    ValueArena arena;
    const struct {
        const char* value;
        const char* number;
        Truth truth;
    } rows[] = {
        {"object#140737488355328", "140737488355328", yes},  // beyond 2^47
        {"object#5", "6", no},
        {"object#5", "-5", no},
        {"object#5", "5.0", no},
        {"object#5", "18446744073709551616", no},
        {"object", "5", undefined},
        {"object#5", "'5'", undefined},
        {"[1]#5", "5", yes},
    };
    for (const auto& row : rows)
        for (const Seen& number : views_of(builtin_model(), *value_of(arena, row.number))) {
            INFO(row.value << " has identity " << row.number << " as " << number.how);
            const Cell operands[] = {as_reference(value_of(arena, row.value)), number.cell};
            CHECK(call_test_function(builtin_model(), TestFunction::identity, operands) == row.truth);
        }
    const Cell immediate[] = {Cell::integer(5), Cell::integer(5)};
    CHECK(call_test_function(builtin_model(), TestFunction::identity, immediate) == undefined);
}
