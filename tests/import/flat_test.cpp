// The flat Python form of all years.
#include <catch2/catch.hpp>

#include "compiler/import/conjunct.h"
#include "compiler/import/log_reader.h"
#include "tests/import/importing.h"

using namespace guardc::compiler;
using namespace guardc::compiler::tests;

namespace {

std::vector<Clause> clauses_of(Dump& dump, std::string_view text) {
    LogReader(dump, "log").read(text);
    REQUIRE(dump.frames.size() == 1);
    REQUIRE(dump.frames[0].entries.size() == 1);
    return dump.frames[0].entries[0].clauses;
}

}  // namespace

TEST_CASE("conjuncts of a function are cut where no string or bracket stands") {
    Dump dump;
    const std::string log =
        "def __guard_0_for_forward(L):\n"
        "    return (___guarded_code.valid) \\\n"
        "        and (L['a) and (b'] == ' and # (') \\\n"
        "        and ((___skip_backend_check() or ___current_backend() == ___lookup_backend(14))) \\\n"
        "        and (L['x'][0] is L['y']) and (not L['z']) \\\n"
        "        and (2 <= L['x'].size()[0])\n"
        "\n"
        "x = 1\n";
    const auto clauses = clauses_of(dump, log);
    REQUIRE(clauses.size() == 6);
    const std::array<std::pair<std::string_view, std::string_view>, 6> expected = {
        {{"LAMBDA_GUARD", "___guarded_code.valid"},
         {"EQUALS_MATCH", "L['a) and (b'] == ' and # ('"},
         {"LAMBDA_GUARD", "___skip_backend_check() or ___current_backend() == ___lookup_backend(14)"},
         {"OBJECT_ALIASING", "L['x'][0] is L['y']"},
         {"LENGTH_CHECK", "not L['z']"},
         {"LAMBDA_GUARD", "2 <= L['x'].size()[0]"}}};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CHECK(clauses[i].kind == expected[i].first);
        CHECK(clauses[i].text == expected[i].second);
    }
    CHECK(clauses[0].line == 2);
    CHECK(clauses[3].line == 5);
    CHECK(clauses[5].line == 6);
    const Imported imported = import_text(log);
    CHECK(imported.report.facts == 2);
    CHECK(imported.report.clauses == 6);
}

TEST_CASE("the form of one conjunct a line, with comments") {
    Dump dump;
    const auto clauses =
        clauses_of(dump,
                   "def __guard_5_for_toy(L, G, **___kwargs_ignored):\n"
                   "    __guard_hit = True\n"
                   "    __guard_hit = __guard_hit and utils_device.CURRENT_DEVICE == None                    "
                   "       # _dynamo/output_graph.py:788 in init_ambient_guards\n"
                   "    __guard_hit = __guard_hit and ___check_obj_id(G['torch'].abs, 4385300912)            "
                   "       # x = a / b  # demo/t.py:4 in toy\n"
                   "    __guard_hit = __guard_hit and not ___dict_contains('forward', L['self'].__dict__)\n"
                   "  ... # more checks\n"
                   "    return __guard_hit\n");
    REQUIRE(clauses.size() == 4);
    CHECK(clauses[0].kind == "DEFAULT_DEVICE");
    CHECK(clauses[1].kind == "ID_MATCH");
    CHECK(clauses[1].note == "# x = a / b  # demo/t.py:4 in toy");
    CHECK(clauses[2].kind == "DICT_CONTAINS");
    CHECK(clauses[3].role == ClauseRole::broken);  // what was cut out is not dropped in silence
    CHECK(clauses[3].text == "... # more checks");
}

TEST_CASE("kinds of conjuncts") {
    struct Row {
        std::string_view text, kind;
    };
    constexpr Row rows[] = {
        {"___check_type_id(L['x'], 7644160)", "TYPE_MATCH"},
        {"___check_obj_id(L['x'].forward.__defaults__[0], 7628576)", "ID_MATCH"},
        {"L['x'] == 5", "EQUALS_MATCH"},
        {"L['x'] == 'a == b'", "EQUALS_MATCH"},
        {"L['x'] == -1.5e-05", "EQUALS_MATCH"},
        {"L['x'] == torch.float32", "EQUALS_MATCH"},
        {"G['m'].XLA == {'TRUE', '1'}", "EQUALS_MATCH"},
        {"getattr(getattr(L['m'], '0'), 'a').b == 1", "EQUALS_MATCH"},
        {"L['x'].training == True", "TRUE_MATCH"},
        {"L['x'].training == False", "FALSE_MATCH"},
        {"L['x'] is None", "NONE_MATCH"},
        {"L['x'] is not None", "NOT_NONE"},
        {"L['x'] is L['y']", "OBJECT_ALIASING"},
        {"len(L['x']) == 2", "LENGTH_CHECK"},
        {"not L['x'].y[0]", "LENGTH_CHECK"},
        {"not (L['x'])", "LENGTH_CHECK"},
        {"not ___needs_nopython()", "LAMBDA_GUARD"},
        {"not math.isnan(L['f'])", "LAMBDA_GUARD"},
        {"not hasattr(L['x'], 'zz')", "NO_HASATTR"},
        {"hasattr(L['x'], 'zz') == False", "NO_HASATTR"},
        {"hasattr(L['x'], '_dynamo_dynamic_indices') == False", "DIMENSION_DYNAMIC_MARKING_GUARD"},
        {"((L['x']._dynamo_dynamic_indices.issubset({0})) if hasattr(L['x'], '_dynamo_dynamic_indices') else "
         "True)",
         "DIMENSION_DYNAMIC_MARKING_GUARD"},
        {"___dict_contains('a', L['d'])", "DICT_CONTAINS"},
        {"set.__contains__(L['s'], 3)", "SET_CONTAINS"},
        {"not set.__contains__(L['s'], 3)", "SET_CONTAINS"},
        {"___dict_version(L['d']) == 5", "DICT_VERSION"},
        {"___tuple_iterator_len(L['i']) == 5", "TUPLE_ITERATOR_LEN"},
        {"___normalize_range_iter(L['i']) == (1, 9, 2)", "RANGE_ITERATOR_MATCH"},
        {"___normalize_count_iter(L['i']) == (1, 2)", "LAMBDA_GUARD"},
        {"check_no_aliasing(L['x'], L['y'])", "NO_TENSOR_ALIASING"},
        {"check_overlapping(overlapping=[], non_overlapping=[L['a']])", "STORAGE_OVERLAPPING"},
        {"check_tensor(L['x'], Tensor, DispatchKeySet(CPU), torch.float32, device=None, requires_grad=False, "
         "size=[1], stride=[1])",
         "TENSOR_MATCH"},
        {"___check_global_state()", "GLOBAL_STATE"},
        {"___check_torch_function_mode_stack()", "TORCH_FUNCTION_MODE_STACK"},
        {"utils_device.CURRENT_DEVICE == None", "DEFAULT_DEVICE"},
        {"torch.autograd.forward_ad._current_level == -1", "DUAL_LEVEL_MATCH"},
        {"(type(L['s']) is float and __math_isnan(L['s']))", "FLOAT_IS_NAN"},
        {"(type(L['s']) is complex and __numpy_isnan(L['s']))", "COMPLEX_IS_NAN"},
        {"___compile_config_hash() == '23b34a15905e1e8ec97317caf1b78c45'", "LAMBDA_GUARD"},
        {"set(L['d'].keys()) == {'a', 'b'}", "LAMBDA_GUARD"},
        {"str(L['d'].keys()) == \"odict_keys(['a'])\"", "LAMBDA_GUARD"},
        {"L['x'].size()[0] == L['y'].size()[0]", "LAMBDA_GUARD"},
        {"L['x'].size()[0] == 3", "LAMBDA_GUARD"},
        {"2 <= L['x'].size()[0] <= 64", "LAMBDA_GUARD"},
        {"L['x'] == L['y']", "LAMBDA_GUARD"},
        {"L['x'] == 5 or L['y'] == 6", "LAMBDA_GUARD"},
        {"(L['x'].size()[0] % 8) == 0", "LAMBDA_GUARD"},
        {"___check_tensors(L['x'], tensor_check_names=tensor_check_names)", "LAMBDA_GUARD"},
    };
    for (const Row& row : rows) {
        INFO(row.text);
        std::string_view text = row.text;
        if (text.starts_with("((")) text = text.substr(1, text.size() - 2);
        if (text.starts_with("(type")) text = text.substr(1, text.size() - 2);
        CHECK(kind_of_conjunct(text, FlatForm::check) == row.kind);
    }
    // The texts of a tree's leaves: there only a mapping proxy prints its keys.
    CHECK(kind_of_conjunct("list(L['o'].keys()) == ['a']", FlatForm::leaves) == "MAPPING_KEYS_MATCH");
    CHECK(kind_of_conjunct("list(L['o'].keys()) == ['a']", FlatForm::check) == "LAMBDA_GUARD");
}

TEST_CASE("tests of the dispatcher are facts, no guards") {
    const Imported imported = import_text(
        "def __guard_0_for_f(L):\n    return (___guarded_code.valid) \\\n        and "
        "(___check_current_backend(140)) \\\n"
        "        and ((___skip_backend_check() or ___current_backend() == ___lookup_backend(14)))\n");
    CHECK(imported.report.facts == 3);
    CHECK(imported.report.clauses == 3);
    CHECK(guards_of(imported).empty());
}

TEST_CASE("state that only the flat form asks functions for") {
    const Imported imported = import_text(
        "def __guard_0_for_f(L):\n    return (___compile_config_hash() == '23b3') \\\n        and (not "
        "___needs_nopython()) \\\n"
        "        and (___is_grad_enabled()) and (not ___are_deterministic_algorithms_enabled())\n");
    CHECK(guards_of(imported) == Guards{"compile_config_hash is \"23b3\"", "needs_nopython is False",
                                        "grad_mode is True", "deterministic_algorithms is False"});
    CHECK(imported.report.typed == 4);
}

TEST_CASE("tensors of the flat form are in no text; a frame tells them") {
    const std::string log =
        "def __guard_0_for_f(L):\n"
        "    return (___check_tensors(L['x'], L['d']['y'], tensor_check_names=tensor_check_names))\n";
    const Imported imported = import_text(log);
    CHECK(imported.report.opaque == 1);
    CHECK(imported.report.gaps.at("tensors") == 1);
    const std::string frame =
        R"({"locals": {"x": {"$tensor": {"dtype": "float32", "device": "cpu", "size": [2, 3], "stride": [3, 1]}},
            "d": {"y": {"$tensor": {"type": "torch.nn.parameter.Parameter", "dtype": "bfloat16", "device": "cuda:1",
            "size": [4], "stride": [1], "requires_grad": true, "keys": ["CUDA"]}}}}})";
    const Imported bound = import_with_frame(log, frame);
    CHECK(guards_of(bound) ==
          Guards{"x is tensor(float32, device(\"cpu\"), size=[2, 3], stride=[3, 1], requires_grad=False)",
                 "d[\"y\"] is tensor(bfloat16, cuda:1, size=[4], stride=[1], requires_grad=True, "
                 "type=torch.nn.parameter.Parameter)"});
    CHECK(bound.report.typed == 1);
    // One that is no tensor: none of them is bound.
    CHECK(import_with_frame(log, R"({"locals": {"x": 1, "d": {"y": 2}}})").report.opaque == 1);
}

TEST_CASE("lists of expressions") {
    const Imported json = import_text(
        "# --- a.log\n{\"code\": \"L['n'] == 5\"}\n{\"code\": \"utils_device.CURRENT_DEVICE == None\"}\n"
        "# --- a.log\n{\"code\": \"L['n'] == 6\"}\n");
    CHECK(json.report.entries == 2);
    CHECK(json.report.clauses == 3);
    CHECK(import_text("{\"code\": 5}\n{\"code\": \"x\n").report.unread.size() == 2);

    const auto line = [](std::string_view id, std::string_view body) {
        return "V0105 10:00:00.000000 77 torch/_dynamo/guards.py:1076] [" + std::string(id) +
               "] [__guards] " + std::string(body) + "\n";
    };
    const Imported logged = import_text(
        line("0/0", "GUARDS:") +
        line("0/0",
             "___check_obj_id(G['torch'], 5)                     # x = torch.abs(x)  # demo/t.py:4 in f") +
        line("0/0", "L['n'] == 5") + line("0/1", "GUARDS:") + line("0/1", "L['n'] == 6"));
    CHECK(logged.report.frames == 1);
    CHECK(meanings_of_rules(logged.rules) ==
          std::vector<std::set<std::string>>{{"is_identity(G[\"torch\"], 5)", "n is 5"}, {"n is 6"}});
}

TEST_CASE("broken functions are listed, never dropped") {
    for (const std::string_view body : {"(L['n'] == 5", "L['n'] == 5)", "(L['n'] == 'x", "(L['n'] == 5))"}) {
        INFO(body);
        const Imported imported =
            import_text("def __guard_0_for_f(L):\n    return (L['m'] is None) \\\n        and " +
                        std::string(body) + "\n");
        CHECK(imported.report.clauses == 2);
        REQUIRE(imported.report.unread.size() == 1);
        CHECK(imported.report.unread[0].line == 3);
        CHECK(guards_of(imported).size() == 2);
    }
    CHECK(import_text("def __guard_0_for_f(L):").report.entries == 1);
    CHECK(import_text("def __guard_").report.entries == 0);
}

TEST_CASE("a local may be called like a line of a tree") {
    for (const std::string name : {"EQUALS_MATCH", "TREE_GUARD_MANAGER", "GuardManager"}) {
        const std::string log =
            "def __guard_0_for_f(L):\n    return (L['" + name + "'] or L['" + name + "'])\n";
        const std::string bare = "def __guard_0_for_f(L):\n    return (" + name + ")\n";
        CHECK(difference(meanings_of_rules(import_text(log).rules), meanings_of(log)) == "");
        CHECK(difference(meanings_of_rules(import_text(bare).rules), meanings_of(bare)) == "");
    }
}

TEST_CASE("functions stand one after the other") {
    const Imported imported = import_text(
        "# file: one.py\ndef __guard_0_for_f(L):\n    return (L['n'] == 1)\ndef __guard_1_for_f(L):\n    "
        "return (L['n'] == "
        "2)\n\n# file: two.py\ndef __guard_0_for_g(L, G):\n    __guard_hit = True\n    return __guard_hit\n");
    CHECK(imported.report.frames == 2);
    CHECK(imported.report.entries == 3);
    CHECK(imported.rules.starts_with(
        "# one.py\nframe f(n) {\n    entry \"0\" { n is 1 }\n    entry \"1\" { n is 2 }\n}\n"));
}
