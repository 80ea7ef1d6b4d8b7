// What surrounds the values: ambient state, types, classes, externs, other fields, slots.
#include <catch2/catch.hpp>

#include "compiler/json/frame_json.h"

namespace {

using namespace guardc;
using namespace guardc::compiler;

FrameDocument read(const std::string& text) {
    auto frame = read_frame(text);
    if (!frame) FAIL(error_text(frame.error()) << " in " << text);
    return std::move(*frame);
}

Cell state(const FrameDocument& frame, AmbientField field) {
    return frame.ambient[static_cast<unsigned>(field)];
}

TEST_CASE("ambient state becomes cells, immediate where it can", "[json]") {
    struct Case {
        const char* json;
        CellTag tag;
    };
    const Case cases[] = {
        {"true", CellTag::boolean},
        {"0", CellTag::integer},
        {"-1", CellTag::integer},
        {"0.5", CellTag::floating},
        {"null", CellTag::none},
        {"\"hash\"", CellTag::text},
        {R"({"$device":"cuda:1"})", CellTag::device},
        {R"({"$dtype":"float64"})", CellTag::dtype},
        {R"({"$type":"demo.Mode"})", CellTag::type},
        {"99999999999999999999", CellTag::literal},
        {"[]", CellTag::literal},
        {R"([["Vmap",1,"error"]])", CellTag::literal},
        {R"({"cached_enabled":true,"dtype":[15,5],"enabled":[false]})", CellTag::literal},
    };
    for (const Case& one : cases) {
        INFO(one.json);
        const FrameDocument frame = read(std::string(R"({"state":{"default_device":)") + one.json + "}}");
        CHECK(state(frame, AmbientField::default_device).tag == one.tag);
        CHECK(state(frame, AmbientField::grad_mode).tag == CellTag::absent);
        CHECK(write_cell(state(frame, AmbientField::default_device)) == one.json);
        CHECK(same_frame(frame, read(write_frame(frame))));
        CHECK_FALSE(same_frame(frame, read(R"({"state":{"default_device":7}})")));
        CHECK_FALSE(same_frame(frame, read("{}")));
    }
}

TEST_CASE("every ambient field is read by its name", "[json]") {
    for (unsigned index = 0; index < kAmbientFieldCount; ++index) {
        const auto field = static_cast<AmbientField>(index);
        const FrameDocument frame = read("{\"state\":{\"" + std::string(ambient_name(field)) + "\":5}}");
        CHECK(state(frame, field).as_integer() == 5);
    }
}

TEST_CASE("a types line holds up to the next", "[json]") {
    FrameReader reader;
    const auto type_number = [&](const char* line) {
        const auto frame = reader.read(line);
        REQUIRE(frame);
        REQUIRE(*frame);
        return (*frame)->local("t")->identity;
    };
    const char* const frame = R"({"locals":{"t":{"$type":"demo.C"}}})";
    const std::uint64_t unbound = type_number(frame);
    CHECK(unbound >> 63U == 1);
    REQUIRE(reader.read(R"({"types":{"demo.C":77,"demo.D":78},"note":"of the first case"})"));
    CHECK(reader.types().size() == 2);
    CHECK(type_number(frame) == 77);
    CHECK(type_number(R"({"types":{"demo.C":99},"locals":{"t":{"$type":"demo.C"}}})") == 99);
    CHECK(type_number(R"({"types":{"demo.C":99},"locals":{"t":{"$type":"demo.D"}}})") == 78);
    CHECK(type_number(frame) == 77);
    REQUIRE(reader.read(R"({"types":{"demo.D":5}})"));
    CHECK(type_number(frame) == unbound);
    for (const char* blank : {"", "  ", "\r\n"}) {
        const auto nothing = reader.read(blank);
        REQUIRE(nothing);
        CHECK_FALSE(*nothing);
    }
    CHECK_FALSE(reader.read("x"));
}

TEST_CASE("written frames leave type numbers to the line that binds them", "[json]") {
    FrameReader reader;
    REQUIRE(reader.read(write_types({{"demo.C", 77}})));
    const auto frame = reader.read(R"({"locals":{"t":{"$type":"demo.C"},"u":{"$type":"demo.U","$id":5}}})");
    REQUIRE(frame);
    const std::string text = write_frame(**frame);
    CHECK(text == R"({"locals":{"t":{"$type":"demo.C"},"u":{"$type":"demo.U","$id":5}},"globals":{}})");
    const auto again = reader.read(text);
    REQUIRE(again);
    CHECK(same_frame(**frame, **again));
    const FrameDocument own = read(R"({"types":{"demo.C":77},"locals":{"t":{"$type":"demo.C"}}})");
    CHECK(write_frame(own) == R"({"types":{"demo.C":77},"locals":{"t":{"$type":"demo.C"}},"globals":{}})");
}

TEST_CASE("classes tell of types wherever these stand", "[json]") {
    const FrameDocument frame =
        read(R"({"locals":{"o":{"$object":{"type":"demo.C","attrs":{"a":1}}},)"
             R"("t":{"$type":"demo.C"},"d":{"$dict":[],"type":"demo.C"}},)"
             R"("classes":{"demo.C":{"mro":["demo.C","demo.B"],"dict":{"f":1},"attrs":{"g":2}},)"
             R"("demo.B":{}}})");
    const Value* type = frame.local("t");
    CHECK(as<ObjectValue>(*frame.local("o")).type_object == type);
    CHECK(as<DictValue>(*frame.local("d")).rest->type_object == type);
    REQUIRE(frame.classes.size() == 2);
    CHECK(frame.classes[0] == type);
    const TypeRow& row = *as<TypeValue>(*type).row;
    CHECK(items_of(*row.order)[0] == type);
    CHECK(items_of(*row.order)[1] == frame.classes[1]);
    CHECK(as<IntegerValue>(*find_text(row.attributes, "g")).number == 2);
    CHECK(as<TypeValue>(*frame.classes[1]).row->order == nullptr);
    CHECK(same_frame(frame, read(write_frame(frame))));
}

TEST_CASE("what belongs to the file is kept as it is", "[json]") {
    const FrameDocument frame =
        read(R"({"note":"n\n","frame":"decode","locals":{"x":1},"globals":{"y":2},)"
             R"("externs":{"f L['x']":true,"g":false},"verdict":null,)"
             R"("expect":{"b":[1,2.50,99999999999999999999],"a":"$"},"derived":{"h":3}})");
    CHECK(frame.frame == "decode");
    CHECK(frame.find_extra("note")->json == R"("n\n")");
    CHECK(frame.find_extra("verdict")->json == "null");
    CHECK(frame.find_extra("expect")->json == R"({"b":[1,2.5,99999999999999999999],"a":"$"})");
    CHECK(frame.find_extra("locals") == nullptr);
    CHECK(frame.extern_verdict("f L['x']") == true);
    CHECK(frame.extern_verdict("g") == false);
    CHECK_FALSE(frame.extern_verdict("k"));
    CHECK(frame.local("y") == nullptr);
    const std::string text = write_frame(frame);
    const FrameDocument again = read(text);
    CHECK(same_frame(frame, again));
    CHECK(again.extra.size() == 3);
    CHECK(write_frame(again) == text);
    CHECK_FALSE(same_frame(frame, read(R"({"frame":"decode","locals":{"x":1},"globals":{"y":2}})")));
}

TEST_CASE("slots get the values of their names and scopes", "[json]") {
    const FrameDocument frame = read(R"({"locals":{"x":1,"y":2,"":3},"globals":{"x":4}})");
    FrameShape shape;
    shape.add(Scope::local, "y");
    shape.add(Scope::global, "x");
    shape.add(Scope::global, "y");
    shape.add(Scope::local, "x");
    shape.add(Scope::local, "");
    const std::vector<Ref> slots = bind_frame(frame, shape);
    REQUIRE(slots.size() == 5);
    CHECK(slots[0] == frame.local("y"));
    CHECK(slots[1] == frame.global("x"));
    CHECK(slots[2] == nullptr);
    CHECK(slots[3] == frame.local("x"));
    CHECK(slots[4] == frame.local(""));
    CHECK(bind_frame(frame, {}).empty());
}

}  // namespace
