#include "tests/value/random_value.h"

#include <catch2/catch.hpp>

#include "compiler/json/frame_json.h"
#include "runtime/value/key_index.h"
#include "runtime/value/strict_equal.h"

namespace {

using namespace guardc;

TEST_CASE("a near miss is never the same, and equal seeds give equal values", "[value][random]") {
    ValueArena arena;
    testing::RandomValues first(7);
    testing::RandomValues second(7);
    for (int round = 0; round < 5000; ++round) {
        const Value* value = first.make(arena);
        CHECK(same_content(*value, *second.make(arena)));
        const Value* other = first.near_miss(arena, *value);
        CHECK_FALSE(same_content(*value, *other));
        CHECK(same_content(*other, *second.near_miss(arena, *value)));
    }
}

TEST_CASE("copies need nothing of what they were made from", "[value][random]") {
    testing::RandomValues random(11);
    for (int round = 0; round < 300; ++round) {
        ValueArena kept;
        ValueArena copies;
        const Value* original = random.make(kept);
        const Value* copy = nullptr;
        {
            ValueArena given;
            const Value* middle = copy_into(given, *original);
            CHECK(same_content(*original, *middle));
            copy = copy_into(copies, *middle);
        }
        CHECK(same_content(*original, *copy));
    }
}

TEST_CASE("a copy keeps sharing and cycles, however deep", "[value]") {
    ValueArena copies;
    const Value* copy = nullptr;
    {
        ValueArena arena;
        Value* list = arena.reserve(Kind::list, 5);
        const Value* inner = arena.make_tuple(std::array<const Value*, 2>{list, list});
        arena.make_list(std::array{inner, inner}, {5, list});
        const Value* deep = list;
        for (int level = 0; level < 200'000; ++level)
            deep = arena.make_list(std::array{deep});
        copy = copy_into(copies, *deep);
    }
    for (int level = 0; level < 200'000; ++level)
        copy = items_of(*copy)[0];
    REQUIRE(copy->identity == 5);
    const Value* inner = items_of(*copy)[0];
    CHECK(inner == items_of(*copy)[1]);
    CHECK(items_of(*inner)[0] == copy);
    CHECK(items_of(*inner)[1] == copy);
}

TEST_CASE("keys and elements are found wherever they stand", "[value][random]") {
    testing::RandomValues random(13);
    for (int round = 0; round < 2000; ++round) {
        ValueArena arena;
        const Value* dict = random.make(arena, Kind::dict, 1);
        for (std::uint64_t index = 0; index < as<DictValue>(*dict).count; ++index) {
            const KeyPlace place =
                find_key(as<DictValue>(*dict), *copy_into(arena, *as<DictValue>(*dict).keys[index]));
            CHECK(place.found == Truth::yes);
            CHECK(place.position == index);
        }
        CHECK(find_key(as<DictValue>(*dict), *arena.make_string("no such key")).found == Truth::no);
        const Value* set = random.make(arena, Kind::frozenset, 1);
        for (const Value* element : items_of(*set))
            CHECK(find_element(as<SequenceValue>(*set), *copy_into(arena, *element)).found == Truth::yes);
    }
}

TEST_CASE("strict equality and its key agree", "[value][random]") {
    testing::RandomValues random(17);
    std::size_t equal = 0;
    for (int round = 0; round < 5000; ++round) {
        ValueArena arena;
        const Value* value = random.make(arena, 2);
        const Value* others[] = {copy_into(arena, *value), random.near_miss(arena, *value),
                                 random.make(arena, 1)};
        for (const Value* other : others) {
            const bool same = strict_equal(*value, *other);
            INFO(compiler::write_value(*value) << " and " << compiler::write_value(*other));
            CHECK(same == strict_equal(*other, *value));
            CHECK(same == (strict_key(*value) == strict_key(*other)));
            equal += same ? 1 : 0;
        }
    }
    CHECK(equal > 2000);
}

}  // namespace
