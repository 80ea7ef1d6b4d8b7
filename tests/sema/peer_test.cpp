// What TorchDynamo's own guard lines mean.
#include <catch2/catch.hpp>

#include "tests/sema/checked.h"

namespace guardc::compiler {
namespace {

struct Row {
    const char* line;
    std::vector<std::string> guards;
};

}  // namespace

TEST_CASE("lines with a kind become guards that are never weaker") {
    const std::vector<Row> rows = {
        {"TYPE_MATCH: ___check_type_id(L['cfg'], 755084016), type=<class 'demo.Config'>  # s = cfg.scale",
         {"cfg is demo.Config"}},
        {"TYPE_MATCH: ___check_type_id(L['t'], 11945504), type=<class 'tuple'>", {"t is tuple"}},
        {"ID_MATCH: ___check_obj_id(G['torch'].relu, 140340646279056), type=<class "
         "'builtin_function_or_method'>",
         {"is_identity(G[\"torch\"].relu, 140340646279056)"}},
        {"ID_MATCH: ___check_obj_id(L['x'], 7628576), type=<class 'NoneType'>", {"x is None"}},
        {"EQUALS_MATCH: L['n'] == 5", {"n is 5"}},
        {"EQUALS_MATCH: L['mode'] == 'train, eval'", {"mode is \"train, eval\""}},
        {"EQUALS_MATCH: L['dt'] == torch.float64", {"dt is float64"}},
        {"EQUALS_MATCH: L['m'].normalized_shape == (64,)", {"m.normalized_shape is (64,)"}},
        {"EQUALS_MATCH: L['m'].eps == 1e-05", {"m.eps is 1e-05"}},
        {"TRUE_MATCH: L['self'].training == True", {"self.training is True"}},
        {"FALSE_MATCH: L['use_cache'] == False", {"use_cache is False"}},
        {"NONE_MATCH: L['lengths'] is None", {"lengths is None"}},
        {"NOT_NONE: L['p'].grad is not None", {"p.grad is not None"}},
        {"LENGTH_CHECK: len(L['t']) == 2", {"len(t) == 2"}},
        {"LENGTH_CHECK: not L['args']", {"len(args) == 0"}},
        {"LENGTH_CHECK: set.__len__(L['names']) == 2", {"len(names) == 2"}},
        {"DICT_LENGTH: not L['self']._forward_pre_hooks", {"len(self._forward_pre_hooks) == 0"}},
        {"DICT_CONTAINS: ___dict_contains('a', L['o'])", {"\"a\" in o"}},
        {"DICT_CONTAINS: not ___dict_contains('forward', L['self'].__dict__)",
         {"\"forward\" not in self.__dict__"}},
        {"NO_HASATTR: not hasattr(L['o'], 'zz')", {"not hasattr(o, \"zz\")"}},
        {"NO_TENSOR_ALIASING: check_no_aliasing(L['x'], L['c'][0])", {"distinct(x, c[0])"}},
        {"NO_TENSOR_ALIASING", {}},
        {"OBJECT_ALIASING: L['x'] is L['y']", {"x is y"}},
        {"OBJECT_ALIASING", {}},
        {"DIMENSION_DYNAMIC_MARKING_GUARD: hasattr(L['x'], '_dynamo_static_indices') == False",
         {"not hasattr(x, \"_dynamo_static_indices\")"}},
        {"LAMBDA_GUARD: 2 <= L['x'].size()[0] <= 64", {"2 <= x.size(0) and x.size(0) <= 64"}},
        {"LAMBDA_GUARD: (L['x'].size()[0] % 8) == 0  # x.view(-1, 8)", {"x.size(0) % 8 == 0"}},
        {"SYMBOLIC_SHAPE_GUARD: L['y'].size()[0] == L['x'].size()[0]", {"y.size(0) == x.size(0)"}},
        {"TENSOR_MATCH: check_tensor(L['x'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, "
         "AutogradCPU), "
         "torch.float32, device=None, requires_grad=False, size=[2, None], stride=[128, 1])",
         {"x is torch.Tensor", "x.dtype is float32", "x.device is device(\"cpu\")",
          "x.requires_grad is False", "x.dim() == 2", "x.size(0) == 2", "x.stride(0) == 128",
          "x.stride(1) == 1"}},
        {"TENSOR_MATCH: check_tensor(L['m']._parameters['w'], Parameter, DispatchKeySet(CUDA, BackendSelect, "
         "ADInplaceOrView, AutogradCUDA), torch.bool, device=0, requires_grad=True, size=[], stride=[])",
         {"m._parameters[\"w\"] is torch.nn.parameter.Parameter", "m._parameters[\"w\"].dtype is torch.bool",
          "m._parameters[\"w\"].device is cuda:0", "m._parameters[\"w\"].requires_grad is True",
          "m._parameters[\"w\"].dim() == 0"}},
        {"GLOBAL_STATE: ___check_global_state() against "
         "{\"grad_mode\":true,\"num_threads\":8,\"default_dtype\":6}",
         {"default_dtype is 6", "grad_mode is True", "num_threads is 8"}},
    };
    for (const Row& row : rows) {
        INFO(row.line);
        const CheckedText checked = check_guards(row.line, "frame f");
        CHECK(mistakes(checked) == std::vector<std::string>());
        CHECK(printed(checked) == row.guards);
    }
}

TEST_CASE("lines that are not understood are refused") {
    struct Refused {
        const char* line;
        const char* id;
    };
    const std::vector<Refused> rows = {
        {"DICT_VERSION: ___dict_version(L['d']) == 41", "unsupported-guard-kind"},
        {"TORCH_FUNCTION_MODE_STACK: ___check_torch_function_mode_stack()", "unsupported-guard-kind"},
        {"GLOBAL_STATE: ___check_global_state()", "unread-guard"},
        {"GLOBAL_STATE: ___check_global_state() against [1]", "unread-guard"},
        {"GLOBAL_STATE: ___check_global_state() against {\"colour\": 1}", "unknown-state"},
        {"TENSOR_MATCH", "unread-guard"},
        {"TYPE_MATCH: ___check_type_id(L['t'], 11945504)", "unread-guard"},
        {"EQUALS_MATCH: L['n'] == L['m']", "unread-guard"},
        {"TENSOR_MATCH: check_tensor(L['x'], TwoT, DispatchKeySet(CPU), torch.float32, device=None, "
         "requires_grad=False, size=[2], stride=[1])",
         "unread-guard"},
        {"ID_MATCH: ___check_obj_id(len(L['x']), 1), type=<class 'int'>", "not-a-place"},
    };
    for (const Refused& row : rows) {
        INFO(row.line);
        const CheckedText checked = check_guards(row.line, "frame f");
        REQUIRE(checked.diagnostics.size() == 1);
        CHECK(checked.diagnostics[0].id == row.id);
        CHECK(printed(checked).empty());
    }
    const CheckedText partly = check_guards(
        "GLOBAL_STATE: ___check_global_state() against {\"autocast_state\":{},\"grad_mode\":true}",
        "frame f");
    CHECK(mistakes(partly) == std::vector<std::string>{"3:1 state-not-tested"});
    CHECK(printed(partly) == std::vector<std::string>{"grad_mode is True"});
}

}  // namespace guardc::compiler
