#include "runtime/value/builtin_model.h"
#include "tests/value/values_from_json.h"

namespace {

using namespace guardc;
using testing::WrittenValue;

struct Case {
    const char* value;
    const char* name;
    const char* answer;  // the attribute as JSON, "absent" when it is certainly not there, or "undefined"
    const char* rest = "";
};

#define MODULE_OBJECT                                                                                    \
    R"({"$object":{"type":"demo.Net","attrs":{"training":true,"_parameters":{"weight":1,"training":2},)" \
    R"("_buffers":{"mean":3,"weight":4},"_modules":{"layer":5}},"class_attrs":{"mean":6,"kind":7}},"$id":1})"
#define TENSOR(fields) R"({"$tensor":{"dtype":"int8","device":"cpu","size":[2])" fields R"(},"$id":1})"
#define CLASSES R"(,"classes":{"demo.C":{"mro":["demo.C","builtins.object"],"dict":{"f":1},"attrs":{"g":2}}})"

const Case kCases[] = {
    // The instance, then what its type adds, then absent.
    {R"({"$object":{"type":"demo.C","attrs":{"a":1},"class_attrs":{"a":2,"b":3}}})", "a", "1"},
    {R"({"$object":{"type":"demo.C","attrs":{"a":1},"class_attrs":{"a":2,"b":3}}})", "b", "3"},
    {R"({"$object":{"type":"demo.C","attrs":{"a":1},"class_attrs":{"a":2,"b":3}}})", "c", "absent"},
    {R"({"$object":{"type":"demo.C","attrs":{"a":1}}})", "__dict__", R"({"a":1})"},
    {R"({"$object":{"type":"demo.C","attrs":{"a":1}}})", "__class__", "undefined"},
    {R"({"$object":{"type":"demo.C","attrs":{"":1}}})", "", "1"},
    {R"({"$object":{"type":"demo.C","attrs":{"$id":1}}})", "$id", "1"},
    // Nothing is known of what lies below the reach of the guards.
    {R"({"$object":{"type":"demo.C","attrs":{}}})", "a", "undefined"},
    {R"({"$object":{"type":"demo.C","attrs":{}},"$id":1})", "a", "absent"},
    {R"({"$object":{"type":"builtins.list","attrs":{}}})", "a", "undefined"},
    // torch.nn.Module: its tables come after everything else.
    {MODULE_OBJECT, "training", "true"},
    {MODULE_OBJECT, "weight", "1"},
    {MODULE_OBJECT, "mean", "6"},
    {MODULE_OBJECT, "layer", "5"},
    {MODULE_OBJECT, "kind", "7"},
    {MODULE_OBJECT, "other", "absent"},
    {R"({"$object":{"type":"demo.C","attrs":{"_modules":{"x":1}}},"$id":1})", "x", "absent"},
    // Dict subclasses have attributes, plain dicts tell of none.
    {R"({"$dict":[["k",1]],"type":"demo.D","attrs":{"a":1},"class_attrs":{"b":2}})", "a", "1"},
    {R"({"$dict":[["k",1]],"type":"demo.D","attrs":{"a":1},"class_attrs":{"b":2}})", "b", "2"},
    {R"({"$dict":[["k",1]],"type":"demo.D","attrs":{"a":1},"class_attrs":{"b":2}})", "k", "absent"},
    {R"({"$dict":[["k",1]],"type":"demo.D","attrs":{"a":1}})", "__dict__", R"({"a":1})"},
    {R"({"k":1})", "k", "undefined"},
    // Modules, functions, code, cells.
    {R"({"$module":"torch","attrs":{"pi":3.5}})", "pi", "3.5"},
    {R"({"$module":"torch","attrs":{"pi":3.5}})", "e", "absent"},
    {R"({"$module":"torch","attrs":{"pi":3.5}})", "__dict__", R"({"pi":3.5})"},
    {R"({"$module":"torch","attrs":{"pi":3.5}})", "__file__", "undefined"},
    {R"({"$module":"torch"})", "e", "undefined"},
    {R"({"$function":{"name":"g","code":17,"defaults":[1,2],"attrs":{"tag":9}}})", "__defaults__",
     R"({"$tuple":[1,2]})"},
    {R"({"$function":{"name":"g","code":17,"defaults":[1,2],"attrs":{"tag":9}}})", "__kwdefaults__", "null"},
    {R"({"$function":{"name":"g","code":17,"defaults":[1,2],"attrs":{"tag":9}}})", "__name__", "\"g\""},
    {R"({"$function":{"name":"g","code":17,"defaults":[1,2],"attrs":{"tag":9}}})", "__code__",
     R"({"$object":{"type":"builtins.code","attrs":{}},"$id":17})"},
    {R"({"$function":{"name":"g","code":17,"defaults":[1,2],"attrs":{"tag":9}}})", "tag", "9"},
    {R"({"$function":{"name":"g","code":17,"defaults":[1,2],"attrs":{"tag":9}}})", "other", "absent"},
    {R"({"$function":{"name":"g"}})", "other", "undefined"},
    {R"({"$function":{}})", "__code__", "null"},
    {R"({"$function":{}})", "__name__", "null"},
    // Types by their row of `classes`.
    {R"({"$type":"demo.C"})", "g", "2", CLASSES},
    {R"({"$type":"demo.C"})", "h", "absent", CLASSES},
    {R"({"$type":"demo.C"})", "f", "undefined", CLASSES},
    {R"({"$type":"demo.C"})", "__mro__", R"({"$tuple":[{"$type":"demo.C"},{"$type":"builtins.object"}]})",
     CLASSES},
    {R"({"$type":"demo.C"})", "__dict__", R"({"$dict":[["f",1]],"type":"builtins.mappingproxy"})", CLASSES},
    {R"({"$type":"demo.D"})", "g", "undefined", CLASSES},
    // Tensors.
    {TENSOR(R"(,"attrs":{"mark":5})"), "mark", "5"},
    {TENSOR(R"(,"attrs":{"mark":5})"), "other", "absent"},
    {TENSOR(""), "_dynamo_dynamic_indices", "absent"},
    {TENSOR(""), "grad", "undefined"},
    {TENSOR(R"(,"grad":null)"), "grad", "null"},
    {TENSOR(R"(,"base":null)"), "_base", "null"},
    {TENSOR(""), "scale_by", "absent"},
    // What torch.Tensor has by itself is not written down, and there all the same.
    {TENSOR(""), "shape", "undefined"},
    {TENSOR(""), "view", "undefined"},
    {TENSOR(""), "add_", "undefined"},
    {TENSOR(""), "__class__", "undefined"},
    {TENSOR(""), "_version", "undefined"},
    // Ranges and slices; other built-in values tell nothing.
    {R"({"$range":[1,2,3]})", "start", "1"},
    {R"({"$range":[1,2,3]})", "step", "3"},
    {R"({"$slice":[1,null,3]})", "stop", "null"},
    {R"({"$range":[1,2,3]})", "other", "undefined"},
    {"5", "real", "undefined"},
    {"\"text\"", "upper", "undefined"},
    {"null", "a", "undefined"},
};

TEST_CASE("attributes are what is written down", "[value]") {
    for (const Case& one : kCases) {
        const WrittenValue object(one.value, one.rest);
        INFO(one.value << " ." << one.name);
        const std::string wanted = one.answer;
        Cell found;
        Truth outcome =
            read_fact(builtin_model(), FactId::attribute, &object.value, Cell::text(one.name), found);
        const bool there = outcome == Truth::yes;
        // `__class__` is not written down, and yet no object is without it.
        if (wanted == "absent" || wanted == "undefined")
            CHECK_FALSE(there);
        else
            CHECK((there ? compiler::write_cell(found) : "nothing") == wanted);

        outcome =
            read_fact(builtin_model(), FactId::attribute_absent, &object.value, Cell::text(one.name), found);
        const std::string absence = outcome != Truth::yes ? "undefined"
                                    : found.bits != 0     ? "absent"
                                                          : "there";
        const bool told = wanted == "absent" || wanted == "undefined";
        // Values without this fact say nothing of what they do have, either.
        if (told || outcome == Truth::yes) CHECK(absence == (told ? wanted : "there"));
    }
}

TEST_CASE("a cell yields what it holds", "[value]") {
    const WrittenValue function(R"({"$function":{"closure":[5]}})");
    const auto& cells = items_of(*as<FunctionValue>(function.value).closure);
    REQUIRE(cells.size() == 1);
    Cell found;
    REQUIRE(read_fact(builtin_model(), FactId::attribute, cells[0], Cell::text("cell_contents"), found) ==
            Truth::yes);
    CHECK(compiler::write_cell(found) == "5");
}

}  // namespace
