// Reasons in words: guard, locals, expected, actual.
#include <catch2/catch.hpp>

#include "tests/reference/judged.h"

namespace guardc::compiler {
namespace {

struct Row {
    const char* guard;
    const char* expected;
    const char* actual;
};

const char* const kFrame = R"({
  "locals": {"x": {"$tensor": {"dtype": "float16", "device": "cuda:1", "size": [8, 100]}, "$id": 1}, "same": {"$ref": 1},
             "n": 5, "s": "eval", "flag": 1, "xs": [1, 2], "big": 123456789012345678901234567890,
             "cfg": {"$object": {"type": "demo.Config", "attrs": {"layers": 12}}, "$id": 2}, "d": {"a": 1}},
  "state": {"grad_mode": true}})";

}  // namespace

TEST_CASE("what a guard asked for and what it found") {
    const std::vector<Row> rows = {
        {"n is 12", "12", "5"},
        {"flag is True", "True", "1"},
        {"x.size(1) % 128 == 0", "a multiple of 128", "100"},
        {"x.size(1) % 128 == 3", "a multiple of 128 plus 3", "100"},
        {"n == x.size(0)", "8, as `x.size(0)` is", "5"},
        {"n > 6", "more than 6", "5"},
        {"6 <= n", "at least 6", "5"},
        {"n != 5", "anything but 5", "5"},
        {"not n == 5", "anything but 5", "5"},
        {"n in 6..64", "from 6 to 64", "5"},
        {"n in 128..4096 step 128", "from 128 to 4096 in steps of 128", "5"},
        {"n not in 2..6", "nothing from 2 to 6", "5"},
        {"grad_mode is False", "False", "True"},  // R04
        {"x.dtype is float32", "float32", "float16"},
        {"x.device is cuda:0", "cuda:0", "cuda:1"},
        {"cfg is torch.Tensor", "an exact torch.Tensor", "a demo.Config"},
        {"n is list", "an exact list", "an int"},
        {"x is None", "None", "a tensor float16 [8, 100] on cuda:1"},
        {"s is not \"eval\"", "anything but \"eval\"", "\"eval\""},
        {"mask is None", "None", "no local `mask`"},
        {"G['m'] is None", "None", "no global `m`"},
        {"inference_mode is False", "False", "no state `inference_mode`"},
        {"cfg.k == 1", "1", "no attribute `k`"},
        {"xs[3] == 1", "1", "index 3 is out of range (length 2)"},
        {"d[\"k\"] == 1", "1", "no key \"k\""},
        {"x.size(2) == 1", "1", "dimension 2 is out of range (rank 2)"},
        {"n.size(0) == 1", "1", "5, which is no tensor"},
        {"n / 0 == 1", "1", "a division by zero"},
        {"big + 1 == 2", "2", "123456789012345678901234567890, which is beyond 64 bits"},
        {"s + 1 == 2", "2", "\"eval\", which is no number"},
        {"x is n", "the same object as `n`", "a value without an identity"},
        {"x is cfg", "the same object as `cfg`", "another object"},
        {"is_identity(x, 7)", "the object with identity 7", "the object with identity 1"},
        {"distinct(x, cfg, same)", "different objects", "`x` and `same` are one object"},
        {"hasattr(cfg, \"k\")", "an attribute `k`", "no attribute `k`"},
        {"not hasattr(cfg, \"layers\")", "no attribute `layers`", "an attribute `layers`"},
        {"\"z\" in d", "something that holds \"z\"", "{\"a\": 1}"},
        {"not xs", "something false", "[1, 2]"},
        {"n == 5 and s is \"train\"", "\"train\"", "\"eval\""},
        {"n == 8 or n == 16", "that `n == 8 or n == 16` holds", "`n` is 5"},
        {"n == 8 or s is None", "that `n == 8 or s is None` holds", "`n` is 5, `s` is \"eval\""},
        {"s < 3", "less than 3", "\"eval\" and 3, which have no order"},
        {"cfg == 3", "3", "a demo.Config and 3, whose equality only running code could tell"},
    };
    for (const Row& row : rows) {
        const std::vector<Reason> found = reasons(row.guard, kFrame);
        INFO(row.guard);
        REQUIRE(found.size() == 1);
        CHECK(found[0].expected == row.expected);
        CHECK(found[0].actual == row.actual);
        CHECK(found[0].owner == "framework");
        CHECK(found[0].at == "test.guard:3");
    }
}

TEST_CASE("all reasons come in source order, guards that hold give none") {
    const std::vector<Reason> found = reasons(
        "n is 4\ns is \"eval\"\nx is tensor(float32, cuda:1, size=[9, 9]) because \"layout\"", kFrame);
    REQUIRE(found.size() == 4);
    CHECK(found[0].guard == "n is 4");
    CHECK(found[1].guard == "x.dtype is float32");
    CHECK(found[2].guard == "x.size(0) == 9");
    CHECK(found[3].guard == "x.size(1) == 9");
    CHECK(found[3].because == "layout");
    CHECK(found[3].at == "test.guard:5");
}

}  // namespace guardc::compiler
