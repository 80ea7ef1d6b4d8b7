// Rules that come and go while entries exist.
#include <catch2/catch.hpp>

#include "tests/backend/rule_world.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

const char* const kLiveRules = R"(
frame f(x, scale) {
    dim S = x.size(0)
    entry "a" backend "npu" {
        x is tensor(float16, size=[256])
        scale is 0.5
    }
    entry "b" backend "npu" {
        x is tensor(float16, size=[S])
        scale is 0.5
    }
    entry "other" backend "gpu" {
        scale is 0.5
    }
}
)";

std::string live_frame(int size, const char* scale = "0.5") {
    return R"({"x": {"$tensor": {"dtype": "float16", "device": "cpu", "size": [)" + std::to_string(size) +
           R"(]}}, "scale": )" + scale + "}";
}

// An engine that compiles the entry that its frame asks for by its size.
Callbacks live_engine() {
    Callbacks callbacks;
    callbacks.compile = [](const CompileRequest&) { return NewEntry{.name = "b", .reads = {.all = true}}; };
    return callbacks;
}

}  // namespace

TEST_CASE("a requirement narrows entries that exist, and comes before a compile") {
    RuleWorld world(kLiveRules, live_engine());
    Backend npu(world.rules, "npu");
    CHECK(world.look_up(live_frame(100)) == "compile:b");
    CHECK(world.insert("other").empty());
    {
        const auto rows = npu.require("f", "S % 128 == 0", "DMA moves rows of 128");
        REQUIRE(rows);
        CHECK(world.look_up(live_frame(100)) == "eager:require");
        CHECK(world.look_up(live_frame(256)) == "hit:b");
        CHECK(world.look_up(live_frame(100), "gpu") == "hit:other");
        const auto reasons = world.reasons(live_frame(100));
        REQUIRE(reasons.size() == 2);
        CHECK(reasons[0].guard == "x.size(0) % 128 == 0");
        CHECK(reasons[0].owner == "npu");
        CHECK(reasons[0].because == "DMA moves rows of 128");
        CHECK(reasons[1].guard == "backend");
    }
    // Taken back: what exists keeps its guards, what is compiled from now on does not get it.
    CHECK(world.look_up(live_frame(100)) == "compile:b");
    CHECK(world.cache.entries().size() == 3);
    CHECK(world.look_up(live_frame(100)) == "hit:b");
}

TEST_CASE("U29: front-end guards and a backend's string are in the one check") {
    RuleWorld world(kLiveRules);
    Backend npu(world.rules, "npu");
    const auto rows = npu.require("f", "x.size(0) % 16 == 0");
    REQUIRE(rows);
    REQUIRE(world.insert("b").empty());
    CHECK(world.look_up(live_frame(32)) == "hit:b");
    CHECK(world.look_up(live_frame(24)) == "eager");
    RuleWorld without(kLiveRules);
    REQUIRE(without.insert("b").empty());
    CHECK(without.look_up(live_frame(24)) == "hit:b");
    CHECK(world.look_up(live_frame(32, "0.25")) == "eager");
}

TEST_CASE("the second seed: a constant that becomes an input is not compiled anew") {
    RuleWorld world(kLiveRules, live_engine());
    Backend npu(world.rules, "npu");
    CHECK(world.look_up(live_frame(1, "0.5")) == "compile:b");
    CHECK(world.look_up(live_frame(1, "0.25")) == "eager:failed");  // b is for 0.5 only
    world.cache.set_on_failure({});

    auto scale = npu.waive("f", "scale is _ lift", "read from input 3 at each call");
    REQUIRE(scale);
    CHECK(world.look_up(live_frame(1, "0.25")) ==
          "compile:b");  // the old entry keeps its guard, a new one has none
    CHECK(world.look_up(live_frame(1, "0.75")) == "hit:b");
    CHECK(world.look_up(live_frame(1, "1")) == "eager:failed");  // an int is no float
    scale->remove();
    CHECK(world.look_up(live_frame(1, "0.75")) == "hit:b");
    world.cache.clear();
    world.cache.set_on_failure({});
    CHECK(world.look_up(live_frame(1, "0.5")) == "compile:b");
    CHECK(world.look_up(live_frame(1, "0.75")) == "eager:failed");
}

TEST_CASE("a lifted value arrives with the hit") {
    RuleWorld world(kLiveRules);
    Backend npu(world.rules, "npu");
    const auto scale = npu.waive("f", "scale is _ lift");
    REQUIRE(world.insert("b").empty());
    const FrameDocument document = frame_of(live_frame(8, "0.75"));
    const auto slots = bind_frame(document, *world.rules->shape("f"));
    const Outcome outcome = world.cache.look_up({.slots = slots, .ambient = document.ambient});
    REQUIRE(outcome.lifted().size() == 1);
    CHECK(outcome.entry()->code->lifted() == std::vector<std::string>{"scale"});
    const Cell cell = outcome.lifted()[0];
    CHECK(cell.tag == CellTag::floating);
    CHECK(cell.as_floating() == 0.75);
}

TEST_CASE("an artefact keeps the rules of the instant at which its compile began") {
    // The waiver comes while the backend compiles: its artefact has 0.5 baked in.
    std::shared_ptr<FrameRuleCompiler> rules;
    std::vector<RuleHandle> handles;
    Callbacks callbacks;
    callbacks.compile = [&](const CompileRequest&) {
        Backend npu(rules, "npu");
        handles.push_back(std::move(*npu.waive("f", "scale is _ lift")));
        return NewEntry{.name = "b", .reads = {.all = true}};
    };
    RuleWorld world(kLiveRules, callbacks);
    rules = world.rules;
    CHECK(world.look_up(live_frame(1, "0.5")) == "compile:b");
    CHECK(world.look_up(live_frame(1, "0.5")) == "hit:b");
    CHECK(world.look_up(live_frame(1, "0.25")) == "compile:b");  // this one began under the waiver
    CHECK(world.look_up(live_frame(1, "0.75")) == "hit:b");
}

TEST_CASE("a wrong string is refused at once, with a caret into it") {
    struct {
        bool waive;
        const char* text;
        const char* message;
    } const cases[] = {
        {false, "S % 128 = 0", "require by backend `npu`:1:9: error: "},
        {false, "T % 128 == 0", "require by backend `npu`:1:1: error: unknown name `T`"},
        {false, "", "require by backend `npu`:1:1: error: "},
        {false, "scale is _", "require by backend `npu`:1:10: error: "},
        {false, "S == 1\nS == 2", "require by backend `npu`:2:1: error: "},
        {true, "scale is _ lift lift", "waive by backend `npu`:1:17: error: "},
        {true, "scale is 0.25",
         "waive by backend `npu`:1:1: error: no entry of backend `npu` has a guard that"},
        {true, "scal is _", "waive by backend `npu`:1:1: error: unknown name `scal`"},
        {true, "path", "waive by backend `npu`:1:"},
        {true, "S == 256 weaken T == 1", "waive by backend `npu`:1:17: error: unknown name `T`"},
        {true, "S == 256 weaken x is tensor(float16)",
         "waive by backend `npu`:1:1: error: a guard is weakened to one"},
    };
    RuleWorld world(kLiveRules);
    Backend npu(world.rules, "npu");
    REQUIRE(world.insert("b").empty());
    for (const auto& c : cases) {
        INFO(c.text);
        const auto added = c.waive ? npu.waive("f", c.text) : npu.require("f", c.text);
        REQUIRE_FALSE(added);
        CHECK(added.error().text().substr(0, std::string(c.message).size()) == c.message);
        CHECK(world.look_up(live_frame(1)) == "hit:b");  // nothing has changed
    }
    CHECK(npu.require("g", "True")
              .error()
              .text()
              .starts_with("frame:1:1: error: there are no rules for frame `g`"));
}

TEST_CASE("what the model does not have is refused at once") {
    RuleWorld world(kLiveRules);
    Backend npu(world.rules, "npu");
    REQUIRE(world.insert("b").empty());
    const auto handle = npu.require("f", "S >= 2");
    REQUIRE(handle);
    CHECK(world.look_up(live_frame(1)) == "eager");
    CHECK(world.look_up(live_frame(2)) == "hit:b");
}

TEST_CASE("handles own what they add") {
    RuleWorld world(kLiveRules, live_engine());
    Backend npu(world.rules, "npu");
    {
        auto first = npu.require("f", "S >= 10");
        auto second = npu.require("f", "S >= 20");
        REQUIRE((first && second));
        CHECK(world.look_up(live_frame(15)) == "eager:require");
        *second = std::move(*first);  // drops S >= 20
        CHECK(world.look_up(live_frame(15)) == "compile:b");
        first->remove();
        CHECK(world.look_up(live_frame(5)) == "eager:require");
    }
    CHECK(world.look_up(live_frame(5)) == "compile:b");
    npu.require("f", "S >= 6")->forever();
    CHECK(world.look_up(live_frame(5)) == "eager:require");
}

TEST_CASE("guards as text from the compile callback") {
    std::string guards;
    Callbacks callbacks;
    callbacks.compile = [&](const CompileRequest&) { return NewEntry{.name = "made", .guards = guards}; };
    RuleWorld world("frame f(x, scale) {\non failure retry 100\ndim S = x.size(0)\n}\n", callbacks);
    Backend npu(world.rules, "npu");
    const auto waived = npu.waive("f", "scale is _");
    REQUIRE(waived);  // there is no entry yet that it could speak for
    guards = "S == 4 because \"static\"\n# a comment\nscale is 0.5";
    CHECK(world.look_up(live_frame(4)) == "compile:made");
    CHECK(world.look_up(live_frame(4, "0.25")) == "hit:made");
    const auto reasons = world.reasons(live_frame(5));
    REQUIRE(reasons.size() == 1);
    CHECK(reasons[0].at == "entry `made`:1");
    CHECK(reasons[0].because == "static");

    struct {
        const char* guards;
        const char* message;
    } const mistakes[] = {
        {"S == 5\nscale is", "entry `made`:2:9: error: "},
        {"S = 5", "entry `made`:1:3: error: "},
        {"T == 5", "entry `made`:1:1: error: unknown name `T`"},
        {"S == 5\n}\nentry \"more\" {\nTrue", "entry `made`:1:1: error: this is more than the guards"},
        {"S == 5\n}}\nframe g {\nentry \"more\" {\nTrue",
         "entry `made`:1:1: error: this is more than the guards"},
    };
    for (const auto& c : mistakes) {
        guards = c.guards;
        const FrameDocument document = frame_of(live_frame(5));
        const auto slots = bind_frame(document, *world.rules->shape("f"));
        const Outcome outcome = world.cache.look_up({.slots = slots, .ambient = document.ambient});
        CHECK(outcome.reason() == EagerReason::failed);
        CHECK(outcome.message().substr(0, std::string(c.message).size()) == c.message);
    }
}

TEST_CASE("an entry of the rules belongs to its backend") {
    RuleWorld world(kLiveRules);
    CHECK(world.cache.insert({.name = "b", .backend = "gpu"}).error().message ==
          "entry `b` is of backend `npu`, not of `gpu`");
    CHECK(world.cache.insert({.name = "c"}).error().message == "the rules of frame `f` have no entry `c`");
}

TEST_CASE("blocks that ask for what cannot be had are refused when the rules are") {
    CHECK_THROWS_WITH(RuleWorld(std::string(kLiveRules) + "backend \"npu\" for f {\nwaive scale is 7\n}\n"),
                      "waives-nothing");
}
