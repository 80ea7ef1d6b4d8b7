// What guard texts mean: text to the canonical text of every guard that it gives.
#include <catch2/catch.hpp>

#include "tests/sema/checked.h"

namespace guardc::compiler {
namespace {

struct Row {
    const char* text;
    std::vector<std::string> guards;
};

const char* const kClosed = "frame f(x, y, self)";
const char* const kOpen = "frame f";

void check_rows(const char* header, const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        INFO(row.text);
        const CheckedText checked = check_guards(row.text, header);
        CHECK(mistakes(checked) == std::vector<std::string>());
        CHECK(printed(checked) == row.guards);
    }
}

}  // namespace

TEST_CASE("names reach locals, globals and ambient state") {
    check_rows(kClosed, {
                            {"x == 1", {"x == 1"}},
                            {"L['x'] == 1", {"x == 1"}},
                            {"G['m'].a == 1", {"G[\"m\"].a == 1"}},
                            {"grad_mode is False", {"grad_mode is False"}},
                            {"state.grad_mode is False", {"grad_mode is False"}},
                            {"getattr(x, \"0\") == 1", {"getattr(x, \"0\") == 1"}},
                            {"getattr(x, 'a') == 1", {"x.a == 1"}},
                            {"getattr(self.layers, \"0\").weight is None",
                             {"getattr(self.layers, \"0\").weight is None"}},
                        });
    check_rows(kOpen, {
                          {"z == 1", {"z == 1"}},
                          {"L['grad_mode'] == 1", {"L[\"grad_mode\"] == 1"}},
                          {"L['list'] == 1", {"L[\"list\"] == 1"}},
                          {"L['L'] == 1", {"L[\"L\"] == 1"}},
                          {"L['class'] == 1", {"class == 1"}},
                          {"L['in'] == 1", {"L[\"in\"] == 1"}},
                          {"(EQUALS_MATCH)", {"(EQUALS_MATCH)"}},
                          {"(KeyValueManager.a == 1)", {"(KeyValueManager.a == 1)"}},
                          {"not EQUALS_MATCH", {"not EQUALS_MATCH"}},
                      });
}

TEST_CASE("tensor fields become guards of their own") {
    check_rows(
        kClosed,
        {
            {"x is tensor(float16, cuda:0, size=[8, None], stride=[128, 1], requires_grad=False)",
             {"x is torch.Tensor", "x.dtype is float16", "x.device is cuda:0", "x.dim() == 2",
              "x.size(0) == 8", "x.stride(0) == 128", "x.stride(1) == 1", "x.requires_grad is False"}},
            {"x is tensor(cuda, torch.bool)",
             {"x is torch.Tensor", "x.device.type is \"cuda\"", "x.dtype is torch.bool"}},
            {"x is tensor(cuda:1, keys=plain)",
             {"x is torch.Tensor", "x.device is cuda:1",
              "dispatch_keys(x) is DispatchKeySet(CUDA, BackendSelect, ADInplaceOrView, AutogradCUDA)"}},
            {"x is tensor(keys=DispatchKeySet(CPU), marks=None)",
             {"x is torch.Tensor", "dispatch_keys(x) is DispatchKeySet(CPU)",
              "not hasattr(x, \"_dynamo_dynamic_indices\")",
              "not hasattr(x, \"_dynamo_weak_dynamic_indices\")",
              "not hasattr(x, \"_dynamo_unbacked_indices\")",
              "not hasattr(x, \"_dynamo_strict_unbacked_indices\")",
              "not hasattr(x, \"_dynamo_static_indices\")"}},
            {"state is default(grad_mode=False, num_threads=8)",
             {"torch_function is True", "torch_function_all_disabled is False",
              "deterministic_algorithms is False", "deterministic_algorithms_warn_only is False",
              "allow_tf32 is False", "allow_fp16_reduce is 0", "allow_bf16_reduce is 0", "default_dtype is 6",
              "autocast_state[\"cached_enabled\"] is True",
              "autocast_state[\"enabled\"] is [False, False, False, False, False, False, False, False, "
              "False, False]",
              "default_device is None", "torch_function_mode_stack is []", "saved_tensors_hooks is None",
              "grad_mode is False", "num_threads is 8"}},
            {"state is default(autocast_state=_, allow_tf32=_, torch_function=_, default_device=_, "
             "grad_mode=False)",
             {"torch_function_all_disabled is False", "deterministic_algorithms is False",
              "deterministic_algorithms_warn_only is False", "allow_fp16_reduce is 0",
              "allow_bf16_reduce is 0", "default_dtype is 6", "torch_function_mode_stack is []",
              "saved_tensors_hooks is None", "grad_mode is False"}},
            {"x is tensor(dynamic=None)",
             {"x is torch.Tensor", "not hasattr(x, \"_dynamo_dynamic_indices\")"}},
            {"is_identity(x, self.a, y[0], 7)",
             {"is_identity(x, 7)", "is_identity(self.a, 7)", "is_identity(y[0], 7)"}},
            {"not is_identity(x, y, 7)", {"not (is_identity(x, 7) and is_identity(y, 7))"}},
            {"x is None or is_identity(x, y, 7)", {"x is None or is_identity(x, 7) and is_identity(y, 7)"}},
            {"x is tensor(type=torch.nn.parameter.Parameter)", {"x is torch.nn.parameter.Parameter"}},
            {"x is not tensor(float16)", {"not (x is torch.Tensor and x.dtype is float16)"}},
            {"x is None or x is tensor(float16)", {"x is None or x is torch.Tensor and x.dtype is float16"}},
            {"x.shape == (2, y)", {"x.dim() == 2", "x.size(0) == 2", "x.size(1) == y"}},
            {"x.size() == torch.Size([2, 3])", {"x.dim() == 2", "x.size(0) == 2", "x.size(1) == 3"}},
            {"x.stride() != (3, 1)", {"not (x.dim() == 2 and x.stride(0) == 3 and x.stride(1) == 1)"}},
            {"x.size()[0] == x.shape[1]", {"x.size(0) == x.size(1)"}},
            {"x.ndim == x.dim() + x.ndimension()", {"x.dim() == x.dim() + x.dim()"}},
            {"len(x.shape) == 2", {"x.dim() == 2"}},
            {"x.device.type is \"cuda\" and x.device.index == 0",
             {"x.device.type is \"cuda\" and x.device.index == 0"}},
            {"x.device is cuda", {"x.device.type is \"cuda\""}},
            {"getattr(x, 'dtype') is float32", {"x.dtype is float32"}},
            {"x.storage_offset() == 0", {"x.storage_offset() == 0"}},
        });
}

TEST_CASE("`is` tests constants, types and identity") {
    check_rows(kClosed, {
                            {"x is None", {"x is None"}},
                            {"None is not x", {"x is not None"}},
                            {"x is list", {"x is list"}},
                            {"type(x) is list", {"x is list"}},
                            {"x is demo.Config", {"x is demo.Config"}},
                            {"type(x) is type(\"demo.Config\")", {"x is demo.Config"}},
                            {"x is type(\"demo.Config\")", {"x is type(\"demo.Config\")"}},
                            {"type(x) is type(\"demo.config#2\")", {"type(x) is type(\"demo.config#2\")"}},
                            {"type(type(x)) is type(\"builtins.type\")", {"type(type(x)) is builtins.type"}},
                            {"x is y", {"x is y"}},
                            {"x.dtype is y.dtype", {"x.dtype is y.dtype"}},
                            {"x is (1, 2.0)", {"x is (1, 2.0)"}},
                            {"type(x) == demo.Config", {"type(x) == demo.Config"}},
                        });
    check_rows(kOpen, {
                          {"a is self.W", {"a is self.W"}},
                          {"a is demo.W", {"a is demo.W"}},
                          {"a is L['demo'].W", {"a is L[\"demo\"].W"}},
                          {"a is demo.weight", {"a is demo.weight"}},
                      });
    check_rows("frame f(x, list, torch, float16)",
               {
                   {"x is L['list']", {"x is list"}},
                   {"type(x) is type(\"list\")", {"type(x) is type(\"builtins.list\")"}},
                   {"x is dtype(\"float16\")", {"x is dtype(\"float16\")"}},
                   {"x is float16", {"x is float16"}},
                   {"x is tensor()", {"type(x) is type(\"torch.Tensor\")"}},
               });
}

TEST_CASE("operators, chains and folding") {
    check_rows(kClosed, {
                            {"1 < x < 3", {"1 < x and x < 3"}},
                            {"x in 2..64", {"x in 2..64"}},
                            {"x not in -2..2 * 32 step 2", {"x not in -2..64 step 2"}},
                            {"x in (1, 2)", {"x in (1, 2)"}},
                            {"x in (y, 1)", {"x == y or x == 1"}},
                            {"not x", {"not x"}},
                            {"x", {"x"}},
                            {"bool(x) == True", {"bool(x) == True"}},
                            {"(x or y) == 3", {"(x if x else y) == 3"}},
                            {"(x and y) and self", {"x and y and self"}},
                            {"x == 2 + 3 * 4", {"x == 14"}},
                            {"x == -7 // 2", {"x == -4"}},
                            {"x == 1 / 0", {"x == 1 / 0"}},
                            {"x == -(-9223372036854775808)", {"x == -(-9223372036854775808)"}},
                            {"x == 9223372036854775809", {"x == 9223372036854775809"}},
                            {"-x ** 2 == 1", {"-(x ** 2) == 1"}},
                            {"x - (y - 1) == 0", {"x - (y - 1) == 0"}},
                            {"(x + y) % 8 == 0", {"(x + y) % 8 == 0"}},
                            {"not (x and y)", {"not (x and y)"}},
                            {"not hasattr(x, 'a')", {"not hasattr(x, \"a\")"}},
                            {"min(x, 3) <= max(y, 4, 5)", {"min(x, 3) <= max(y, 4, 5)"}},
                            {"(3 if x else y) > 2", {"(3 if x else y) > 2"}},
                            {"distinct(x, y.a)", {"distinct(x, y.a)"}},
                            {"x is {2, 1, 1}", {"x is {1, 2}"}},
                            {"x is {1: 2, True: 3}", {"x is {1: 3}"}},
                            {"x is 1 + 2j", {"x is complex(1.0, 2.0)"}},
                            {"x is math.inf", {"x is float(\"inf\")"}},
                            {"len(\"abc\") == x", {"3 == x"}},
                        });
}

TEST_CASE("dims are names for expressions in any order") {
    const CheckedText checked = check_text(
        "frame f(x) {\ndim T = B * S\ndim B = x.size(0)\ndim S = x.size(1)\n"
        "entry \"e\" {\nx is tensor(size=[B, S, 4])\nT % 128 == 0\n}\n}\n");
    CHECK(mistakes(checked) == std::vector<std::string>());
    CHECK(printed(checked) == std::vector<std::string>{"x is torch.Tensor", "x.dim() == 3", "x.size(2) == 4",
                                                       "x.size(0) * x.size(1) % 128 == 0"});
}

}  // namespace guardc::compiler
