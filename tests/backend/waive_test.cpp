// What an entry keeps under a backend block: guards, block, result.
#include <catch2/catch.hpp>

#include "compiler/terms/print_term.h"
#include "tests/backend/rule_world.h"

using guardc::compiler::kept;

namespace {

struct KeptCase {
    const char* guards;
    const char* block;
    const char* kept;
};

const KeptCase kKeptCases[] = {
    // exact text, written in any form
    {"x is 1\ny is 2", "waive x is 1", "y is 2"},
    {"x is 1\ny is 2", "waive L['x'] is 1", "y is 2"},
    {"x.size(0) == 8\nx.size(1) == 8", "waive x.size()[0] == 8", "x.size(1) == 8"},
    {"x.size(0) == 8\nx.size(1) == 8", "waive x.shape[1] == 8", "x.size(0) == 8"},
    {"x is 1\nx is True", "waive x is True", "x is 1"},
    {"x is 1", "waive x is 1.0", "waives-nothing"},
    {"x is 1", "waive? x is 1.0", "x is 1 | waives-nothing"},
    {"x is 1", "waive z is 1", "unknown-name"},
    {"x == 1", "waive 1 == x", "waives-nothing"},
    {"not x is 1\nlen(y) == 2", "waive x is not 1", "len(y) == 2"},

    // `_`
    {"x is 0.125\nx is float\ny is 3", "waive x is _", "x is float, y is 3"},
    {"x is 1\ny is 1", "waive _ is 1", "waives-nothing"},
    {"x.size(0) == 8\nx.size(1) == 9\nx.stride(0) == 8", "waive x.size(_) == _", "x.stride(0) == 8"},
    {"x.size(0) in 1..64 step 2\nx.size(1) in 2..4", "waive x.size(0) in _.._ step _", "x.size(1) in 2..4"},
    {"x.size(0) in 2..4\nx.size(1) in 2..9", "waive x.size(_) in 2.._", ""},
    {"x.dtype is float16\ny.dtype is float32", "waive x.dtype is _", "y.dtype is float32"},
    {"self.layers[0].bias is None\nself.layers[1].bias is None\nself.name == \"a\"",
     "waive self.layers[_].bias is _", "self.name == \"a\""},
    {"self.name == \"a\"\nself.other == 3", "waive self.name == _", "self.other == 3"},
    {"x in (1, 2)\ny is 1", "waive x in _", "y is 1"},
    {"x in (1, 2)", "waive x in (_, 2)", "wildcard-in-constant"},
    {"x % 4 == 0\nx % 8 == 0\ny % 4 == 0", "waive x % _ == 0", "y % 4 == 0"},
    {"x is 1", "waive x is y", "waives-nothing"},

    // a tensor's fields are guards of their own
    {"x is tensor(float16, cuda:0, size=[8, None])", "waive x.dtype is float16",
     "x is torch.Tensor, x.device is cuda:0, x.dim() == 2, x.size(0) == 8"},
    {"x is tensor(float16, cuda:0, size=[8, None])", "waive x is torch.Tensor",
     "x.dtype is float16, x.device is cuda:0, x.dim() == 2, x.size(0) == 8"},
    {"x is tensor(float16, cuda:0, size=[8, 9])", "waive x is tensor(size=[_, 9])",
     "x.dtype is float16, x.device is cuda:0"},

    // paths
    {"self.cache.k is 1\nself.cache is None\nself.c is 2", "waive path self.cache",
     "self.cache.k is 1, self.c is 2"},
    {"self.cache.k is 1\nself.cache is None\nself.c is 2", "waive path self.cache.*", "self.c is 2"},
    {"self.cache[\"k\"][0] is 1\nself.cachet is 2", "waive path self.cache.*", "self.cachet is 2"},
    {"len(self.cache) == 2\nself.cache is list", "waive path self.cache", "len(self.cache) == 2"},
    {"len(self.cache) == 2\nself.cache is list", "waive path self.cache.*", ""},
    {"x is tensor(float16, cuda, size=[8, 9])", "waive path x.dtype",
     "x is torch.Tensor, x.device.type is \"cuda\", x.dim() == 2, x.size(0) == 8, x.size(1) == 9"},
    {"x is tensor(float16, cuda)", "waive path x.device", "x is torch.Tensor, x.dtype is float16"},
    {"x is tensor(float16, size=[8, 9])", "waive path x.size(1)",
     "x is torch.Tensor, x.dtype is float16, x.dim() == 2, x.size(0) == 8"},
    {"x is tensor(float16, size=[8, 9])", "waive path x.size(_)",
     "x is torch.Tensor, x.dtype is float16, x.dim() == 2"},
    {"x is tensor(float16, size=[8, 9])\ny is 1", "waive path x.*", "y is 1"},
    {"hasattr(self.cache, \"k\")\nx is 1", "waive path self.cache", "x is 1"},
    // what concerns another value besides does not belong to the path alone
    {"x.size(0) == y.size(0)\nx.size(0) * 2 == 8", "waive path x.*", "x.size(0) == y.size(0)"},
    {"distinct(x, self.cache.k)\nself.cache.k is 1", "waive path self.cache.*", "distinct(x, self.cache.k)"},
    {"grad_mode is False\nx is 1", "waive path grad_mode", "x is 1"},
    {"x is 1", "waive path self", "waives-nothing"},
    {"x is 1", "waive path 5", "expected-operator"},
    {"x is 1", "waive path x.size(0) * 2", "not-a-path"},
    {"x is 1", "waive path x is 1", "not-a-path"},
    {"x is 1", "waive path x and y", "not-a-path"},
    {"x is 1", "waive path z.a", "unknown-name"},

    // kinds
    {"x is tensor(float16, size=[8, 9], stride=[9, 1])", "waive kind \"tensor.stride\"",
     "x is torch.Tensor, x.dtype is float16, x.dim() == 2, x.size(0) == 8, x.size(1) == 9"},
    {"x is list\nlen(x) == 2\nx is not y", "waive kind \"length\"\nwaive kind \"identity\"", "x is list"},
    {"grad_mode is False\nx is 1", "waive kind \"state\"", "x is 1"},
    {"x is 1", "waive kind \"states\"", "waives-nothing"},

    // lift: the value test goes, the type test stays
    {"x is 0.125\ny is 1", "waive x is _ lift", "x is float, y is 1, lift x"},
    {"x is 0.125\nx is float\ny is 1", "waive path x lift", "x is float, y is 1, lift x"},
    {"x == 3", "waive x == _ lift", "x is int, lift x"},
    {"self.training is False", "waive self.training is _ lift", "self.training is bool, lift self.training"},
    {"x.size(0) == 8\nx.size(1) == 9", "waive x.size(_) == _ lift", "lift x.size(0), lift x.size(1)"},
    {"x.dtype is float16", "waive x.dtype is _ lift", "x.dtype is torch.dtype, lift x.dtype"},
    {"self.name == \"a\"", "waive self.name == _ lift", "self.name is str, lift self.name"},
    {"x is 1\nx is 2", "waive x is _ lift", "x is int, lift x"},
    {"x is None", "waive x is _ lift", "waives-nothing"},
    {"x is (1, 2)", "waive x is _ lift", "waives-nothing"},
    {"x is 9223372036854775808", "waive x is _ lift", "waives-nothing"},
    {"x in 1..4", "waive x in 1..4 lift", "waives-nothing"},

    // weaken
    {"x.size(0) == 8\ny is 1", "waive x.size(0) == 8 weaken x.size(0) in 8..64 step 8",
     "x.size(0) in 8..64 step 8  # npu, y is 1"},
    {"x is 1\nx is 2", "waive x is _ weaken x in 1..4", "x in 1..4  # npu"},

    // several waivers of one guard each have their effect
    {"x is 1\ny is 2", "waive x is 1\nwaive path x", "y is 2"},
    {"x is 1\ny is 2", "waive x is 1 lift\nwaive path x", "x is int, y is 2, lift x"},
    {"x is 1\ny is 2", "waive path x\nwaive x is 1 lift\nwaive x is _ weaken x in 1..4",
     "x is int, x in 1..4  # npu, y is 2, lift x"},

    // what is required stays required, and twice is once
    {"x is 1\ny is 2", "require x is 1\nwaive x is 1", "y is 2, x is 1  # npu"},
    {"x is 1\ny is 2", "waive path x\nrequire x is 1", "y is 2, x is 1  # npu"},
    {"x is 1", "require x is 1", "x is 1"},
    {"x is 0.5", "waive x is _ lift\nrequire x is 0.5", "x is float, x is 0.5  # npu, lift x"},
    {"x is 1\nx is 1\ny is 2\nx is 1", "", "x is 1, y is 2"},
};

}  // namespace

TEST_CASE("kept = (framework without what is waived) and everything required") {
    for (const KeptCase& c : kKeptCases) {
        INFO(c.guards << "\n--\n" << c.block);
        CHECK(kept(c.guards, c.block) == c.kept);
    }
}

TEST_CASE("user guards cannot be waived") {
    guardc::compiler::RuleWorld world(
        "frame f(x, y) {\nuser { x is 1 }\nentry \"e\" {\nx is 1\ny is 2\n}\n}\nbackend \"npu\" for f {\n"
        "waive x is 1\nwaive y is 2\n}\n");
    REQUIRE(world.insert("e").empty());
    CHECK(world.look_up(R"({"x": 1, "y": 3})") == "hit:e");
    CHECK(world.look_up(R"({"x": 2, "y": 2})") == "eager");
}

TEST_CASE("a waiver by id") {
    using namespace guardc::compiler;
    CHECK(kept("x is 1\ny is 2", "waive id \"" + guard_id("x is 1") + "\"") == "y is 2");
    CHECK(kept("x is 1\ny is 2", "waive id \"00000000\"") == "waives-nothing");
}
