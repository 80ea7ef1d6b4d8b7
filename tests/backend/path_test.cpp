// `.*` in the paths of waivers: any number of steps.
#include <chrono>

#include <catch2/catch.hpp>

#include "tests/backend/rule_world.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

std::string repeated(const std::string& text, int times) {
    std::string all;
    while (times-- > 0)
        all += text;
    return all;
}

}  // namespace

TEST_CASE("`.*` stands for any number of steps, none included") {
    const struct {
        const char* guards;
        const char* block;
        const char* kept;
    } cases[] = {
        {"self.bias is 1\nself.a.bias is 1\nself.a.b[0].bias is 1\nself.bias.a is 1\nx is 1",
         "waive path self.*.bias", "self.bias.a is 1, x is 1"},
        {"self.bias is 1\nself.a.bias.k is 1\nself.k is 1", "waive path self.*.bias.*", "self.k is 1"},
        {"self.a.b.c is 1\nself.a.c is 1\nself.b.c is 1", "waive path self.*.b.*", "self.a.c is 1"},
        {"self.a.b.c is 1\nself.a.c is 1\nself.b.c is 1", "waive path self.a.*.c", "self.b.c is 1"},
        {"self.a.x.a.y is 1\nself.a.y is 1\nself.x.y is 1", "waive path self.*.a.*.a.*.y",
         "self.a.y is 1, self.x.y is 1"},
        {"self.*.a is 1", "waive path self", "expected-operator"},
        // indices, keys and facts are steps; `_` is one key
        {"self.layers[0].bias is 1\nself.layers[1].norm.bias is 1\nself.layers is 1",
         "waive path self.layers[_].*.bias", "self.layers is 1"},
        {"self[\"a\"][\"b\"] is 1\nself[\"a\"][1][\"b\"] is 1\nself[\"b\"][\"a\"] is 1",
         "waive path self[\"a\"].*[\"b\"]", "self[\"b\"][\"a\"] is 1"},
        {"self.a.weight.dtype is float16\nself.weight.requires_grad is False\nx.dtype is float16",
         "waive path self.*.dtype", "self.weight.requires_grad is False, x.dtype is float16"},
        {"self.w is tensor(cuda)\nself.a.w is tensor(cuda)", "waive path self.*.device",
         "self.w is torch.Tensor, self.a.w is torch.Tensor"},
        {"len(self.a.xs) == 2\nlen(self.xs) == 2\nself.a.xs is list", "waive path len(self.*.xs)",
         "expected-operator"},
        {"self.a.w.shape == (8, 64)\nself.w.size(0) == 8", "waive path self.*.w.shape", ""},
        {"self.a.w.shape == (8, 64)\nself.w.size(0) == 8", "waive path self.*.w.size(0)",
         "self.a.w.dim() == 2, self.a.w.size(1) == 64"},
        // several in a row are one; a name that only begins alike is another
        {"self.a.b is 1\nself.ab is 1", "waive path self.*.*.b", "self.ab is 1"},
        {"self.a is 1\nx is 1", "waive path self.*.*", "x is 1"},
        // a guard on other values besides does not belong to the path alone
        {"self.a.k == self.b.k\nself.a.k == x", "waive path self.*.k", "self.a.k == x"},
        {"self.a.k is 0.5\nself.k is 0.5\nx is 0.5", "waive path self.*.k lift",
         "self.a.k is float, self.k is float, x is 0.5, lift self.a.k, lift self.k"},
        // the name of an attribute may be any one, too
        {"getattr(self.layers, \"0\").bias is 1\nself.layers.norm.bias is 2\nself.layers.bias is 3",
         "waive path getattr(self.layers, _).bias", "self.layers.bias is 3"},
        {"self.a.k is 1\nself.b.c.k is 1\nself.k is 1\nself[0].k is 1", "waive path getattr(self, _).*.k",
         "self.k is 1, self[0].k is 1"},
        {"self.a.k is 1\nself.b.k.l is 1", "waive path getattr(getattr(self, _), _)", "self.b.k.l is 1"},
        {"self.a.w.shape == (8, 64)\nself.w.size(0) == 8", "waive path getattr(self, _).w.shape",
         "self.w.size(0) == 8"},
        {"self.a is 1\nself.b is 2\nself.c is list\nx is 1", "waive getattr(self, _) is _",
         "self.c is list, x is 1"},
        {"hasattr(self, \"a\")\nhasattr(x, \"b\")\nself.a is 1", "waive hasattr(self, _)",
         "hasattr(x, \"b\"), self.a is 1"},
        {"self.xs[3] is 1\nself.ys[\"a\"] is 1\nself.ys is 1", "waive path getattr(self, _)[_]",
         "self.ys is 1"},
        {"self.a is 1", "waive path getattr(self, _, _)", "unknown-function"},
        {"self.a is 1", "waive path getattr(_, \"a\")", "waives-nothing"},
        // an attribute that is really called so is another thing
        {"getattr(self, \"*\") is 1\nself.a is 1", "waive path getattr(self, \"*\")", "self.a is 1"},
        {"self.a is 1", "waive path self.*.b", "waives-nothing"},
        {"self.a is 1", "waive? path self.*.b", "self.a is 1 | waives-nothing"},
        {"self.a is 1", "waive path self.* + 1", "not-a-path"},
        {"self.a is 1", "waive path -self.*", "expected-operator"},
        {"self.a is 1", "waive path self.*.shape.*", "whole-shape"},
        {"self.a is 1", "waive path nobody.*.a", "unknown-name"},
        {"self.a is 1", "waive self.*.a is _", "expected-operator"},
    };
    for (const auto& c : cases) {
        INFO(c.guards << "\n--\n" << c.block);
        CHECK(kept(c.guards, c.block) == c.kept);
    }
}

TEST_CASE("a lift by string takes `.*` too, and points into the string") {
    RuleWorld world(
        "frame f(self) {\nentry \"e\" backend \"npu\" {\nself.a.k is 0.5\nself.b.b.k is 2\n}\n}\n");
    Backend npu(world.rules, "npu");
    const auto lifted = npu.lift("f", "self.*.k");
    REQUIRE(lifted);
    REQUIRE(world.insert("e").empty());
    CHECK(world.cache.entries()[0]->code->lifted() == std::vector<std::string>{"self.a.k", "self.b.b.k"});
    CHECK(npu.lift("f", "self.*.").error().text().starts_with("lift by backend `npu`:1:8: error: "));
    CHECK(npu.lift("f", "").error().diagnostics[0].id == "expected-operand");
}

TEST_CASE("many `.*` against long paths take no longer than their product") {
    const auto start = std::chrono::steady_clock::now();
    // Every `.*` could stop at every step; none of the choices ends at `c`.
    const std::string guard = "self" + repeated(".a", 1500) + ".b is 1\n";
    CHECK(kept(guard + "x is 1", "waive? path self" + repeated(".*.a", 700) + ".*.c") ==
          "self" + repeated(".a", 1500) + ".b is 1, x is 1 | waives-nothing");
    CHECK(kept(guard + "x is 1", "waive path self" + repeated(".*.a", 700) + ".*.b") == "x is 1");
    CHECK(kept(guard + "x is 1", "waive path self" + repeated(".*", 3000)) == "x is 1");
    // More of them than a statement may have operators.
    CHECK(kept("self.a is 1", "waive path self" + repeated(".*", 10001)) == "limit-operators");
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}
