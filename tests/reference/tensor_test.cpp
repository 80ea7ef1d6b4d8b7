// What guards mean on tensors and ambient state.
#include <catch2/catch.hpp>

#include "tests/reference/judged.h"

namespace guardc::compiler {
namespace {

struct Row {
    const char* guard;
    const char* verdict;
};

const char* const kFrame = R"({
  "locals": {"x": {"$tensor": {"dtype": "float16", "device": "cuda:1", "size": [8, 100], "requires_grad": true}, "$id": 1},
             "y": {"$tensor": {"dtype": "bool", "device": "cpu", "size": [3], "stride": [2], "offset": 4}},
             "n": -3, "cfg": {"$object": {"type": "demo.Config", "attrs": {"dtype": {"$dtype": "float16"}, "device": {"$device": "cuda:1"}}}},
             "d": {"$device": "cpu"}},
  "globals": {"m": {"$module": "demo", "attrs": {"a": 5}}},
  "state": {"grad_mode": false, "num_threads": 8, "default_device": null}})";

}  // namespace

TEST_CASE("facts of tensors") {
    const std::vector<Row> rows = {
        {"x is tensor(float16, cuda:1, size=[8, 100], stride=[100, 1], requires_grad=True)", "yes"},
        {"x is tensor(float16, cuda, size=[8, None])", "yes"},
        {"x is tensor(float16, cuda:0)", "no"},
        {"x is tensor(size=[8])", "no"},
        {"x is tensor(requires_grad=False)", "no"},
        {"y is tensor(torch.bool, cpu, storage_offset=4)", "yes"},
        {"y.device is cpu and y.device == cpu", "yes"},
        {"y.device.index is None", "yes"},
        {"x.device.index == 1", "yes"},
        {"d.type == \"cpu\"", "undefined"},
        {"x.size(-1) == 100", "yes"},
        {"x.size(-3) == 100", "undefined"},
        {"y.size(1) == 1", "undefined"},  // S16
        {"x.stride(-1) == 1", "yes"},
        {"x.size(True) == 100", "undefined"},
        {"n.shape == (1, 2, 3)", "undefined"},  // E10
        {"n is tensor(float16)", "no"},
        {"n is not tensor(float16)", "yes"},
        {"x.shape == (8, n)", "no"},
        {"x.shape == (8, 100)", "yes"},
        {"x.shape != (8, 100)", "no"},
        {"x.shape[0] * x.shape[1] == 800", "yes"},
        {"cfg.dtype is float16 and x.dtype is cfg.dtype", "yes"},
        {"cfg.device.type == \"cuda\"", "yes"},
        {"n.dtype is float16", "undefined"},
        {"x.dtype == cfg.dtype", "yes"},
        {"x.dtype is bool", "no"},
        {"x.ndim == 2 and y.dim() == 1", "yes"},
        {"len(x.shape) == 2", "yes"},
        {"x == y", "undefined"},
        {"x is x", "yes"},
        {"x is y", "undefined"},
    };
    for (const Row& row : rows) {
        INFO(row.guard);
        CHECK(judged(row.guard, kFrame) == row.verdict);
    }
}

TEST_CASE("ambient state and globals") {
    const std::vector<Row> rows = {
        {"grad_mode is False", "yes"},
        {"state.grad_mode is True", "no"},
        {"num_threads == 8", "yes"},
        {"default_device is None", "yes"},
        {"inference_mode is False", "undefined"},
        {"not inference_mode", "undefined"},
        {"G['m'].a == 5", "yes"},
        {"G['m'].b == 5", "undefined"},
        {"G['none'] == 5", "undefined"},
        {"L['m'] == 5", "undefined"},
    };
    for (const Row& row : rows) {
        INFO(row.guard);
        CHECK(judged(row.guard, kFrame) == row.verdict);
    }
}

TEST_CASE("U26: two booleans make four states") {
    for (const bool requires_grad : {false, true}) {
        for (const bool grad_mode : {false, true}) {
            const auto word = [](bool truth) { return truth ? "true" : "false"; };
            const std::string frame =
                std::string(
                    R"({"locals": {"x": {"$tensor": {"dtype": "float32", "device": "cpu", "size": [1], "requires_grad": )") +
                word(requires_grad) + R"(}}}, "state": {"grad_mode": )" + word(grad_mode) + "}}";
            CHECK(judged("x.requires_grad is True\ngrad_mode is False", frame) ==
                  (requires_grad && !grad_mode ? "yes" : "no"));
        }
    }
}

}  // namespace guardc::compiler
