#include "runtime/value/builtin_model.h"
#include "runtime/value/cell_value.h"
#include "runtime/value/python_equal.h"
#include "tests/value/values_from_json.h"

namespace {

using namespace guardc;
using testing::WrittenValue;

struct Case {
    const char* pairs;   // of a dict
    const char* key;     // that is asked for
    const char* answer;  // the value as JSON, "absent" when it is certainly not there, or "undefined"
};

#define OBJECT_1 R"({"$object":{"type":"demo.K","attrs":{}},"$id":1})"
#define OBJECT_2 R"({"$object":{"type":"demo.K","attrs":{}},"$id":2})"
#define NO_IDENTITY R"({"$object":{"type":"demo.K","attrs":{}}})"
#define TENSOR_3 R"({"$tensor":{"dtype":"int8","device":"cpu","size":[]},"$id":3})"
#define TENSOR_4 R"({"$tensor":{"dtype":"int8","device":"cpu","size":[]},"$id":4})"
#define NAN_5 R"({"$float":"nan","$id":5})"

const Case kCases[] = {
    {R"(["a",10])", "\"a\"", "10"},
    {R"(["a",10])", "\"b\"", "absent"},
    {R"(["a",10])", R"({"$bytes":"61"})", "absent"},
    {R"([{"$bytes":"61"},10])", "\"a\"", "absent"},
    {R"([{"$bytes":"61"},10])", R"({"$bytes":"61"})", "10"},
    // 1 == 1.0 == True, and they hash alike.
    {"[1,10]", "1", "10"},
    {"[1,10]", "1.0", "10"},
    {"[1,10]", "true", "10"},
    {"[true,10]", "1", "10"},
    {"[1.0,10]", "true", "10"},
    {"[1,10]", R"({"$complex":[1.0,0.0]})", "10"},
    {"[0,10]", R"({"$float":"-0.0"})", "10"},
    {"[1,10]", "2", "absent"},
    {"[1,10]", "\"1\"", "absent"},
    {"[9223372036854775808,10]", "9223372036854775808.0", "10"},
    {"[9007199254740993,10]", "9007199254740992.0", "absent"},
    {"[null,10]", "null", "10"},
    {"[null,10]", "0", "absent"},
    // Tuples element by element; a size is one.
    {R"([{"$tuple":[1,"a"]},10])", R"({"$tuple":[1.0,"a"]})", "10"},
    {R"([{"$tuple":[1,"a"]},10])", R"({"$tuple":[1,"b"]})", "absent"},
    {R"([{"$tuple":[2,3]},10])", R"({"$size":[2,3]})", "10"},
    {R"([{"$tuple":[]},10])", R"({"$tuple":[]})", "10"},
    {R"([{"$frozenset":[1,2]},10])", R"({"$frozenset":[2,true]})", "10"},
    {R"([{"$range":[0,3,2]},10])", R"({"$range":[0,4,2]})", "10"},
    {R"([{"$range":[0,3,2]},10])", R"({"$range":[0,5,2]})", "absent"},
    {R"([{"$slice":[0,1,null]},10])", R"({"$slice":[false,1,null]})", "10"},
    {R"([{"$dtype":"float32"},10])", R"({"$dtype":"float"})", "10"},
    {R"([{"$device":"cuda:0"},10])", R"({"$device":"cuda:0"})", "10"},
    {R"([{"$device":"cuda:0"},10])", R"({"$device":"cuda:1"})", "absent"},
    {R"([{"$type":"demo.C"},10])", R"({"$type":"demo.C"})", "10"},
    {R"([{"$type":"demo.C"},10])", R"({"$type":"demo.D"})", "absent"},
    // A NaN is found by identity alone.
    {"[" NAN_5 ",10]", NAN_5, "10"},
    {"[" NAN_5 ",10]", R"({"$float":"nan","$id":6})", "absent"},
    {"[" NAN_5 ",10]", R"({"$float":"nan"})", "undefined"},
    {"[" NAN_5 ",10]", "1.0", "absent"},
    {R"([{"$float":"nan"},10])", "\"a\"", "absent"},
    // Tensors go by identity, whatever they are compared with.
    {"[" TENSOR_3 ",10]", TENSOR_3, "10"},
    {"[" TENSOR_3 ",10]", TENSOR_4, "absent"},
    {"[" TENSOR_3 ",10]", "\"a\"", "absent"},
    {R"(["a",10])", TENSOR_3, "absent"},
    // An object's own equality might say anything of another object.
    {"[" OBJECT_1 ",10]", OBJECT_1, "10"},
    {"[" OBJECT_1 ",10]", OBJECT_2, "undefined"},
    {"[" OBJECT_1 ",10]", "\"a\"", "undefined"},
    {"[" NO_IDENTITY ",10]", NO_IDENTITY, "undefined"},
    {"[" OBJECT_1 R"(,10],["a",11])", "\"a\"", "11"},
    {R"(["a",10])", OBJECT_1, "undefined"},
    {R"([{"$tuple":[1,)" OBJECT_1 "]},10]", R"({"$tuple":[1,)" OBJECT_1 "]}", "10"},
    {R"([{"$tuple":[1,)" OBJECT_1 "]},10]", R"({"$tuple":[2,)" OBJECT_1 "]}", "absent"},
    // What has no hash makes Python raise.
    {R"(["a",10])", "[1]", "undefined"},
    {R"(["a",10])", "{}", "undefined"},
    {R"(["a",10])", R"({"$tuple":[[1]]})", "undefined"},
};

std::string answer(const Value& container, FactId fact, const Value& key, CellTag as) {
    // The key as an immediate cell, where it has one, or by reference. A NaN in a cell has no identity left.
    const Cell asked =
        as == CellTag::none && !is_nan(key)
            ? cell_of(key, CellTag::literal)
            : Cell{std::bit_cast<std::uint64_t>(&key), as == CellTag::none ? CellTag::literal : as, 0};
    Cell found;
    const Truth outcome = read_fact(builtin_model(), fact, &container, asked, found);
    if (outcome != Truth::yes) return testing::truth_word(outcome);
    return compiler::write_cell(found);
}

TEST_CASE("keys are looked up as Python does", "[value]") {
    // The same among few keys, which are compared, and among many, which are hashed.
    std::string many;
    for (int index = 100; index < 120; ++index)
        many += ",[" + std::to_string(index) + ",0]";
    for (const Case& one : kCases) {
        for (const std::string& others : {std::string(), many}) {
            for (const CellTag tag : {CellTag::none, CellTag::literal, CellTag::reference}) {
                INFO(one.pairs << " at " << one.key << (others.empty() ? " alone" : " among many"));
                const WrittenValue dict("{\"$dict\":[" + std::string(one.pairs) + others + "]}");
                const WrittenValue key(one.key);
                const std::string wanted = one.answer;
                const bool there = wanted != "absent" && wanted != "undefined";
                CHECK(answer(dict.value, FactId::lookup, key.value, tag) == (there ? wanted : "undefined"));
                const std::string contained = there ? "true" : wanted == "absent" ? "false" : "undefined";
                CHECK(answer(dict.value, FactId::contains, key.value, tag) == contained);
            }
        }
    }
}

struct Containment {
    const char* container;
    const char* element;
    const char* answer;
};

const Containment kContainments[] = {
    {"[1,2,3]", "2.0", "true"},
    {"[1,2,3]", "4", "false"},
    {R"({"$tuple":["a","b"]})", "\"b\"", "true"},
    {R"({"$size":[2,3]})", "3", "true"},
    {R"({"$set":[1,"a"]})", "true", "true"},
    {R"({"$frozenset":[1,"a"]})", "\"b\"", "false"},
    // From the left: what comes before an object decides before its own equality would.
    {"[1," OBJECT_1 "]", "1", "true"},
    {"[" OBJECT_1 ",1]", "1", "undefined"},
    {"[" OBJECT_1 "]", OBJECT_1, "true"},
    {"[[1]]", "[1]", "true"},
    {R"({"$set":[1]})", "[1]", "undefined"},
    {"[" NAN_5 "]", NAN_5, "true"},
    // A list asks a tensor for its own equality; a set goes by its hash.
    {"[" TENSOR_3 "]", TENSOR_3, "true"},
    {"[" TENSOR_3 "]", TENSOR_4, "undefined"},
    {"[" TENSOR_3 "]", "1", "undefined"},
    {R"({"$set":[)" TENSOR_3 "]}", TENSOR_4, "false"},
    {R"({"$dict":[["a",1]],"type":"builtins.mappingproxy"})", "\"a\"", "true"},
    {"\"abc\"", "\"b\"", "undefined"},
    {"5", "5", "undefined"},
};

TEST_CASE("elements are found as Python does", "[value]") {
    for (const Containment& one : kContainments) {
        const WrittenValue container(one.container);
        const WrittenValue element(one.element);
        INFO(one.element << " in " << one.container);
        CHECK(answer(container.value, FactId::contains, element.value, CellTag::none) == one.answer);
    }
}

}  // namespace
