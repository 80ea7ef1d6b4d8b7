// Every form of a frame file: what it is read as, and what is written for it.
#include <catch2/catch.hpp>

#include "compiler/json/frame_json.h"
#include "runtime/value/same_content.h"
#include "tests/value/random_value.h"

namespace {

using namespace guardc;
using namespace guardc::compiler;

FrameDocument read(const std::string& text) {
    auto frame = read_frame(text);
    if (!frame) FAIL(error_text(frame.error()) << " in " << text);
    return std::move(*frame);
}

struct Case {
    const char* written;
    Kind kind;
    const char* again = nullptr;  // what is written for it; null: the same
};

const Case kForms[] = {
    {"null", Kind::none},
    {"true", Kind::boolean},
    {"false", Kind::boolean},
    {"7", Kind::integer},
    {"-7", Kind::integer},
    {"-0", Kind::integer, "0"},
    {"9223372036854775807", Kind::integer},
    {"-9223372036854775808", Kind::integer},
    {"9223372036854775808", Kind::integer},
    {"18446744073709551616", Kind::integer},
    {"-123456789012345678901234567890", Kind::integer},
    {"7.0", Kind::floating},
    {"0.1", Kind::floating},
    {"1e-5", Kind::floating, "1e-05"},
    {"1E5", Kind::floating, "1e+05"},
    {"1e400", Kind::floating, "refused"},
    {"1e-400", Kind::floating, "0.0"},
    {"5e-324", Kind::floating},
    {"1.7976931348623157e+308", Kind::floating},
    {"0.30000000000000004", Kind::floating},
    {"-0.0", Kind::floating, R"({"$float":"-0.0"})"},
    {R"({"$float":"-0.0"})", Kind::floating},
    {R"({"$float":"nan"})", Kind::floating},
    {R"({"$float":"inf"})", Kind::floating},
    {R"({"$float":"-inf","$id":5})", Kind::floating},
    {R"({"$float":"nan","$id":5})", Kind::floating},
    {R"("text")", Kind::string},
    {R"("")", Kind::string},
    {R"("quote\" back\\slash \n \t \u0001 \u0000 nul")", Kind::string},
    {R"("\u00ef \ud83d\ude00 \/")", Kind::string, "\"\xc3\xaf \xf0\x9f\x98\x80 /\""},
    {R"({"$complex":[1.5,-2.0]})", Kind::complex},
    {R"({"$complex":[1,{"$float":"nan","$id":9}]})", Kind::complex, R"({"$complex":[1.0,{"$float":"nan"}]})"},
    {R"({"$complex":[0.0,{"$float":"-0.0"}],"$id":4})", Kind::complex},
    {R"({"$bytes":"00ff61"})", Kind::bytes},
    {R"({"$bytes":""})", Kind::bytes},
    {R"({"$bytes":"AB"})", Kind::bytes, R"({"$bytes":"ab"})"},
    {"[]", Kind::list},
    {"[1,[2,[]]]", Kind::list},
    {R"({"$list":[1],"$id":3})", Kind::list},
    {R"({"$list":[1]})", Kind::list, "[1]"},
    {R"({"$tuple":[]})", Kind::tuple},
    {R"({"$tuple":[1,"a"],"$id":3})", Kind::tuple},
    {R"({"$size":[2,3]})", Kind::size},
    {R"({"$size":[2,{"$object":{"type":"numpy.int64","attrs":{},"repr":"np.int64 3"},"$id":7}]})",
     Kind::size},
    {R"({"$set":[3,1,2]})", Kind::set},
    {R"({"$set":[]})", Kind::set},
    {R"({"$frozenset":["b","a"]})", Kind::frozenset},
    {"{}", Kind::dict},
    {R"({"b":1,"a":{"c":null}})", Kind::dict},
    {R"({"":1})", Kind::dict},
    {R"({"$dict":[[1,"a"],[{"$tuple":[2]},"b"]]})", Kind::dict},
    {R"({"$dict":[["a",1]]})", Kind::dict, R"({"a":1})"},
    {R"({"$dict":[["$a",1]]})", Kind::dict},
    {R"({"$dict":[["a",1]],"$id":3})", Kind::dict},
    {R"({"$dict":[],"type":"collections.OrderedDict"})", Kind::dict},
    {R"({"$dict":[["a",1]],"len":9,"version":3})", Kind::dict},
    {R"({"$dict":[["a",1]],"len":1})", Kind::dict},
    {R"({"$dict":[],"type":"demo.D","attrs":{"$x":1},"class_attrs":{"default_factory":null},"$id":3})",
     Kind::dict},
    {R"({"$dict":[["a",1]],"type":"builtins.mappingproxy"})", Kind::mapping_proxy},
    {R"({"$dict":[],"type":"builtins.dict"})", Kind::dict, "{}"},
    {R"({"$range":[0,10,2]})", Kind::range},
    {R"({"$range":[0,100000000000000000000,-1],"$id":3})", Kind::range},
    {R"({"$slice":[null,5,"x"]})", Kind::slice},
    {R"({"$iter":{"kind":"tuple","items":[1,2],"at":1}})", Kind::iterator},
    {R"({"$iter":{"kind":"list","items":[],"at":0},"$id":3})", Kind::iterator},
    {R"({"$iter":{"kind":"list","items":[1]}})", Kind::iterator,
     R"({"$iter":{"kind":"list","items":[1],"at":0}})"},
    {R"({"$iter":{"kind":"range","range":[0,5,2],"at":3}})", Kind::iterator},
    {R"({"$iter":{"kind":"count","start":1.5,"step":2}})", Kind::iterator},
    {R"({"$type":"demo.Config"})", Kind::type},
    {R"({"$type":"demo.Config","$id":8})", Kind::type},
    {R"({"$module":"torch"})", Kind::module},
    {R"({"$module":"torch","attrs":{"float32":{"$dtype":"float32"}},"$id":4})", Kind::module},
    {R"({"$dtype":"float32"})", Kind::dtype},
    {R"({"$dtype":"torch.half"})", Kind::dtype, R"({"$dtype":"float16"})"},
    {R"({"$device":"cuda:0"})", Kind::device},
    {R"({"$device":"cpu","$id":4})", Kind::device},
    {R"({"$function":{}})", Kind::function},
    {R"({"$function":{"name":"g","code":17,"defaults":[1],"kwdefaults":{"k":2},"closure":[3],"attrs":{},)"
     R"("code_attrs":{"co_flags":4},"derived":{"x":5}},"$id":6})",
     Kind::function},
    {R"({"$function":{"name":null,"code":null,"defaults":null,"closure":null}})", Kind::function,
     R"({"$function":{}})"},
    {R"({"$object":{"type":"demo.C","attrs":{}}})", Kind::object},
    {R"({"$object":{"type":"demo.C"}})", Kind::object},
    {R"({"$object":{"type":"demo.C","attrs":{"a":1},"class_attrs":{"b":2},"len":3,"value":4,"items":[5],)"
     R"("base":"tuple","repr":"C","keys":["CPU"],"derived":{"f":6}},"$id":7})",
     Kind::object},
    {R"({"$object":{"type":"demo.F","attrs":{},"value":{"$float":"nan","$id":3}}})", Kind::object,
     R"({"$object":{"type":"demo.F","attrs":{},"value":{"$float":"nan"}}})"},
    {R"({"$weakref":null})", Kind::weak_reference},
    {R"({"$weakref":{"$object":{"type":"demo.C","attrs":{}},"$id":3},"$id":4})", Kind::weak_reference},
    {R"({"$tensor":{"dtype":"float16","device":"cuda:0","size":[2,3,4]}})", Kind::tensor,
     R"({"$tensor":{"dtype":"float16","device":"cuda:0","size":[2,3,4],"stride":[12,4,1]}})"},
    {R"({"$tensor":{"dtype":"float32","device":"cpu","size":[],"stride":[]},"$id":3})", Kind::tensor},
    {R"({"$tensor":{"dtype":"float32","device":"cpu","size":[1,2,3,4,5,6,7],"stride":[0,1,2,3,4,5,6]}})",
     Kind::tensor},
    {R"({"$tensor":{"type":"Tensor","dtype":"float32","device":"cpu","size":[2],"stride":[1],)"
     R"("requires_grad":false,"offset":0,"keys":["CPU","BackendSelect","ADInplaceOrView","AutogradCPU"]}})",
     Kind::tensor, R"({"$tensor":{"dtype":"float32","device":"cpu","size":[2],"stride":[1]}})"},
    {R"({"$tensor":{"type":"torch.nn.parameter.Parameter","dtype":"bool","device":"meta","size":[2],"stride":[1],)"
     R"("requires_grad":true,"keys":["Meta"],"offset":2,"storage":5,"attrs":{"m":1},"grad":null,)"
     R"("base":{"$tensor":{"dtype":"bool","device":"cpu","size":[2],"stride":[1]}},"value":7,"derived":{"f":1}}})",
     Kind::tensor},
    {R"({"$tensor":{"dtype":"float32","device":"cpu","size":[2,2],"layout":"sparse_csr"}})", Kind::tensor},
    {R"({"$tensor":{"dtype":"float32","device":"cpu","layout":"jagged"}})", Kind::tensor},
    {R"({"$tensor":{"dtype":"float32","device":"cpu","size":[2],"stride":[1],"layout":"sparse_coo"}})",
     Kind::tensor},
};

TEST_CASE("every form reads, and is written as it was", "[json]") {
    for (const Case& one : kForms) {
        const std::string text = std::string(R"({"locals":{"v":)") + one.written + "}}";
        INFO(one.written);
        if (one.again != nullptr && std::string_view(one.again) == "refused") {
            CHECK_FALSE(read_frame(text));
            continue;
        }
        const FrameDocument frame = read(text);
        const Value& value = *frame.local("v");
        CHECK(kind_name(value.kind) == kind_name(one.kind));
        CHECK(write_value(value) == (one.again == nullptr ? one.written : one.again));
        CHECK(same_frame(frame, read(write_frame(frame))));
    }
}

TEST_CASE("random values of every kind come back the same", "[json][random]") {
    testing::RandomValues random(31);
    for (int round = 0; round < 2000; ++round) {
        ValueArena arena;
        const Value* value = random.make(arena);
        FrameDocument frame;
        frame.locals = {{"v", value}, {"$w", arena.make_list(std::array{value})}};
        const std::string text = write_frame(frame);
        const FrameDocument again = read(text);
        INFO(text);
        CHECK(same_frame(frame, again));
        CHECK(write_frame(again) == text);
        // The comparison that says so tells a near miss apart.
        frame.locals[0].value = random.near_miss(arena, *value);
        CHECK_FALSE(same_frame(frame, again));
    }
}

TEST_CASE("what stands in two places is one object", "[json]") {
    const FrameDocument frame =
        read(R"({"locals":{"a":{"$list":[1],"$id":5},"b":[{"$ref":5}]},"globals":{"c":{"$ref":5}},)"
             R"("derived":{"d":{"$ref":5}},"classes":{"demo.C":{"dict":{"e":{"$ref":5}}}}})");
    const Value* list = frame.local("a");
    CHECK(items_of(*frame.local("b"))[0] == list);
    CHECK(frame.global("c") == list);
    CHECK(frame.derived[0].value == list);
    const auto& row = *as<TypeValue>(*frame.classes[0]).row;
    CHECK(find_text(&as<DictValue>(*row.dict), "e") == list);
    CHECK(same_frame(frame, read(write_frame(frame))));
}

TEST_CASE("a value may hold itself", "[json]") {
    for (
        const char* text : {
            R"({"$list":[{"$ref":5},1],"$id":5})",
            R"({"$dict":[["self",{"$ref":5}]],"$id":5})",
            R"({"$object":{"type":"demo.C","attrs":{"m":{"$object":{"type":"builtins.method","attrs":{},)"
            R"("class_attrs":{"__self__":{"$ref":5}}},"$id":6}}},"$id":5})",
            R"({"$tensor":{"dtype":"int8","device":"cpu","size":[1],"stride":[1],"attrs":{"me":{"$ref":5}}},"$id":5})",
            R"({"$function":{"closure":[{"$ref":5}]},"$id":5})",
        }) {
        const FrameDocument frame = read(std::string(R"({"locals":{"v":)") + text + "}}");
        CHECK(write_value(*frame.local("v")) == text);
        CHECK(same_frame(frame, read(write_frame(frame))));
    }
}

TEST_CASE("a NaN may be written out at both of its places", "[json]") {
    const FrameDocument frame =
        read(R"({"locals":{"a":{"$float":"nan","$id":5},"b":{"$float":"nan","$id":5},)"
             R"("c":{"$ref":5},"d":{"$float":"nan"}}})");
    CHECK(frame.local("a") == frame.local("b"));
    CHECK(frame.local("a") == frame.local("c"));
    CHECK(frame.local("a") != frame.local("d"));
}

TEST_CASE("cells are written as values", "[json]") {
    ValueArena arena;
    CHECK(write_cell({}) == "null");
    CHECK(write_cell(Cell::none()) == "null");
    CHECK(write_cell(Cell::integer(-3)) == "-3");
    CHECK(write_cell(Cell::floating(0.5)) == "0.5");
    CHECK(write_cell(Cell::boolean(true)) == "true");
    CHECK(write_cell(Cell::text("a\"b")) == R"("a\"b")");
    CHECK(write_cell({static_cast<std::uint64_t>(DType::bool_), CellTag::dtype, 0}) ==
          R"({"$dtype":"bool"})");
    CHECK(write_cell({pack_device({DeviceType::cuda, 1}), CellTag::device, 0}) == R"({"$device":"cuda:1"})");
    CHECK(write_cell({std::bit_cast<std::uint64_t>(intern_type("demo.C")), CellTag::type, 0}) ==
          R"({"$type":"demo.C"})");
    CHECK(write_cell(Cell::reference(arena.make_list({}))) == "[]");
}

}  // namespace
