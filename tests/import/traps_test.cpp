// The traps that real output holds for an importer, one case each.
#include <catch2/catch.hpp>

#include "compiler/import/log_reader.h"
#include "compiler/import/node_line.h"
#include "compiler/import/note_place.h"
#include "tests/import/importing.h"

using namespace guardc::compiler;
using namespace guardc::compiler::tests;

TEST_CASE("commas, quotes, brackets and # in sources, keys and comments cut nothing") {
    CHECK(guards_of_tree(
              {"| +- DictGuardManager: source=L['d'], accessed_by=FrameLocalsGuardAccessor(key='d', "
               "framelocals_idx=1), type=<class 'dict'>, tag_safe=(False, False)",
               "| | +- GuardManager: source=L['d']['a, accessed_by=(  # [\"'], "
               "accessed_by=DictGetItemGuardAccessor('a, accessed_by=(  # [\"'), type=<class 'int'>, "
               "tag_safe=(False, False)",
               "| | | +- EQUALS_MATCH: L['d']['a, accessed_by=(  # [\"'] == 5                # y = d['a  # "
               "b'], \"c  # d\"  # demo/net.py:7 in f"}) ==
          Guards{"d is dict", "len(d) == 0", "d[\"a, accessed_by=(  # [\\\"\"] is 5"});
    const Imported imported = import_text(
        tree({"| +- EQUALS_MATCH: L['mode'] == 'a  # b:1 in c'                 # if mode == 'x  # y':  # "
              "demo/net.py:20 in forward (HINT: see # 1)"}));
    CHECK(imported.rules.find("mode is \"a  # b:1 in c\"  # net.py:20\n") != std::string::npos);
}

TEST_CASE("a text with a quote that is none keeps its comment out") {
    const Imported imported =
        import_text(tree({"| +- EQUALS_MATCH: L['o'] == <Foo's>                                # if o:  # "
                          "demo/net.py:3 in f"}));
    REQUIRE(imported.report.unread.size() == 1);
    CHECK(imported.report.unread[0].text == "EQUALS_MATCH: L['o'] == <Foo's>");
}

TEST_CASE("the source of a node that repeats its parent's is no path") {
    const auto path = [](std::string_view line, std::string_view parent) {
        const auto node = read_node_line(line);
        REQUIRE(node.has_value());
        return node_path(*node, parent).value_or("none");
    };
    CHECK(path("GuardManager: source=L['f'], accessed_by=FuncDefaultsGuardAccessor, type=<class 'tuple'>, "
               "tag_safe=(False, False)",
               "L['f']") == "L['f'].__defaults__");
    CHECK(
        path("GuardManager: source=L['p'], accessed_by=GetAttrGuardAccessor(grad), type=<class 'NoneType'>, "
             "tag_safe=(False, False)",
             "L['p']") == "L['p'].grad");
    CHECK(
        path("DictGuardManager: source=type(L['h']), accessed_by=GetAttrGuardAccessor(__dataclass_fields__), "
             "type=<class 'dict'>, tag_safe=(False, False)",
             "type(L['h'])") == "type(L['h']).__dataclass_fields__");
    CHECK(path("GuardManager: source=L['m'], accessed_by=GetAttrGuardAccessor(0), type=<class 'int'>, "
               "tag_safe=(False, False)",
               "L['m']") == "getattr(L['m'], '0')");
    CHECK(
        path("GuardManager: source=L['f'].__defaults__[0], accessed_by=GetItemGuardAccessor(0), type=<class "
             "'int'>, tag_safe=(False, False)",
             "L['f'].__defaults__") == "L['f'].__defaults__[0]");
    // An attribute of a positive hasattr must be there, though no leaf says so.
    CHECK(guards_of_tree({"| +- GuardManager: source=L['x'], accessed_by=FrameLocalsGuardAccessor(key='x', "
                          "framelocals_idx=0), type=<class 'demo.T'>, tag_safe=(False, False)",
                          "| | +- GuardManager: source=L['x'], accessed_by=GetAttrGuardAccessor(scale_by), "
                          "type=<class 'float'>, tag_safe=(False, False)"}) ==
          Guards{"hasattr(x, \"scale_by\")"});
    CHECK(
        guards_of_tree({"| +- GuardManager: source=L['d'], accessed_by=FrameLocalsGuardAccessor(key='d', "
                        "framelocals_idx=0), type=<class 'dict'>, tag_safe=(False, False)",
                        "| | +- GuardManager: source=L['d']['k'], accessed_by=DictGetItemGuardAccessor('k'), "
                        "type=<class 'int'>, tag_safe=(False, False)",
                        "| +- GuardManager: source=L['t'], accessed_by=FrameLocalsGuardAccessor(key='t', "
                        "framelocals_idx=1), type=<class 'tuple'>, tag_safe=(False, False)",
                        "| | +- GuardManager: source=L['t'][2], accessed_by=TupleGetItemGuardAccessor(2), "
                        "type=<class 'int'>, tag_safe=(False, False)"}) ==
        Guards{"isinstance(d, dict)", "\"k\" in d", "len(t) > 2"});
}

TEST_CASE("a leaf's own text names the value, whatever its node is called") {
    Dump dump;
    const std::string log =
        tree({"| +- DictGuardManager: source=L['d'], accessed_by=FrameLocalsGuardAccessor(key='d', "
              "framelocals_idx=1), type=<class 'demo.Bag'>, tag_safe=(False, False)",
              "| | +- KeyValueManager pair at index=0",
              "| | | +- ValueManager: GuardManager: source=L['d']['a'], type=<class 'int'>, tag_safe=(False, "
              "False)",
              "| | | | +- EQUALS_MATCH: dict.__getitem__(L['d'], list(dict.keys(L['d']))[0]) == 1     # x  # "
              "d.py:1 in f"});
    LogReader(dump, "log").read(log);
    REQUIRE(dump.frames.size() == 1);
    const auto& clauses = dump.frames[0].entries[0].clauses;
    REQUIRE(clauses.size() == 3);
    CHECK(clauses[0].text == "dict.__getitem__(L['d'], list(dict.keys(L['d']))[0]) == 1");
    CHECK(clauses[1].text == "type(L['d']) is type(\"demo.Bag\")");
    CHECK(clauses[2].text == "len(L['d']) == 1");
}

TEST_CASE("an item accessor prints int 0 and str '0' alike; the source tells") {
    const auto path = [](std::string_view source) {
        const std::string line = "GuardManager: source=" + std::string(source) +
                                 ", accessed_by=GetItemGuardAccessor(0), type=<class 'int'>, "
                                 "tag_safe=(False, False)";
        const auto node = read_node_line(line);  // refers to the line
        REQUIRE(node.has_value());
        return node_path(*node, "L['o']").value_or("none");
    };
    CHECK(path("L['o'][0]") == "L['o'][0]");
    CHECK(path("L['o']['0']") == "L['o']['0']");
}

TEST_CASE("ids are numbers of one process; the printed type is what a type guard means") {
    CHECK(
        guards_of_tree({"| +- TYPE_MATCH: ___check_type_id(L['cfg'], 755084016), type=<class 'demo.Config'>  "
                        "# s = cfg.scale  # demo/net.py:18 in forward (HINT: type Config)"}) ==
        Guards{"cfg is demo.Config"});
    // An ID_MATCH on a class prints the class itself there: it says nothing of the class's type.
    CHECK(guards_of_tree(
              {"| +- ID_MATCH: ___check_obj_id(G['Config'], 755084016), type=<class 'demo.Config'>  # "
               "demo/net.py:1 in f"}) == Guards{"is_identity(G[\"Config\"], 755084016)"});
}

TEST_CASE("hints and what follows a shape guard are prose") {
    const Imported imported = import_text(
        tree({"| +- EQUALS_MATCH: L['c'] == 2.5                   # return x*c  # demo/run.py:15 in inner "
              "(HINT: guard on \"c\")"}) +
        "+- LAMBDA_GUARD: 2 <= L['x'].size()[0] <= 64  # y = self.fc(x)  # demo/net.py:21 in forward (user "
        "code shown is first use of this value--the guard itself is not due user code but due to 0/1 "
        "specialization in the framework; to avoid specialization try "
        "torch._dynamo.decorators.mark_unbacked(tensor, dim))\n"
        "+- LAMBDA_GUARD: L['x'].size()[1] == 3  # (unknown var s17, please file a bug)\n");
    CHECK(imported.report.unread.empty());
    CHECK(guards_of(imported) == Guards{"c is 2.5", "2 <= x.size(0) and x.size(0) <= 64", "x.size(1) == 3"});
    CHECK(imported.rules.find("  # run.py:15, net.py:21\n") != std::string::npos);
    CHECK(note_place("# (unknown var s17, please file a bug)").empty());
    CHECK(note_place("# _dynamo/output_graph.py:1194 in init_ambient_guards") == "output_graph.py:1194");
    CHECK(note_place("# if x.shape[0] > 4:  # demo/net.py:24 in forward (_subclasses/fake_impls.py:2333 in "
                     "infer_size)") == "net.py:24");
}

TEST_CASE("metadata without content is an extern predicate that misses") {
    const Imported imported =
        import_text(tree({"| +- LAMBDA_GUARD: ___check_metadata_140211223344556_c1/0                # w + 1  "
                          "# demo/run.py:9 in step",
                          "| +- LAMBDA_GUARD: ___check_opaque_guard_fn_140716262157200_c0/0         # f(o)  "
                          "# demo/run.py:9 in step"}));
    CHECK(guards_of(imported) == Guards{"extern(\"___check_metadata_140211223344556_c1/0\")",
                                        "extern(\"___check_opaque_guard_fn_140716262157200_c0/0\")"});
    CHECK(imported.report.opaque == 2);
    CHECK(imported.report.typed == 0);
    CHECK(imported.report.gaps.at("metadata") == 1);
    CHECK(imported.report.gaps.at("guard_function") == 1);
    CHECK(imported.report.unread.empty());
}

TEST_CASE("a native shape guard prints at the seat of slot 0 only") {
    const Imported imported = import_text(
        tree({"| +- GuardManager: source=L['x'], accessed_by=FrameLocalsGuardAccessor(key='x', "
              "framelocals_idx=0), "
              "type=<class 'torch.Tensor'>, tag_safe=(False, False)",
              "| | +- GuardManager: source=L['x'].size()[1], "
              "accessed_by=TensorPropertyGuardAccessor<TensorProperty::SIZE>(1), type=<class 'int'>, "
              "tag_safe=(False, False)",
              "| | | +- GuardManager: source=(1, L['x'].size()[1]), accessed_by=IndexedGuardAccesor(1), "
              "type=<class "
              "'tuple'>, tag_safe=(False, False)",
              "| | | | +- SYMBOLIC_SHAPE_GUARD",
              "| | +- GuardManager: source=L['x'].size()[0], "
              "accessed_by=TensorPropertyGuardAccessor<TensorProperty::SIZE>(0), type=<class 'int'>, "
              "tag_safe=(False, False)",
              "| | | +- GuardManager: source=(0, L['x'].size()[0]), accessed_by=IndexedGuardAccesor(0), "
              "type=<class "
              "'tuple'>, tag_safe=(False, False)",
              "| | | | +- SYMBOLIC_SHAPE_GUARD: 5 <= L['x'].size()[0]  # if x.shape[0] > 4:  # "
              "demo/net.py:24 in forward"}));
    CHECK(guards_of(imported) == Guards{"5 <= x.size(0)"});
    CHECK(imported.report.typed == 2);
    const auto node = read_node_line(
        "GuardManager: source=(3, L['x'].size()[0]), accessed_by=IndexedGuardAccesor(3), type=<class "
        "'tuple'>, "
        "tag_safe=(False, False)");
    REQUIRE(node.has_value());
    CHECK(node_path(*node, "L['x'].size()[0]") == "L['x'].size()[0]");
}

TEST_CASE("expected values are Python reprs, and not all can be read back") {
    CHECK(guards_of_tree(
              {"| +- EQUALS_MATCH: L['s'] == 'it\\'s\\t\\x41\\u00e9'                 # x  # d.py:1 in f",
               "| +- EQUALS_MATCH: L['b'] == b'\\x00\\xff'                       # x  # d.py:1 in f",
               "| +- EQUALS_MATCH: L['t'] == (1, 'a', (2.5,), None)              # x  # d.py:1 in f",
               "| +- EQUALS_MATCH: L['z'] == torch.Size([2, 3])                  # x  # d.py:1 in f",
               "| +- EQUALS_MATCH: L['r'] == range(0, 6, 2)                      # x  # d.py:1 in f",
               "| +- EQUALS_MATCH: L['i'] == slice(1, None, 2)                   # x  # d.py:1 in f",
               "| +- EQUALS_MATCH: L['dt'] == torch.float64                      # x  # d.py:1 in f",
               "| +- EQUALS_MATCH: L['v'] == np.float64(2.5)                     # x  # d.py:1 in f"}) ==
          Guards{"s is \"it's\\tA\xc3\xa9\"", "b is b\"\\x00\\xff\"", "t is (1, \"a\", (2.5,), None)",
                 "z is torch.Size([2, 3])", "r is range(0, 6, 2)", "i is slice(1, None, 2)", "dt is float64",
                 "repr(v) is \"np.float64(2.5)\""});
    // What cannot be read misses, and is listed with its line.
    const Imported imported = import_text(
        tree({"| +- EQUALS_MATCH: L['e'] == <Colour.RED: 1>                    # x  # d.py:1 in f"}));
    CHECK(guards_of(imported) == Guards{"extern(\"L['e'] == <Colour.RED: 1>\")"});
    REQUIRE(imported.report.unread.size() == 1);
    CHECK(imported.report.unread[0].line == 3);
    CHECK(imported.report.unread[0].text == "EQUALS_MATCH: L['e'] == <Colour.RED: 1>");
}

TEST_CASE("five marking lines of a tensor count as five and stand together") {
    const Imported imported =
        import_text(tree({"| +- DIMENSION_DYNAMIC_MARKING_GUARD: hasattr(L['x'], '_dynamo_dynamic_indices') "
                          "== False           # x  # d.py:1 in f",
                          "| +- DIMENSION_DYNAMIC_MARKING_GUARD: hasattr(L['x'], "
                          "'_dynamo_weak_dynamic_indices') == False      # x  # d.py:1 in f",
                          "| +- DIMENSION_DYNAMIC_MARKING_GUARD: hasattr(L['x'], '_dynamo_unbacked_indices') "
                          "== False          # x  # d.py:1 in f",
                          "| +- DIMENSION_DYNAMIC_MARKING_GUARD: hasattr(L['x'], "
                          "'_dynamo_strict_unbacked_indices') == False   # x  # d.py:1 in f",
                          "| +- DIMENSION_DYNAMIC_MARKING_GUARD: hasattr(L['x'], '_dynamo_static_indices') "
                          "== False            # x  # d.py:1 in f"}));
    CHECK(imported.report.clauses == 5);
    CHECK(imported.report.typed == 5);
    CHECK(imported.report.kinds.at("DIMENSION_DYNAMIC_MARKING_GUARD") == 5);
    CHECK(std::ranges::count(imported.rules, '\n') == 5);  // frame, entry, one line, two brackets
    CHECK(guards_of(imported).size() == 5);
}

TEST_CASE("a tree with a guard dropped is read as it stands") {
    const Imported imported = import_text(tree({"| +- EQUALS_MATCH: L['n'] == 5"}));
    CHECK(guards_of(imported) == Guards{"n is 5"});
    CHECK(imported.report.assumed.empty());
}

TEST_CASE("a source may hold what ends it elsewhere") {
    const auto node = read_node_line(
        "GuardManager: source=L['a, accessed_by=X, type=<class \\'int\\'>'], "
        "accessed_by=FrameLocalsGuardAccessor(key='a, accessed_by=X, type=<class \\'int\\'>', "
        "framelocals_idx=0), "
        "type=<class 'str'>, tag_safe=(False, False)");
    REQUIRE(node.has_value());
    CHECK(node->source == "L['a, accessed_by=X, type=<class \\'int\\'>']");
    CHECK(node->accessor == "FrameLocalsGuardAccessor");
    CHECK(node->type == "str");
}
