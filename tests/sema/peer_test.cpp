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
        {"TYPE_MATCH: ___check_type_id(L['t'], 11945504)", {"type(t) is type_id(11945504)"}},
        {"LAMBDA_GUARD: set(L['d'].keys()) == {'a', 'b'}", {"len(d) == 2", "\"a\" in d", "\"b\" in d"}},
        {"LAMBDA_GUARD: str(L['d'].keys()) == \"odict_keys(['a'])\"",
         {"derived(d, \"str(L['d'].keys())\") == \"odict_keys(['a'])\""}},
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
        {"DICT_LENGTH: not L['self']._forward_pre_hooks",
         {"isinstance(self._forward_pre_hooks, dict)", "len(self._forward_pre_hooks) == 0"}},
        {"DICT_CONTAINS: ___dict_contains('a', L['o'])", {"isinstance(o, dict)", "\"a\" in o"}},
        {"DICT_CONTAINS: ___dict_contains(1, L['o'])", {"isinstance(o, dict)", "stored_key(o, 1) is 1"}},
        {"DICT_CONTAINS: not ___dict_contains(<class 'int'>, L['o'])",
         {"not isinstance(o, dict) or int not in o"}},
        {"SET_CONTAINS: set.__contains__(L['o'], 3)",
         {"isinstance(o, set) or isinstance(o, frozenset)", "3 in o"}},
        {"SET_CONTAINS: not set.__contains__(L['o'], 9)",
         {"not (isinstance(o, set) or isinstance(o, frozenset)) or 9 not in o"}},
        {"MAPPING_KEYS_MATCH: list(L['o'].keys()) == ['a', 'b']",
         {"o is builtins.mappingproxy", "len(o) == 2", "key_at(o, 0) is \"a\"", "key_at(o, 1) is \"b\""}},
        {"DICT_VERSION: ___dict_version(__import__('torch').utils._pytree.SUPPORTED_NODES) == 41",
         {"dict_version(derived(\"__import__('torch')\").utils._pytree.SUPPORTED_NODES) is 41"}},
        {"TUPLE_ITERATOR_LEN: ___tuple_iterator_len(L['it']) == 3",
         {"it is builtins.tuple_iterator", "remaining(it) == 3"}},
        {"RANGE_ITERATOR_MATCH: ___normalize_range_iter(L['it']) == (1, 9, 2)",
         {"it is builtins.range_iterator", "remaining(it) is 4", "next_value(it) is 1", "step_of(it) is 2"}},
        {"RANGE_ITERATOR_MATCH: ___normalize_range_iter(L['it']) == (9, 4, -1)",
         {"it is builtins.range_iterator", "remaining(it) is 5", "next_value(it) is 9", "step_of(it) is -1"}},
        {"FLOAT_IS_NAN: (type(L['s']) is float and __math_isnan(L['s']))", {"s is float and isnan(s)"}},
        {"COMPLEX_IS_NAN: (type(L['s']) is complex and __numpy_isnan(L['s']))",
         {"s is complex", "not s == s"}},
        {"EQUALS_MATCH: L['n'] == inf", {"n is float(\"inf\")"}},
        {"EQUALS_MATCH: L['n'] == (-inf, 1)", {"n is (float(\"-inf\"), 1)"}},
        {"EQUALS_MATCH: L['l'] == torch.strided", {"repr(l) is \"torch.strided\""}},
        {"EQUALS_MATCH: L['k'] == dict_keys(['a'])", {"repr(k) is \"dict_keys(['a'])\""}},
        {"EQUALS_MATCH: L['o'] == Const(3)", {"extern(\"L['o'] == Const(3)\")"}},
        {"EQUALS_MATCH: list(dict.keys(L['d']))[0] == 'k'", {"key_at(d, 0) is \"k\""}},
        {"EQUALS_MATCH: L['f'].__closure__[1].cell_contents == 2.5  # x*c  # a.py:1 in f (HINT: guard on "
         "\"c\")",
         {"f.__closure__[1].cell_contents is 2.5"}},
        {"EQUALS_MATCH: dict(type(L['o']).__mro__[1].__dict__)['cv'] == 3",
         {"type_object(o).__mro__[1].__dict__[\"cv\"] is 3"}},
        {"TYPE_MATCH: ___check_type_id(L['h'].eps, 11912608), type=<class 'float'> (HINT: type float)",
         {"h.eps is float"}},
        {"FAKE_SCRIPT_TYPE_MATCH: ___check_fake_script_type(L['o'], 755084016), type=<class 'demo.Obj'>",
         {"o is demo.Obj"}},
        {"NOT_NONE: G['__optimizer_1_2_c0']() is not None",
         {"derived(G[\"__optimizer_1_2_c0\"], \"G['__optimizer_1_2_c0']()\") is not None"}},
        {"DISPATCH_KEY_SET_MATCH: L['ks'].raw_repr() == DispatchKeySet(CPU, BackendSelect).raw_repr()",
         {"dispatch_keys(ks) is DispatchKeySet(CPU, BackendSelect)"}},
        {"DEFAULT_DEVICE: utils_device.CURRENT_DEVICE == None", {"default_device is None"}},
        {"DEFAULT_DEVICE: utils_device.CURRENT_DEVICE == device(type='cuda', index=0)",
         {"default_device is cuda:0"}},
        {"DUAL_LEVEL_MATCH: torch.autograd.forward_ad._current_level == -1", {"dual_level is -1"}},
        {"STORAGE_OVERLAPPING: check_overlapping(overlapping=[L['a'], L['c']], non_overlapping=[L['d']])",
         {"not no_overlap(a, c)", "no_overlap(a, d)", "not no_overlap(a, c)", "no_overlap(c, d)"}},
        {"STORAGE_OVERLAPPING: check_overlapping(overlapping=[], non_overlapping=[L['a'], L['c']])",
         {"no_overlap(a, c)"}},
        {"STORAGE_OVERLAPPING", {}},
        {"DIMENSION_DYNAMIC_MARKING_GUARD: ((getattr(L['x'], '_dynamo_dynamic_indices', "
         "set()).issubset({0})) if "
         "hasattr(L['x'], '_dynamo_dynamic_indices') else True)",
         {"not hasattr(x, \"_dynamo_dynamic_indices\") or issubset(x._dynamo_dynamic_indices, {0})"}},
        {"DIMENSION_DYNAMIC_MARKING_GUARD: ((getattr(L['x'], '_dynamo_shape_ids', None) == None) if "
         "hasattr(L['x'], '_dynamo_unbacked_indices') else True)",
         {"not hasattr(x, \"_dynamo_unbacked_indices\") or not hasattr(x, \"_dynamo_shape_ids\") or "
          "x._dynamo_shape_ids is None"}},
        {"LAMBDA_GUARD: torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None",
         {"saved_tensors_hooks is None"}},
        {"LAMBDA_GUARD: torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == (1, 2)",
         {"saved_tensors_hooks is [1, 2]"}},
        {"LAMBDA_GUARD: torch._functorch.pyfunctorch.compare_functorch_state([('Vmap', 1, 'error')])",
         {"functorch_stack is [[\"Vmap\", 1, \"error\"]]"}},
        {"LAMBDA_GUARD: ___normalize_count_iter(L['c']) == (4, 2)",
         {"c is itertools.count", "next_value(c) is 4", "step_of(c) is 2"}},
        {"LAMBDA_GUARD: int(L['level']) == 3", {"int(level) == 3"}},
        {"LAMBDA_GUARD: L['m'].eps == 0.0", {"m.eps is 0.0"}},
        {"LAMBDA_GUARD: not math.isnan(L['n'])", {"not isnan(n)"}},
        {"LAMBDA_GUARD: math.trunc(2.0*torch.sym_float(L['x'].size()[0])) == 5",
         {"trunc(2.0 * float(x.size(0))) == 5"}},
        {"LAMBDA_GUARD: torch.sym_max(L['x'].size()[0], 4) | 1 == 5", {"max(x.size(0), 4) | 1 == 5"}},
        {"LAMBDA_GUARD: ___check_metadata_140211223344556_c1/0   # return w + 1",
         {"extern(\"___check_metadata_140211223344556_c1/0\")"}},
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
         {"x is torch.Tensor",
          "dispatch_keys(x) is DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU)",
          "x.dtype is float32", "x.device is device(\"cpu\")", "x.requires_grad is False", "x.dim() == 2",
          "x.size(0) == 2", "x.stride(0) == 128", "x.stride(1) == 1"}},
        {"TENSOR_MATCH: check_tensor(L['m']._parameters['w'], Parameter, DispatchKeySet(CUDA, BackendSelect, "
         "ADInplaceOrView, AutogradCUDA), torch.bool, device=0, requires_grad=True, size=[], stride=[])",
         {"m._parameters[\"w\"] is torch.nn.parameter.Parameter",
          "dispatch_keys(m._parameters[\"w\"]) is DispatchKeySet(CUDA, BackendSelect, ADInplaceOrView, "
          "AutogradCUDA)",
          "m._parameters[\"w\"].dtype is torch.bool", "m._parameters[\"w\"].device is cuda:0",
          "m._parameters[\"w\"].requires_grad is True", "m._parameters[\"w\"].dim() == 0"}},
        {"GLOBAL_STATE: ___check_global_state() against "
         "{\"grad_mode\":true,\"num_threads\":8,\"default_dtype\":6}",
         {"default_dtype is 6", "grad_mode is True", "num_threads is 8"}},
        {"GLOBAL_STATE: ___check_global_state() against "
         "{\"autocast_state\":{\"cached_enabled\":true,\"dtype\":[15,5],\"enabled\":[false,true]}}",
         {"autocast_state[\"cached_enabled\"] is True", "autocast_state[\"enabled\"] is [False, True]",
          "autocast_state[\"dtype\"][1] is 5"}},
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
        {"DICT_VERSION: ___dict_version(L['d']) > 41", "unread-guard"},
        {"GLOBAL_STATE: ___check_global_state() against {\"autocast_state\": {\"enabled\": [1]}}",
         "unread-guard"},
        {"RANGE_ITERATOR_MATCH: ___normalize_range_iter(L['it']) == (1, 9, 0)", "unread-guard"},
        {"STORAGE_OVERLAPPING: check_overlapping(overlapping=[L['a']], non_overlapping=[])", "unread-guard"},
        {"DISPATCH_KEY_SET_MATCH: L['ks'].raw_repr() == DispatchKeySet(CPU, Colour).raw_repr()",
         "unknown-dispatch-key"},
        {"GLOBAL_STATE: ___check_global_state()", "unread-guard"},
        {"GLOBAL_STATE: ___check_global_state() against [1]", "unread-guard"},
        {"GLOBAL_STATE: ___check_global_state() against {\"colour\": 1}", "unknown-state"},
        {"TENSOR_MATCH", "unread-guard"},
        {"TYPE_MATCH: ___check_type_id(L['t'], -5)", "unread-guard"},
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
    const CheckedText assumed =
        check_guards("TORCH_FUNCTION_MODE_STACK: ___check_torch_function_mode_stack()", "frame f");
    REQUIRE(assumed.diagnostics.size() == 1);
    CHECK(assumed.diagnostics[0].id == "assumed-state");
    CHECK(printed(assumed) == std::vector<std::string>{"torch_function_mode_stack is []"});
    const CheckedText partly = check_guards(
        "GLOBAL_STATE: ___check_global_state() against {\"autocast_state\":{},\"grad_mode\":true}",
        "frame f");
    CHECK(mistakes(partly) == std::vector<std::string>{"3:1 unread-guard"});
    CHECK(printed(partly).empty());
}

}  // namespace guardc::compiler
