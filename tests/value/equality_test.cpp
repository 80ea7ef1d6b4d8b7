#include "runtime/value/python_equal.h"
#include "runtime/value/same_content.h"
#include "runtime/value/strict_equal.h"
#include "tests/value/values_from_json.h"

namespace {

using namespace guardc;
using testing::WrittenValue;

struct Case {
    const char* left;
    const char* right;
    const char* key;  // as keys of a dict
    bool strict;      // `is`
};

#define OBJECT_1 R"({"$object":{"type":"demo.C","attrs":{}},"$id":1})"
#define OBJECT_2 R"({"$object":{"type":"demo.C","attrs":{}},"$id":2})"
#define TENSOR_1 R"({"$tensor":{"dtype":"int8","device":"cpu","size":[]},"$id":1})"
#define TENSOR_2 R"({"$tensor":{"dtype":"int8","device":"cpu","size":[]},"$id":2})"
#define NAN_1 R"({"$float":"nan","$id":1})"
#define NAN_2 R"({"$float":"nan","$id":2})"

const Case kCases[] = {
    // Numbers: one value has many types.
    {"1", "1", "yes", true},
    {"1", "true", "yes", false},
    {"1", "1.0", "yes", false},
    {"true", "1.0", "yes", false},
    {"true", "false", "no", false},
    {"1.0", R"({"$complex":[1.0,0.0]})", "yes", false},
    {R"({"$complex":[1.0,0.0]})", R"({"$complex":[1.0,{"$float":"-0.0"}]})", "yes", false},
    {"0.0", R"({"$float":"-0.0"})", "yes", false},
    {R"({"$float":"-0.0"})", R"({"$float":"-0.0"})", "yes", true},
    {R"({"$float":"nan"})", R"({"$float":"nan"})", "undefined", true},
    {NAN_1, NAN_1, "yes", true},
    {NAN_1, NAN_2, "no", true},
    {NAN_1, "1.0", "no", false},
    {R"({"$complex":[{"$float":"nan"},1.0]})", R"({"$complex":[{"$float":"nan"},1.0]})", "undefined", true},
    {R"({"$complex":[{"$float":"nan"},1.0]})", R"({"$complex":[{"$float":"nan"},2.0]})", "undefined", false},
    {R"({"$float":"inf"})", R"({"$float":"-inf"})", "no", false},
    {"9007199254740993", "9007199254740992.0", "no", false},
    {"9223372036854775807", "9223372036854775808.0", "no", false},
    {"9223372036854775808", "9223372036854775808.0", "yes", false},
    {"9223372036854775808", "9223372036854775808", "yes", true},
    {"9223372036854775808", "-9223372036854775808", "no", false},
    {"340282366920938463463374607431768211456", "3.402823669209384634633746e38", "yes", false},
    {"1", "null", "no", false},
    {"0", "\"0\"", "no", false},
    // Text.
    {"\"a\"", "\"a\"", "yes", true},
    {"\"a\"", "\"A\"", "no", false},
    {"\"a\"", R"({"$bytes":"61"})", "no", false},
    {R"({"$bytes":"61"})", R"({"$bytes":"61"})", "yes", true},
    // Sequences: a size is a tuple.
    {"[1,2]", "[1,2]", "yes", true},
    {"[1,2]", "[1.0,true]", "no", false},
    {"[1,1]", "[1.0,true]", "yes", false},
    {"[1,2]", "[2,1]", "no", false},
    {"[1,2]", "[1,2,3]", "no", false},
    {"[1,2]", R"({"$tuple":[1,2]})", "no", false},
    {R"({"$size":[1,2]})", R"({"$tuple":[1,2]})", "yes", false},
    {R"({"$size":[1,2]})", R"({"$size":[1,2]})", "yes", true},
    {"[[1],[2]]", "[[1],[2]]", "yes", true},
    {"[[1],[2]]", "[[1],[true]]", "no", false},
    {"[0.0]", R"([{"$float":"-0.0"}])", "yes", false},
    // A NaN is itself only, save to `is`.
    {"[" NAN_1 "]", "[" NAN_2 "]", "no", true},
    {"[" NAN_1 "]", "[1.0]", "no", false},
    {R"({"$tuple":[1,)" NAN_1 "]}", R"({"$tuple":[2,)" NAN_2 "]}", "no", false},
    // Sets in any order.
    {R"({"$set":[1,2,3]})", R"({"$set":[3,2,1]})", "yes", true},
    {R"({"$set":[1,2]})", R"({"$set":[1.0,2]})", "yes", false},
    {R"({"$set":[1]})", R"({"$set":[2]})", "no", false},
    {R"({"$set":[1]})", R"({"$frozenset":[1]})", "yes", false},
    {R"({"$frozenset":[1,"a"]})", R"({"$frozenset":["a",1]})", "yes", true},
    {R"({"$set":[1,2,3,4,5,6,7,8,9,10]})", R"({"$set":[10,9,8,7,6,5,4,3,2,1]})", "yes", true},
    {R"({"$set":[1,2,3,4,5,6,7,8,9,10]})", R"({"$set":[10,9,8,7,6,5,4,3,2,true]})", "yes", false},
    {R"({"$set":[)" NAN_1 "]}", R"({"$set":[)" NAN_2 "]}", "no", true},
    {R"({"$set":[)" NAN_1 "," NAN_2 "]}", R"({"$set":[)" NAN_1 ",5]}", "no", false},
    // Dicts: Python has no order, `is` has.
    {R"({"a":1,"b":2})", R"({"a":1,"b":2})", "yes", true},
    {R"({"a":1,"b":2})", R"({"b":2,"a":1})", "yes", false},
    {R"({"a":1})", R"({"a":true})", "yes", false},
    {R"({"a":1})", R"({"a":2})", "no", false},
    {R"({"a":1})", R"({"b":1})", "no", false},
    {R"({"$dict":[[1,"a"]]})", R"({"$dict":[[true,"a"]]})", "yes", false},
    {R"({"$dict":[],"type":"collections.OrderedDict"})", R"({"$dict":[]})", "undefined", false},
    {R"({"$dict":[],"type":"collections.OrderedDict"})", R"({"$dict":[],"type":"collections.OrderedDict"})",
     "undefined", true},
    {R"({"$dict":[[1,2]],"len":5})", R"({"$dict":[[1,2]],"len":5})", "undefined", false},
    {R"({"$dict":[[1,2]],"len":5})", R"({"$dict":[[1,2]]})", "no", false},
    // Ranges by what they yield, slices by their parts.
    {R"({"$range":[0,3,2]})", R"({"$range":[0,4,2]})", "yes", false},
    {R"({"$range":[0,4,2]})", R"({"$range":[0,4,2]})", "yes", true},
    {R"({"$range":[0,0,1]})", R"({"$range":[5,1,2]})", "yes", false},
    {R"({"$range":[1,2,1]})", R"({"$range":[1,2,9]})", "yes", false},
    {R"({"$range":[1,5,1]})", R"({"$range":[2,6,1]})", "no", false},
    {R"({"$range":[-9223372036854775808,9223372036854775807,1]})",
     R"({"$range":[-9223372036854775808,9223372036854775807,1]})", "yes", true},
    {R"({"$range":[0,9223372036854775808,1]})", R"({"$range":[0,9223372036854775809,1]})", "undefined",
     false},
    {R"({"$slice":[null,2,1]})", R"({"$slice":[null,2,true]})", "yes", false},
    {R"({"$slice":[null,2,1]})", R"({"$slice":[null,2,1]})", "yes", true},
    // Names.
    {R"({"$dtype":"float32"})", R"({"$dtype":"torch.float"})", "yes", true},
    {R"({"$dtype":"float32"})", R"({"$dtype":"float64"})", "no", false},
    {R"({"$device":"cuda:0"})", R"({"$device":"cuda:0"})", "yes", true},
    {R"({"$device":"cuda:0"})", R"({"$device":"cuda"})", "no", false},
    {R"({"$type":"builtins.int"})", R"({"$type":"builtins.int"})", "yes", true},
    {R"({"$type":"builtins.int"})", R"({"$type":"builtins.bool"})", "no", false},
    {"null", "null", "yes", true},
    // Whatever may have an equality of its own.
    {OBJECT_1, OBJECT_1, "yes", true},
    {OBJECT_1, OBJECT_2, "undefined", false},
    {OBJECT_1, "1", "undefined", false},
    {"[" OBJECT_1 "]", "[" OBJECT_1 "]", "yes", true},
    {"[" OBJECT_1 "]", "[" OBJECT_2 "]", "undefined", false},
    {TENSOR_1, TENSOR_1, "yes", true},
    {TENSOR_1, TENSOR_2, "no", false},
    {TENSOR_1, "1", "no", false},
};

TEST_CASE("equality of keys and the strict one", "[value]") {
    for (const Case& one : kCases) {
        const WrittenValue left(one.left);
        const WrittenValue right(one.right);
        INFO(one.left << " and " << one.right);
        CHECK(testing::truth_word(key_equal(left.value, right.value)) == std::string(one.key));
        CHECK(testing::truth_word(key_equal(right.value, left.value)) == std::string(one.key));
        CHECK(strict_equal(left.value, right.value) == one.strict);
        CHECK(strict_equal(right.value, left.value) == one.strict);
        CHECK((strict_key(left.value) == strict_key(right.value)) == one.strict);
        CHECK((!one.strict || strict_hash(left.value) == strict_hash(right.value)));
        // Keys that are equal have one hash.
        const auto hash = key_hash(left.value);
        const auto other = key_hash(right.value);
        if (key_equal(left.value, right.value) == Truth::yes && hash && other) CHECK(*hash == *other);
    }
}

TEST_CASE("elements have no hash to be told apart by", "[value]") {
    const std::pair<const char*, const char*> pairs[] = {
        {TENSOR_1, TENSOR_2}, {TENSOR_1, "1"}, {"[" TENSOR_1 "]", "[" TENSOR_2 "]"}};
    for (const auto& [one, other] : pairs) {
        const WrittenValue left(one);
        const WrittenValue right(other);
        INFO(one << " and " << other);
        CHECK(key_equal(left.value, right.value) == Truth::no);
        CHECK(element_equal(left.value, right.value) == Truth::undefined);
        CHECK(element_equal(left.value, left.value) == Truth::yes);
    }
    // Keys within elements are keys.
    const WrittenValue left(R"({"$frozenset":[)" TENSOR_1 "]}");
    const WrittenValue right(R"({"$frozenset":[)" TENSOR_2 "]}");
    CHECK(element_equal(left.value, right.value) == Truth::no);
}

TEST_CASE("the payload of a NaN means nothing", "[value]") {
    ValueArena arena;
    const double quiet = std::bit_cast<double>(0x7ff8000000000000ULL);
    const double other = std::bit_cast<double>(0xfff8000000000123ULL);
    CHECK(strict_equal(*arena.make_floating(quiet), *arena.make_floating(other)));
    CHECK(strict_key(*arena.make_floating(quiet)) == strict_key(*arena.make_floating(other)));
    CHECK_FALSE(strict_equal(*arena.make_floating(quiet), *arena.make_floating(1.0)));
}

TEST_CASE("deep and shared values are answered in bounded time", "[value]") {
    ValueArena arena;
    const auto tower = [&](int levels) {
        const Value* value = arena.make_integer(1);
        for (int level = 0; level < levels; ++level)
            value = arena.make_list(std::array{value});
        return value;
    };
    CHECK(key_equal(*tower(100), *tower(100)) == Truth::yes);
    CHECK(key_equal(*tower(100'000), *tower(100'000)) == Truth::undefined);
    CHECK(strict_equal(*tower(900), *tower(900)));
    CHECK_FALSE(strict_equal(*tower(100'000), *tower(100'000)));

    // Each level holds the one below twice: 2^60 values when walked as a tree.
    const auto bush = [&] {
        const Value* value = arena.make_tuple({});
        for (int level = 0; level < 60; ++level)
            value = arena.make_tuple(std::array{value, value});
        return value;
    };
    const Value* one = bush();
    const Value* other = bush();
    CHECK(key_equal(*one, *other) == Truth::undefined);
    CHECK_FALSE(key_hash(*one).has_value());
    CHECK(same_content(*one, *other));
}

}  // namespace
