// Mistakes in frame files: one line that says what, and a JSON pointer that says where.
#include <catch2/catch.hpp>

#include "compiler/json/frame_json.h"

namespace {

using namespace guardc::compiler;

struct Case {
    const char* json;     // of the local `v`, or of a whole frame
    const char* message;  // part of it
    const char* pointer;
};

#define TENSOR(fields) R"({"$tensor":{"dtype":"int8","device":"cpu")" fields "}}"

const Case kValues[] = {
    {R"({"$tensr":{}})", "unknown form", "/locals/v/$tensr"},
    {R"({"$":{}})", "unknown form", "/locals/v/$"},
    {R"({"$id":5})", "beside no form", "/locals/v"},
    {R"({"$tuple":[],"$list":[]})", "`$tuple` and `$list` in one value", "/locals/v"},
    {R"({"$tuple":[],"len":1})", "unknown field", "/locals/v/len"},
    {R"({"a":1,"$tuple":[]})", "unknown field", "/locals/v/a"},
    {R"({"$ref":5,"$id":6})", "unknown field", "/locals/v/$id"},
    {R"({"$ref":5})", "no value before this one carries the identity 5", "/locals/v/$ref"},
    {R"({"$ref":"5"})", "expected an identity", "/locals/v/$ref"},
    {R"([{"$ref":5},{"$list":[],"$id":5}])", "no value before this one", "/locals/v/0/$ref"},
    {R"([{"$list":[],"$id":5},{"$tuple":[],"$id":5}])", "carried by another value", "/locals/v/1/$tuple"},
    {R"([{"$float":"nan","$id":5},{"$float":"inf","$id":5}])", "carried by another value",
     "/locals/v/1/$float"},
    {R"({"$list":[],"$id":0})", "an int from 1", "/locals/v/$id"},
    {R"({"$list":[],"$id":-1})", "an int from 1", "/locals/v/$id"},
    {R"({"$list":[],"$id":9223372036854775808})", "an int from 1", "/locals/v/$id"},
    {R"({"$list":[],"$id":1.0})", "an int from 1", "/locals/v/$id"},
    {R"({"$list":{}})", "expected an array, found an object", "/locals/v/$list"},
    {R"({"$tuple":[1,{"$x":1}]})", "unknown form", "/locals/v/$tuple/1/$x"},
    {R"({"a/b":{"~":{"$x":1}}})", "unknown form", "/locals/v/a~1b/~0/$x"},
    {R"({"$float":1.5})", "expected a string, found a float", "/locals/v/$float"},
    {R"({"$float":"1.5"})", "expected `nan`", "/locals/v/$float"},
    {R"({"$complex":[1]})", "the real and the imaginary part", "/locals/v/$complex"},
    {R"({"$complex":[1,"a"]})", "expected a number", "/locals/v/$complex/1"},
    {R"({"$complex":[9007199254740993,0]})", "not a float", "/locals/v/$complex/0"},
    {R"({"$bytes":"abc"})", "odd number", "/locals/v/$bytes"},
    {R"({"$bytes":"zz"})", "expected hex digits", "/locals/v/$bytes"},
    {R"({"$bytes":[1]})", "expected a string, found an array", "/locals/v/$bytes"},
    {R"({"$set":[1,2,true]})", "equal to the one at position 0", "/locals/v/$set/2"},
    {R"({"$frozenset":["a","a"]})", "equal to the one at position 0", "/locals/v/$frozenset/1"},
    {R"({"$dict":{"a":1}})", "expected an array of pairs", "/locals/v/$dict"},
    {R"({"$dict":[[1]]})", "expected a pair", "/locals/v/$dict/0"},
    {R"({"$dict":[1]})", "expected a pair", "/locals/v/$dict/0"},
    {R"({"$dict":[[1,{"$x":1}]]})", "unknown form", "/locals/v/$dict/0/1/$x"},
    {R"({"$dict":[[1,"a"],[1.0,"b"]]})", "equal to the one at position 0", "/locals/v/$dict/1"},
    {R"({"$dict":[["a",1]],"len":0})", "less than", "/locals/v/len"},
    {R"({"$dict":[],"len":-1})", "an int from 0", "/locals/v/len"},
    {R"({"$dict":[],"len":1.0})", "an int from 0", "/locals/v/len"},
    {R"({"$dict":[],"version":"a"})", "an int from 0", "/locals/v/version"},
    {R"({"$dict":[],"type":5})", "expected a string", "/locals/v/type"},
    {R"({"$dict":[],"type":"builtins.list"})", "`builtins.list` is no dict", "/locals/v/type"},
    {R"({"$dict":[],"attrs":[]})", "expected an object, found an array", "/locals/v/attrs"},
    {R"({"$dict":[],"items":[]})", "unknown field", "/locals/v/items"},
    {R"({"$range":[0,1]})", "three ints", "/locals/v/$range"},
    {R"({"$range":[0,1.0,1]})", "three ints", "/locals/v/$range"},
    {R"({"$range":[0,true,1]})", "three ints", "/locals/v/$range"},
    {R"({"$range":[0,1,0]})", "the step is 0", "/locals/v/$range"},
    {R"({"$slice":[0,1]})", "three values", "/locals/v/$slice"},
    {R"({"$iter":{"items":[]}})", "`kind` is missing", "/locals/v/$iter"},
    {R"({"$iter":{"kind":"set","items":[]}})", "expected `tuple`", "/locals/v/$iter/kind"},
    {R"({"$iter":{"kind":"tuple"}})", "`items` is missing", "/locals/v/$iter"},
    {R"({"$iter":{"kind":"tuple","items":[1],"at":2}})", "more than there are", "/locals/v/$iter/at"},
    {R"({"$iter":{"kind":"range","range":[0,5,2],"at":4}})", "more than there are", "/locals/v/$iter/at"},
    {R"({"$iter":{"kind":"range","range":[0,5,2],"items":[]}})", "unknown field", "/locals/v/$iter/items"},
    {R"({"$iter":{"kind":"count","start":1}})", "`step` is missing", "/locals/v/$iter"},
    {R"({"$iter":{"kind":"count","start":"a","step":1}})", "ints or floats", "/locals/v/$iter"},
    {R"({"$type":5})", "expected a string", "/locals/v/$type"},
    {R"([{"$type":"a","$id":5},{"$type":"b","$id":5}])", "carried by another value", "/locals/v/1/$type"},
    {R"([{"$type":"a","$id":5},{"$type":"a","$id":6}])", "another identity", "/locals/v/1/$type"},
    {R"({"$module":"m","attrs":{},"name":1})", "unknown field", "/locals/v/name"},
    {R"({"$module":null})", "expected a string, found null", "/locals/v/$module"},
    {R"({"$dtype":"flaot16"})", "unknown dtype `flaot16`", "/locals/v/$dtype"},
    {R"({"$device":"cuda:x"})", "unknown device `cuda:x`", "/locals/v/$device"},
    {R"({"$function":{"nam":"g"}})", "unknown field", "/locals/v/$function/nam"},
    {R"({"$function":{"code":"x"}})", "expected an identity", "/locals/v/$function/code"},
    {R"({"$function":{"name":5}})", "expected a string", "/locals/v/$function/name"},
    {R"({"$function":{"defaults":{}}})", "expected an array", "/locals/v/$function/defaults"},
    {R"({"$function":{"closure":[{"$x":1}]}})", "unknown form", "/locals/v/$function/closure/0/$x"},
    {R"({"$function":[]})", "expected an object", "/locals/v/$function"},
    {R"({"$object":{"attrs":{}}})", "`type` is missing", "/locals/v/$object"},
    {R"({"$object":{"type":"demo.C","atts":{}}})", "unknown field", "/locals/v/$object/atts"},
    {R"({"$object":{"type":"demo.C","attrs":{"a":{"$x":1}}}})", "unknown form",
     "/locals/v/$object/attrs/a/$x"},
    {R"({"$object":{"type":"demo.C","keys":["Cpu"]}})", "unknown dispatch key `Cpu`",
     "/locals/v/$object/keys/0"},
    {R"({"$object":{"type":"demo.C","len":-1}})", "an int from 0", "/locals/v/$object/len"},
    {R"({"$object":{"type":"torch.Tensor","attrs":{}}})", "written as `$tensor`", "/locals/v/$object/type"},
    {R"({"$weakref":{"$x":1}})", "unknown form", "/locals/v/$weakref/$x"},
    {R"({"$tensor":[]})", "expected an object", "/locals/v/$tensor"},
    {R"({"$tensor":{"device":"cpu","size":[]}})", "`dtype` is missing", "/locals/v/$tensor"},
    {R"({"$tensor":{"dtype":"int8","size":[]}})", "`device` is missing", "/locals/v/$tensor"},
    {TENSOR(""), "`size` is missing", "/locals/v/$tensor"},
    {TENSOR(R"(,"size":[2,-1])"), "negative", "/locals/v/$tensor/size/1"},
    {TENSOR(R"(,"size":[2.0])"), "an int within 64 bits", "/locals/v/$tensor/size/0"},
    {TENSOR(R"(,"size":[9223372036854775808])"), "an int within 64 bits", "/locals/v/$tensor/size/0"},
    {TENSOR(R"(,"size":[2],"stride":[1,1])"), "one stride for each size", "/locals/v/$tensor/stride"},
    {TENSOR(R"(,"size":[1,4611686018427387904,2])"), "too large to be contiguous", "/locals/v/$tensor/size"},
    {TENSOR(R"(,"layout":"jagged","stride":[1])"), "one stride for each size", "/locals/v/$tensor/stride"},
    {TENSOR(R"(,"size":[],"layout":"dense")"), "unknown layout", "/locals/v/$tensor/layout"},
    {TENSOR(R"(,"size":[],"requires_grad":0)"), "expected a boolean", "/locals/v/$tensor/requires_grad"},
    {TENSOR(R"(,"size":[],"keys":["CPU","AutogradCUDA"])"), "no tensor has these keys",
     "/locals/v/$tensor/keys"},
    {TENSOR(R"(,"size":[],"keys":"CPU")"), "an array of names", "/locals/v/$tensor/keys"},
    {TENSOR(R"(,"size":[],"grad":5)"), "null or a tensor", "/locals/v/$tensor/grad"},
    {TENSOR(R"(,"size":[],"base":[])"), "null or a tensor", "/locals/v/$tensor/base"},
    {TENSOR(R"(,"size":[],"offset":-1)"), "an int from 0", "/locals/v/$tensor/offset"},
    {TENSOR(R"(,"size":[],"storage":0)"), "an int from 1", "/locals/v/$tensor/storage"},
    {TENSOR(R"(,"size":[],"shape":[])"), "unknown field", "/locals/v/$tensor/shape"},
    {TENSOR(R"(,"size":[],"type":"builtins.int")"), "`builtins.int` is no tensor", "/locals/v/$tensor/type"},
};

const Case kFrames[] = {
    {"[]", "a frame is a JSON object, found an array", ""},
    {"5", "a frame is a JSON object, found an int", ""},
    {R"({"locals":[]})", "expected an object, found an array", "/locals"},
    {R"({"globals":5})", "expected an object, found an int", "/globals"},
    {R"({"frame":5,"locals":{}})", "expected a string", "/frame"},
    {R"({"locals":{"a":1,"a":2}})", "the key \"a\" stands twice", "/locals/a"},
    {R"({"locals":{"v":[{"a":1,"b":2,"a":2}]}})", "stands twice", "/locals/v/0/a"},
    {R"({"locals":{},"locals":{}})", "stands twice", "/locals"},
    {R"({"locals":{},"state":{"grad_mod":true}})", "unknown state", "/state/grad_mod"},
    {R"({"locals":{},"state":{"default_device":{"$device":"x"}}})", "unknown device",
     "/state/default_device/$device"},
    {R"({"locals":{},"state":[]})", "expected an object", "/state"},
    {R"({"locals":{},"types":{"a":0}})", "an int from 1", "/types/a"},
    {R"({"locals":{},"types":{"a":5,"b":5}})", "the number is that of `a`", "/types/b"},
    {R"({"locals":{},"types":[]})", "expected an object", "/types"},
    {R"({"locals":{"v":{"$type":"a","$id":6}},"types":{"a":5}})", "binds the number 5", "/locals/v/$type"},
    {R"({"locals":{},"externs":{"f/g":1}})", "expected a boolean", "/externs/f~1g"},
    {R"({"locals":{},"externs":[]})", "expected an object", "/externs"},
    {R"({"locals":{},"derived":{"f":{"$x":1}}})", "unknown form", "/derived/f/$x"},
    {R"({"locals":{},"classes":[]})", "expected an object", "/classes"},
    {R"({"locals":{},"classes":{"a":5}})", "expected an object", "/classes/a"},
    {R"({"locals":{},"classes":{"a":{"bases":[]}}})", "unknown field", "/classes/a/bases"},
    {R"({"locals":{},"classes":{"a":{"mro":{}}}})", "an array of type names", "/classes/a/mro"},
    {R"({"locals":{},"classes":{"a":{"mro":["a",5]}}})", "expected a string", "/classes/a/mro/1"},
    {R"({"locals":{},"classes":{"a":{"dict":{"f":{"$x":1}}}}})", "unknown form", "/classes/a/dict/f/$x"},
    // A reference counts in the order locals, globals, derived, classes.
    {R"({"globals":{"g":{"$list":[],"$id":5}},"locals":{"v":{"$ref":5}}})", "no value before",
     "/locals/v/$ref"},
};

void check(const std::string& text, const Case& one) {
    INFO(text);
    const auto frame = read_frame(text);
    REQUIRE_FALSE(frame);
    CHECK(frame.error().pointer == one.pointer);
    CHECK_THAT(frame.error().message, Catch::Contains(one.message));
    const std::string line = error_text(frame.error());
    CHECK(line.find('\n') == std::string::npos);
    CHECK_THAT(line, Catch::Contains(one.message));
}

TEST_CASE("mistakes in values are told with their place", "[json]") {
    for (const Case& one : kValues)
        check(std::string(R"({"locals":{"v":)") + one.json + "}}", one);
}

TEST_CASE("mistakes in frames are told with their place", "[json]") {
    for (const Case& one : kFrames)
        check(one.json, one);
}

TEST_CASE("what is not JSON is told with its offset", "[json]") {
    struct Syntax {
        const char* json;
        std::size_t offset;
    };
    const Syntax cases[] = {
        {"", 1},
        {"{", 2},
        {R"({"locals":})", 11},
        {R"({"locals":{}} x)", 15},
        {R"({"locals":{"v":01}})", 17},
        {R"({"locals":{"v":+1}})", 16},
        {R"({"locals":{"v":NaN}})", 16},
        {R"({"locals":{"v":1e999}})", 20},
        {"{\"locals\":{\"v\":\"\xff\"}}", 17},
        {R"({"locals":{"v":"\udead"}})", 22},
        {R"({"locals":{"v":'a'}})", 16},
        {R"({"locals":{"v":1,}})", 18},
        {"{\"locals\":{\"v\":\"a\nb\"}}", 18},
    };
    for (const Syntax& one : cases) {
        INFO(one.json);
        const auto frame = read_frame(one.json);
        REQUIRE_FALSE(frame);
        REQUIRE(frame.error().offset);
        CHECK(*frame.error().offset == one.offset);
        CHECK_THAT(frame.error().message, Catch::StartsWith("not JSON: "));
        CHECK(error_text(frame.error()).find('\n') == std::string::npos);
    }
}

}  // namespace
