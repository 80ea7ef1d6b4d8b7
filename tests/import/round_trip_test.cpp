// What is written means what was read: grouping and folding change no guard.
#include <catch2/catch.hpp>

#include "tests/import/importing.h"

using namespace guardc::compiler;
using namespace guardc::compiler::tests;

namespace {

constexpr std::string_view kTensor =
    "| +- TENSOR_MATCH: check_tensor(L['x'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, "
    "AutogradCPU), torch.float32, device=None, requires_grad=False, size=[2, None], stride=[128, 1])  # y  # "
    "demo/net.py:21 in forward";

void check_round_trip(const std::string& log) {
    const Imported imported = import_text(log);
    INFO(imported.rules);
    CHECK(difference(meanings_of_rules(imported.rules), meanings_of(log)) == "");
}

}  // namespace

TEST_CASE("facts of a tensor fold into one line of the same meaning") {
    const Imported imported = import_text(tree({kTensor}));
    const Guards guards = guards_of(imported);
    REQUIRE(!guards.empty());
    // Whatever other fields the shorthand has, no fact is left beside it.
    CHECK(guards[0].starts_with(
        "x is tensor(float32, device(\"cpu\"), size=[2, None], stride=[128, 1], requires_grad=False"));
    CHECK(guards.size() == 1);
    check_round_trip(tree({kTensor}));
}

TEST_CASE("what the shorthand cannot say stays by itself") {
    // Rank but no sizes; a stride that is no list; a type that is tested twice.
    check_round_trip(
        tree({kTensor, "| +- TYPE_MATCH: ___check_type_id(L['x'], 1), type=<class 'torch.Tensor'>",
              "| +- TYPE_MATCH: ___check_type_id(L['x'], 1), type=<class 'demo.T'>",
              "| +- LAMBDA_GUARD: L['x'].size()[0] == 3", "| +- LAMBDA_GUARD: L['x'].size()[7] == 3",
              "| +- LAMBDA_GUARD: L['x'].stride()[0] == L['x'].size()[1]"}));
    check_round_trip(tree(
        {"| +- TENSOR_MATCH: check_tensor(L['x'], Tensor, DispatchKeySet(CPU, BackendSelect, "
         "ADInplaceOrView, "
         "AutogradCPU), torch.bool, device=None, requires_grad=True, size=[], stride=[])",
         "| +- TENSOR_MATCH: check_tensor(L['y'], Parameter, DispatchKeySet(CUDA, BackendSelect, "
         "ADInplaceOrView, AutogradCUDA), torch.bfloat16, device=1, requires_grad=True, size=[None, None], "
         "stride=[None, None])"}));
}

TEST_CASE("shorthands stand for what they say, and only for all of it") {
    const std::string state =
        "| +- GLOBAL_STATE: ___check_global_state() against {\"allow_bf16_reduce\":0,\"allow_fp16_reduce\":0,"
        "\"allow_tf32\":false,\"autocast_state\":{\"cached_enabled\":true,\"dtype\":[15,5,5,15,5,5,15,15,5,5]"
        ","
        "\"enabled\":[false,false,false,false,false,false,false,false,false,false]},\"default_dtype\":6,"
        "\"deterministic_algorithms\":false,\"deterministic_algorithms_warn_only\":false,\"grad_mode\":false,"
        "\"num_threads\":8,\"torch_function\":true,\"torch_function_all_disabled\":false}";
    const std::string modes = "| +- TORCH_FUNCTION_MODE_STACK: ___check_torch_function_mode_stack()";
    const std::string device = "| +- DEFAULT_DEVICE: utils_device.CURRENT_DEVICE == None";
    const std::string hooks =
        "| +- LAMBDA_GUARD: torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None";
    check_round_trip(tree({hooks, state, modes, device}));
    check_round_trip(tree({state, modes, device}));
    check_round_trip(tree({hooks, modes, device}));
    check_round_trip(tree({hooks, state, modes, device, "| +- NONE_MATCH: L['state'] is None"}));
    const auto mark = [](std::string_view name) {
        return "| +- DIMENSION_DYNAMIC_MARKING_GUARD: hasattr(L['x'], '" + std::string(name) + "') == False";
    };
    const std::string all[] = {mark("_dynamo_dynamic_indices"), mark("_dynamo_weak_dynamic_indices"),
                               mark("_dynamo_unbacked_indices"), mark("_dynamo_strict_unbacked_indices"),
                               mark("_dynamo_static_indices")};
    check_round_trip(tree({kTensor, all[0], all[1], all[2], all[3], all[4]}));
    check_round_trip(tree({kTensor, all[0], all[2], all[3], all[4]}));
    check_round_trip(tree({all[0], all[1], all[2], all[3], all[4]}));
}

TEST_CASE("locals that hide something are still told apart") {
    for (const std::string_view name :
         {"float32", "list", "torch", "state", "grad_mode", "inf", "math", "len", "L", "G", "_", "None",
          "demo", "not a name", "frame", "entry", "is", "cuda", "x y"}) {
        const std::string local = "L['" + std::string(name) + "']";
        INFO(name);
        check_round_trip(
            tree({kTensor, "| +- TYPE_MATCH: ___check_type_id(" + local + ", 7), type=<class 'list'>",
                  "| +- TYPE_MATCH: ___check_type_id(L['c'], 7), type=<class 'demo.Config'>",
                  "| +- EQUALS_MATCH: " + local + "[0] == torch.float32",
                  "| +- FALSE_MATCH: L['x'].flag == False"}));
    }
}

TEST_CASE("names that hide something in one frame hide nothing in the next") {
    const Imported imported =
        import_text("# file: a\n" + tree({"| +- NONE_MATCH: L['list'] is None"}) + "# file: b\n" +
                    tree({"| +- TYPE_MATCH: ___check_type_id(L['x'], 7), type=<class 'list'>"}));
    CHECK(imported.rules.find("x is list\n") != std::string::npos);
    CHECK(imported.rules.find("frame frame(list)") != std::string::npos);
    CHECK(meanings_of_rules(imported.rules).size() == 2);
}

TEST_CASE("a guard that is printed twice is written once") {
    CHECK(guards_of_tree({"| +- EQUALS_MATCH: L['n'] == 5", "| +- EQUALS_MATCH: L['n'] == 5"}) ==
          Guards{"n is 5"});
}

TEST_CASE("guards stand by object: state, locals, globals, relations, open ones") {
    CHECK(guards_of_tree({"| +- NO_TENSOR_ALIASING: check_no_aliasing(L['x'], L['y'])",
                          "| +- LAMBDA_GUARD: ___check_metadata_1_c0/0",
                          "| +- ID_MATCH: ___check_obj_id(G['torch'], 5)", "| +- EQUALS_MATCH: L['y'].a == 1",
                          "| +- EQUALS_MATCH: L['x'].a == 1", "| +- EQUALS_MATCH: L['y'].b == 2",
                          "| +- TORCH_FUNCTION_MODE_STACK: ___check_torch_function_mode_stack()"}) ==
          Guards{"torch_function_mode_stack is []", "y.a is 1", "y.b is 2", "x.a is 1",
                 "is_identity(G[\"torch\"], 5)", "distinct(x, y)", "extern(\"___check_metadata_1_c0/0\")"});
}
