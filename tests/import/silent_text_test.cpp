// What the text of a tree does not show: bound from a known frame, assumed where that is safe, else open.
#include <catch2/catch.hpp>

#include "tests/import/importing.h"

using namespace guardc::compiler;
using namespace guardc::compiler::tests;

namespace {

constexpr std::string_view kModes = "| +- TORCH_FUNCTION_MODE_STACK: ___check_torch_function_mode_stack()";

std::string dict_node(std::string_view source, std::string_view accessor, std::string_view type) {
    return "| +- DictGuardManager: source=" + std::string(source) + ", accessed_by=" + std::string(accessor) +
           (type.empty() ? "" : ", type=<class '" + std::string(type) + "'>, tag_safe=(False, False)");
}

}  // namespace

TEST_CASE("a dict's node tests exact type and length, with or without leaves") {
    const std::string node =
        dict_node("L['d']", "FrameLocalsGuardAccessor(key='d', framelocals_idx=1)", "dict");
    CHECK(guards_of_tree({node}) == Guards{"d is dict", "len(d) == 0"});
    const Imported two = import_text(
        tree({node, "| | +- KeyValueManager pair at index=0",
              "| | | +- KeyManager: GuardManager: source=list(dict.keys(L['d']))[0], type=<class 'str'>, "
              "tag_safe=(False, False)",
              "| | | +- ValueManager: GuardManager: source=L['d']['a'], type=<class 'int'>, tag_safe=(False, "
              "False)",
              "| | | | +- EQUALS_MATCH: L['d']['a'] == 1                       # x  # d.py:1 in f",
              "| | +- KeyValueManager pair at index=1"}));
    CHECK(guards_of(two) == Guards{"d is dict", "len(d) == 2", "d[\"a\"] is 1"});
    CHECK(two.report.clauses == 1);
    CHECK(two.report.implied == 2);
    // The exact type is the one that is printed.
    CHECK(guards_of_tree({dict_node("L['d']", "FrameLocalsGuardAccessor(key='d', framelocals_idx=1)",
                                    "collections.OrderedDict")})[0] == "d is collections.OrderedDict");
}

TEST_CASE("pairs that are listed in part tell no length") {
    const std::string node =
        dict_node("G['p'].SUPPORTED_NODES", "GetAttrGuardAccessor(SUPPORTED_NODES)", "dict");
    const std::string log = tree({node, "| | +- KeyValueManager pair at index=0"});
    const Imported imported = import_text(log);
    CHECK(guards_of(imported) ==
          Guards{"G[\"p\"].SUPPORTED_NODES is dict", "extern(\"len(G['p'].SUPPORTED_NODES)\")"});
    CHECK(imported.report.clauses == 0);
    REQUIRE(imported.report.open.size() == 1);
    CHECK(imported.report.open[0].line == 3);
    const std::string fields =
        dict_node("L['h'].__dataclass_fields__", "GetAttrGuardAccessor(__dataclass_fields__)", "dict");
    CHECK(guards_of_tree({fields})[1] == "extern(\"len(L['h'].__dataclass_fields__)\")");
    // A gap in the positions tells it of any dict.
    const std::string gap =
        tree({dict_node("L['d']", "FrameLocalsGuardAccessor(key='d', framelocals_idx=1)", "dict"),
              "| | +- KeyValueManager pair at index=3"});
    CHECK(guards_of(import_text(gap))[1] == "extern(\"len(L['d'])\")");
    CHECK(
        guards_of(import_with_frame(gap, R"({"locals": {"d": {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}}})")) ==
        Guards{"d is dict", "len(d) == 5"});
}

TEST_CASE("old trees print no types of dicts") {
    const std::string node = dict_node("L['d']", "DictGetItemGuardAccessor(d)", "");
    CHECK(guards_of_tree({node}) == Guards{"len(d) == 0", "extern(\"type(L['d'])\")"});
    CHECK(guards_of_tree({node, "| | +- TYPE_MATCH: ___check_type_id(L['d'], 7), type=<class 'dict'>"}) ==
          Guards{"d is dict", "len(d) == 0"});
    CHECK(guards_of(import_with_frame(tree({node}), R"({"locals": {"d": {}}})")) ==
          Guards{"d is dict", "len(d) == 0"});
}

TEST_CASE("no stack of modes is assumed, said so, and left open when asked") {
    const Imported imported = import_text(tree({kModes}));
    CHECK(guards_of(imported) == Guards{"torch_function_mode_stack is []"});
    CHECK(imported.report.typed == 1);
    REQUIRE(imported.report.assumed.size() == 1);
    CHECK(imported.report.assumed[0].line == 3);
    CHECK(imported.report.assumed[0].why == "no torch function modes");

    ImportOptions strict;
    strict.strict = true;
    const Imported left = import_text(tree({kModes}), strict);
    CHECK(guards_of(left) == Guards{"extern(\"___check_torch_function_mode_stack()\")"});
    CHECK(left.report.opaque == 1);
    CHECK(left.report.assumed.empty());

    const Imported bound =
        import_with_frame(tree({kModes}), R"({"state": {"torch_function_mode_stack": ["demo.Mode"]}})");
    CHECK(guards_of(bound) == Guards{"torch_function_mode_stack is [\"demo.Mode\"]"});
    REQUIRE(bound.report.assumed.size() == 1);
    // A frame without the fact tells nothing.
    CHECK(guards_of(import_with_frame(tree({kModes}), R"({"state": {}})")) ==
          Guards{"torch_function_mode_stack is []"});
}

TEST_CASE("global state without its values is open, or the frame's") {
    const std::string log = tree({"| +- GLOBAL_STATE: ___check_global_state()"});
    const Imported imported = import_text(log);
    CHECK(guards_of(imported) == Guards{"extern(\"___check_global_state()\")"});
    CHECK(imported.report.gaps.at("global_state") == 1);
    CHECK(guards_of(import_with_frame(
              log, R"({"state": {"grad_mode": false, "num_threads": 4, "dual_level": -1}})")) ==
          Guards{"grad_mode is False", "num_threads is 4"});
    const Imported printed = import_text(
        tree({"| +- GLOBAL_STATE: ___check_global_state() against {\"grad_mode\":true,\"num_threads\":8}"}));
    CHECK(guards_of(printed) == Guards{"grad_mode is True", "num_threads is 8"});
    CHECK(printed.report.opaque == 0);
}

TEST_CASE("metadata is what a known frame shows of the value, or stays open") {
    const std::string log =
        tree({"| +- GuardManager: source=L['x'], accessed_by=FrameLocalsGuardAccessor(key='x', "
              "framelocals_idx=0), "
              "type=<class 'demo.TwoT'>, tag_safe=(False, False)",
              "| | +- LAMBDA_GUARD: ___check_metadata_1_c0/0"});
    const std::string inner =
        R"({"$tensor": {"dtype": "float32", "device": "cpu", "size": [2], "stride": [1]}})";
    const auto frame = [&](std::string_view note) {
        return R"({"locals": {"x": {"$tensor": {"type": "demo.TwoT", "dtype": "float32", "device": "cpu", "size": [2],
                  "stride": [1], "attrs": {"a": )" +
               inner + R"(, "note": )" + std::string(note) + "}}}}}";
    };
    const Imported bound = import_with_frame(log, frame("\"n\""));
    CHECK(guards_of(bound) == Guards{"x.note is \"n\""});
    CHECK(bound.report.typed == 1);
    REQUIRE(bound.report.assumed.size() == 1);
    for (const std::string& untold :
         {frame(R"({"$object": {"type": "torch.SymInt", "attrs": {}}, "$id": 7})"),
          std::string(R"({"locals": {"x": 1}})"), std::string(R"({"locals": {}})")}) {
        const Imported open = import_with_frame(log, untold);
        CHECK(guards_of(open) == Guards{"extern(\"___check_metadata_1_c0/0\")"});
        CHECK(open.report.opaque == 1);
    }
    CHECK(guards_of(import_with_frame(
              tree({"| +- GuardManager: source=L['o'], accessed_by=FrameLocalsGuardAccessor(key='o', "
                    "framelocals_idx=0), "
                    "type=<class 'demo.Knob'>, tag_safe=(False, False)",
                    "| | +- LAMBDA_GUARD: ___check_opaque_guard_fn_1_c0/0"}),
              R"({"locals": {"o": {"$object": {"type": "demo.Knob", "attrs": {"k": 3}}}}})")) ==
          Guards{"o.k is 3"});
}

TEST_CASE("an identity guard on a key has its own spelling") {
    const std::string log = tree(
        {"| +- ID_MATCH: __check_obj_id(list(dict.keys(L['d']))[0], 5)                # x  # d.py:1 in f"});
    const Imported imported = import_text(log);
    CHECK(imported.report.kinds.at("ID_MATCH") == 1);
    CHECK(guards_of(imported) == Guards{"is_identity(key_at(d, 0), 5)"});
}

TEST_CASE("values with their own equality are read or listed, never taken for true") {
    const Imported imported =
        import_text(tree({"| +- EQUALS_MATCH: L['o'] == Const(3)                  # x  # d.py:1 in f"}));
    CHECK(imported.report.typed + imported.report.unread.size() == 1);
    CHECK(guards_of(imported).size() == 1);
}

TEST_CASE("sizes run through bases and inner values") {
    const Imported imported = import_text(
        tree({}) +
        "+- LAMBDA_GUARD: L['c']._base.size()[0] == L['a']._base.size()[0]  # a.add_(1)  # d.py:1 in f\n" +
        "+- LAMBDA_GUARD: 2 <= L['x']._values.size()[0]  # a  # d.py:2 in f\n");
    CHECK(imported.report.unread.empty());
    CHECK(guards_of(imported) == Guards{"2 <= x._values.size(0)", "c._base.size(0) == a._base.size(0)"});
}

TEST_CASE("the tensor type that a line cuts is in its node") {
    const auto log = [](std::string_view type) {
        return tree(
            {"| +- GuardManager: source=L['x'], accessed_by=FrameLocalsGuardAccessor(key='x', "
             "framelocals_idx=0), type=<class '" +
                 std::string(type) + "'>, tag_safe=(False, False)",
             "| | +- TENSOR_MATCH: check_tensor(L['x'], TwoT, DispatchKeySet(CPU, BackendSelect, "
             "ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[2], "
             "stride=[1])"});
    };
    const std::string text = log("demo.tensors.TwoT");
    const Imported imported = import_text(text);
    // The whole name is in the line that is given to the language, in the place of the cut one.
    CHECK((imported.report.typed == 1 ||
           imported.report.unread[0].text.find("demo.tensors.TwoT") != std::string::npos));
    // A node of another name says nothing of it.
    CHECK(import_text(log("demo.tensors.Other")).report.unread.size() == 1);
}

TEST_CASE("accessors that are known by their printed names only lead to the values that their sources name") {
    const auto node = [](std::string_view depth, std::string_view source, std::string_view accessor) {
        return std::string(depth) + "+- GuardManager: source=" + std::string(source) +
               ", accessed_by=" + std::string(accessor) + ", type=<class 'int'>, tag_safe=(False, False)";
    };
    const std::string log = tree({
        node("| ", "L['p']", "FrameLocalsGuardAccessor(key='p', framelocals_idx=0)"),
        node("| | ", "L['p'].grad", "GradGuardAccessor(grad)"),
        "| | | +- NONE_MATCH: L['p'].grad is None                                  # p  # d.py:1 in f",
        node("| ", "L['x']", "FrameLocalsGuardAccessor(key='x', framelocals_idx=1)"),
        node("| | ", "L['x'].size()[0]", "TensorPropertyGuardAccessor<TensorProperty::SIZE>(0)"),
        node("| | | ", "(0, L['x'].size()[0])", "IndexedGuardAccesor(0)"),
        "| | | | +- SYMBOLIC_SHAPE_GUARD: 2 <= L['x'].size()[0]  # x  # d.py:1 in f",
        node("| ", "L['a']", "FrameLocalsGuardAccessor(key='a', framelocals_idx=2)"),
        node("| | ", "___from_numpy(L['a'])", "PythonLambdaGuardAccessor"),
        "| | | +- NOT_NONE: ___from_numpy(L['a']) is not None                      # a  # d.py:1 in f",
    });
    const Imported imported = import_text(log);
    CHECK(imported.report.unread.empty());
    CHECK(imported.report.opaque == 0);
    CHECK(guards_of(imported) ==
          Guards{"p.grad is None", "2 <= x.size(0)", "derived(a, \"___from_numpy(L['a'])\") is not None"});
}
