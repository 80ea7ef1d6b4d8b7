// Predicates are asked last, the cheap before the dear.
#include <array>

#include <catch2/catch.hpp>

#include "compiler/guards/check_order.h"
#include "compiler/reference/reference.h"
#include "compiler/session/rules_file.h"
#include "runtime/dispatch/checking.h"
#include "runtime/value/builtin_model.h"
#include "tests/backend/rule_world.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

// Predicates `p1`, `p5` and `p90` of that cost, which note that they were asked and answer as they are told.
struct Asked {
    std::string names = {};
    std::array<Truth, 3> answers{Truth::yes, Truth::yes, Truth::yes};
};
struct Predicate {
    Asked* asked;
    std::size_t index;
    const char* name;

    static Truth run(void* self, std::span<const Cell>) noexcept {
        const auto& predicate = *static_cast<const Predicate*>(self);
        predicate.asked->names += predicate.name;
        return predicate.asked->answers[predicate.index];
    }
};
constexpr struct {
    const char* name;
    std::uint32_t cost;
} kPredicates[] = {{"p1 ", 1}, {"p5 ", 5}, {"p90 ", 90}};

ExternDeclaration declaration(Asked& asked, std::size_t index) {
    const auto& [name, cost] = kPredicates[index];
    const auto self = std::make_shared<Predicate>(Predicate{&asked, index, name});
    return {.name = std::string(name, std::string_view(name).size() - 1),
            .operands = 1,
            .cost = cost,
            .binding = {Predicate::run, self.get()},
            .keeps = self};
}

std::string order_of(const std::string& guards, bool bound = true) {
    RulesFile file = read_rules("test.guard", "frame f(x, n) {\nentry \"e\" {\n" + guards + "\n}\n}\n");
    REQUIRE(file.sound());
    Asked asked;
    for (std::size_t i = 0; bound && i < std::size(kPredicates); ++i)
        REQUIRE(file.frames[0].terms->bind_extern(
            std::make_shared<const ExternDeclaration>(declaration(asked, i))));
    std::string text;
    for (const std::size_t index : check_order(*file.frames[0].terms, file.frames[0].entries[0].guards))
        text += std::to_string(index);
    return text;
}

}  // namespace

TEST_CASE("the order of a check: what reads the frame alone, then predicates by their cost") {
    CHECK(order_of("n is 1\nx is 2\nn < 9") == "012");
    CHECK(order_of("extern(\"p90\", x)\nn is 1\nextern(\"p1\", x)\nx is 2\nextern(\"p5\", x)") == "13240");
    // Where it stands in its guard does not matter; what stands in one guard stays together.
    CHECK(order_of("not extern(\"p5\", x)\nn is 1 or extern(\"p1\", x)\nn is 1") == "210");
    CHECK(order_of("extern(\"p5\", x) and extern(\"p1\", n)\nextern(\"p5\", n)\nx is 1") == "210");
    // Of equal cost: as they stand. One predicate twice in a guard with different operands is two calls.
    CHECK(order_of("extern(\"p5\", x)\nextern(\"p5\", n)") == "01");
    CHECK(order_of("extern(\"p1\", x) or extern(\"p1\", n)\nextern(\"p1\", n)") == "10");
    CHECK(order_of("extern(\"p1\", x)\nn is 1\nextern(\"p5\", x)", false) == "102");
    CHECK(order_of("extern(\"nobody\", x)\nextern(\"p90\", x)\nn is 1") == "201");
}

TEST_CASE("the order of a check is the same for long and shared guards") {
    std::string deep = "extern(\"p1\", x)";
    for (int i = 0; i < 3000; ++i)
        deep += " or extern(\"p1\", n + " + std::to_string(i) + ")";
    CHECK(order_of(deep + "\nextern(\"p90\", x)\nn is 1") == "210");
}

TEST_CASE("no predicate is asked before the guards that protect it, in any engine") {
    for (const NativeMode mode : {NativeMode::never, NativeMode::at_once}) {
        RuleCompilerOptions options;
        options.native = mode;
        RuleWorld world(R"(frame f(x, n) {
    entry "e" backend "npu" {
        extern("p90", x.a)
        extern("p1", x)
        extern("p5", n)
        n > 0
        hasattr(x, "a")
    }
}
)",
                        {}, options);
        Asked asked;
        Backend npu(world.rules, "npu");
        for (std::size_t i = 0; i < std::size(kPredicates); ++i)
            REQUIRE(npu.bind(declaration(asked, i)));
        REQUIRE(world.insert("e").empty());
        CHECK(world.cache.entries()[0]->code->is_native() == (mode == NativeMode::at_once));
        const auto code = world.cache.entries()[0]->code;
        const auto check = [&](const char* n, bool has_attribute) {
            const FrameDocument frame = frame_of(std::string(R"({"n": )") + n +
                                                 R"(, "x": {"$object": {"type": "demo.X", "attrs": {)" +
                                                 (has_attribute ? "\"a\": 1" : "") + "}}}}");
            const auto slots = bind_frame(frame, *world.rules->shape("f"));
            asked.names.clear();
            const Status status = check_once(*code, {.slots = slots, .ambient = frame.ambient}).status;
            return std::string(status == Status::hit    ? "hit "
                               : status == Status::miss ? "miss "
                                                        : "error ") +
                   asked.names;
        };
        CHECK(check("1", true) == "hit p1 p5 p90 ");
        CHECK(check("0", true) == "miss ");
        CHECK(check("1", false) == "miss ");
        // An error of a dear one counts only when nothing before it misses.
        asked.answers = {Truth::yes, Truth::yes, Truth::error};
        CHECK(check("1", true) == "error p1 p5 p90 ");
        CHECK(check("0", true) == "miss ");
        asked.answers = {Truth::yes, Truth::no, Truth::error};
        CHECK(check("1", true) == "miss p1 p5 ");
        asked.answers = {Truth::error, Truth::no, Truth::no};
        CHECK(check("1", true) == "error p1 ");
        asked.answers = {Truth::undefined, Truth::error, Truth::error};
        CHECK(check("1", true) == "miss p1 ");
    }
}

TEST_CASE("the first reason is that of the guard at which the check missed") {
    RuleWorld world("frame f(x, n) {\nentry \"e\" backend \"npu\" {\nextern(\"p90\", x)\nn > 0\n}\n}\n");
    Asked asked{.answers = {Truth::no, Truth::no, Truth::no}};
    Backend npu(world.rules, "npu");
    REQUIRE(npu.bind(declaration(asked, 2)));
    REQUIRE(world.insert("e").empty());
    const FrameDocument frame = frame_of(R"({"n": 0, "x": 1})");
    const auto slots = bind_frame(frame, *world.rules->shape("f"));
    const auto reasons =
        world.rules->reasons(*world.cache.entries()[0]->code, slots, frame.ambient, ReasonsWanted::first);
    REQUIRE(reasons.size() == 1);
    CHECK(reasons[0].guard == "n > 0");
    CHECK(asked.names.empty());
    CHECK(world.reasons(R"({"n": 0, "x": 1})").size() == 2);  // all of them, as the text has them
}
