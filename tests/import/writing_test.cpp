// How imported rules are written: what entries share once, short entries on a line, names for long places.
#include <catch2/catch.hpp>

#include "tests/import/importing.h"

using namespace guardc::compiler;
using namespace guardc::compiler::tests;

namespace {

// Entries of one frame: trees without a prefix.
std::string trees(std::initializer_list<std::initializer_list<std::string_view>> entries) {
    std::string text;
    for (const auto& lines : entries)
        text += tree(lines) + "\n";
    return text;
}

std::string rules_of(const std::string& log) {
    const Imported imported = import_text(log);
    CHECK(difference(meanings_of_rules(imported.rules), meanings_of(log)) == "");
    return imported.rules;
}

}  // namespace

TEST_CASE("what all entries of a frame have stands once") {
    CHECK(rules_of(
              trees({{"| +- EQUALS_MATCH: L['n'] == 1", "| +- NONE_MATCH: L['m'] is None",
                      "| +- LAMBDA_GUARD: ___check_metadata_1_c0/0"},
                     {"| +- LAMBDA_GUARD: ___check_metadata_1_c0/0", "| +- NONE_MATCH: L['m'] is None",
                      "| +- EQUALS_MATCH: L['n'] == 2"},
                     {"| +- NONE_MATCH: L['m'] is None", "| +- LAMBDA_GUARD: ___check_metadata_1_c0/0"}})) ==
          "frame frame(n, m) {\n"
          "    common { m is None; extern(\"___check_metadata_1_c0/0\") }  # the metadata of a tensor "
          "subclass\n"
          "    entry \"0\" { n is 1 }\n"
          "    entry \"1\" { n is 2 }\n"
          "    entry \"2\" {}\n"
          "}\n");
    // One entry has nothing to share, and entries that share nothing have no block for it.
    CHECK(rules_of(tree({"| +- EQUALS_MATCH: L['n'] == 1"})) ==
          "frame frame(n) {\n    entry \"0\" {\n        n is 1\n    }\n}\n");
    CHECK(rules_of(trees({{"| +- EQUALS_MATCH: L['n'] == 1"}, {"| +- EQUALS_MATCH: L['n'] == 2"}})) ==
          "frame frame(n) {\n    entry \"0\" { n is 1 }\n    entry \"1\" { n is 2 }\n}\n");
}

TEST_CASE("facts of a tensor that entries share are told apart from those that they do not") {
    const auto tensor = [](std::string_view size) {
        return "| +- TENSOR_MATCH: check_tensor(L['x'], Tensor, DispatchKeySet(CPU, BackendSelect, "
               "ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[" +
               std::string(size) + ", 4], stride=[4, 1])";
    };
    const std::string first = tensor("2");
    const std::string second = tensor("3");
    CHECK(rules_of(trees({{first}, {second}})) ==
          "frame frame(x) {\n"
          "    common { x is tensor(float32, device(\"cpu\"), size=[None, 4], stride=[4, 1], "
          "requires_grad=False, keys=plain) }\n"
          "    entry \"0\" { x.size(0) == 2 }\n"
          "    entry \"1\" { x.size(0) == 3 }\n"
          "}\n");
}

TEST_CASE("a field of ambient state that entries do not share is left open in what they do") {
    const auto state = [](std::string_view grad_mode) {
        return "| +- GLOBAL_STATE: ___check_global_state() against "
               "{\"allow_bf16_reduce\":0,\"allow_fp16_reduce\":0,\"allow_tf32\":false,\"autocast_state\":{"
               "\"cached_enabled\":true,\"dtype\":[15,5,5,15,5,5,15,15,5,5],\"enabled\":[false,false,false,"
               "false,"
               "false,false,false,false,false,false]},\"default_dtype\":6,\"deterministic_algorithms\":false,"
               "\"deterministic_algorithms_warn_only\":false,\"grad_mode\":" +
               std::string(grad_mode) +
               ",\"num_threads\":8,\"torch_function\":true,\"torch_function_all_disabled\":false}";
    };
    const std::string on = state("true");
    const std::string off = state("false");
    const std::string device = "| +- DEFAULT_DEVICE: utils_device.CURRENT_DEVICE == None";
    CHECK(rules_of(trees({{on, device}, {off, device}})) ==
          "frame frame() {\n"
          "    common { state is default(num_threads=8, grad_mode=_, torch_function_mode_stack=_, "
          "saved_tensors_hooks=_) }\n"
          "    entry \"0\" { grad_mode is True }\n"
          "    entry \"1\" { grad_mode is False }\n"
          "}\n");
}

TEST_CASE("an identity is named once, with the places that have it") {
    CHECK(guards_of_tree(
              {"| +- ID_MATCH: ___check_obj_id(L['a'], 7)", "| +- ID_MATCH: ___check_obj_id(L['b'], 8)",
               "| +- ID_MATCH: ___check_obj_id(L['c'].d, 7)", "| +- ID_MATCH: ___check_obj_id(G['e'], 7)"}) ==
          Guards{"is_identity(b, 8)", "is_identity(a, c.d, G[\"e\"], 7)"});
    // More places than a line holds: the number stands in each.
    std::string log = tree({});
    for (int i = 0; i < 30; ++i)
        log += "| +- ID_MATCH: ___check_obj_id(L['a_long_name'].another_" + std::to_string(i) + ", 7)\n";
    const std::string rules = rules_of(log);
    CHECK(rules.find("another_29, 7)\n") != std::string::npos);
    CHECK(size_of(rules, log).guard_lines < 10);
}

TEST_CASE("places that many lines repeat have names that tell them apart") {
    std::string log = tree({});
    for (const char* block : {"0", "1"})
        for (const char* layer : {"attention", "norm"})
            for (int i = 0; i < 9; ++i)
                log += "| +- EQUALS_MATCH: L['model']._modules['blocks']._modules['" + std::string(block) +
                       "']._modules['" + layer + "'].field_of_some_length_" + std::to_string(i) + " == 1\n";
    const std::string rules = rules_of(log);
    CHECK(rules.find("    let blocks_0_attention = "
                     "model._modules[\"blocks\"]._modules[\"0\"]._modules[\"attention\"]\n") !=
          std::string::npos);
    CHECK(rules.find(
              "    let blocks_1_norm = model._modules[\"blocks\"]._modules[\"1\"]._modules[\"norm\"]\n") !=
          std::string::npos);
    CHECK(rules.find("blocks_1_norm.field_of_some_length_3 is 1") != std::string::npos);
    CHECK(rules.find("let model") == std::string::npos);
}

TEST_CASE("a name hides nothing that the frame has") {
    for (const char* taken : {"state", "float32", "list", "torch", "grad_mode", "L", "G", "None", "is",
                              "demo", "_", "x", "42", "caf\xc3\xa9", "let", "EQUALS_MATCH"}) {
        INFO(taken);
        std::string log = tree({"| +- NONE_MATCH: L['x'] is None",
                                "| +- TYPE_MATCH: ___check_type_id(L['y'], 7), type=<class 'demo.Config'>"});
        for (int i = 0; i < 20; ++i)
            log += "| +- EQUALS_MATCH: G['some_module_of_ours'].some_submodule['" + std::string(taken) +
                   "'].field_of_some_length_" + std::to_string(i) + " == 1\n";
        CHECK(rules_of(log).find("    let ") != std::string::npos);
    }
}

TEST_CASE("a flat text has no more lines than clauses, heads and brackets included") {
    std::string log = "def __guard_0_for_forward(L, G, **___kwargs_ignored):\n    __guard_hit = True\n";
    const std::string_view clauses[] = {"utils_device.CURRENT_DEVICE == None",
                                        "hasattr(L['x'], '_dynamo_dynamic_indices') == False",
                                        "___check_obj_id(L['self'], 139799912116432)",
                                        "L['self'].training == True",
                                        "___check_obj_id(L['mask'], 7628576)",
                                        "___check_obj_id(L['cache'], 7628576)",
                                        "___check_type_id(L['sizes'], 7640416)",
                                        "len(L['sizes']) == 2",
                                        "L['sizes'][0] == 8",
                                        "L['sizes'][1] == 16",
                                        "___check_tensors(L['x'], tensor_check_names=tensor_check_names)"};
    for (const std::string_view clause : clauses)
        log += "    __guard_hit = __guard_hit and " + std::string(clause) + "\n";
    log += "    return __guard_hit\n";
    const std::string rules = rules_of(log);
    INFO(rules);
    CHECK(size_of(rules, log).lines <= std::size(clauses));
    CHECK(rules.find("is_identity(mask, cache, 7628576)") != std::string::npos);
}
