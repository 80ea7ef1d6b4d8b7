// Native functions of a backend that guards can name.
#include <thread>

#include <catch2/catch.hpp>

#include "runtime/program/facts.h"
#include "runtime/value/builtin_model.h"
#include "tests/backend/rule_world.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

// Whether operand 0 is a multiple of operand 1; a step of zero is a failure of the device, and one that is no
// int makes it undefined.
struct Aligned {
    std::atomic<int> calls{0};

    static Truth run(void* self, std::span<const Cell> operands) noexcept {
        ++static_cast<Aligned*>(self)->calls;
        Cell number, step;
        for (const auto& [cell, result] :
             {std::pair(&operands[0], &number), std::pair(&operands[1], &step)}) {
            if (fact_of(builtin_model(), FactId::number, *cell, {}, *result) != Truth::yes)
                return Truth::undefined;
            if (result->tag != CellTag::integer) return Truth::undefined;
        }
        if (step.as_integer() == 0) return Truth::error;
        return truth(number.as_integer() % step.as_integer() == 0);
    }
};

ExternDeclaration aligned(const std::shared_ptr<Aligned>& self) {
    return {
        .name = "aligned", .operands = 2, .cost = 5, .binding = {Aligned::run, self.get()}, .keeps = self};
}

const char* const kExternRules = R"(frame f(n, step) {
    entry "e" backend "npu" { n > 0 }
}
)";

RuleCompilerOptions native_at_once() {
    RuleCompilerOptions options;
    options.native = NativeMode::at_once;
    return options;
}

}  // namespace

TEST_CASE("a guard names a predicate, and its outcomes are those of the check") {
    for (const bool native : {false, true}) {
        RuleWorld world(kExternRules, {}, native ? native_at_once() : RuleWorld::never_native());
        Backend npu(world.rules, "npu");
        const auto self = std::make_shared<Aligned>();
        REQUIRE(npu.bind(aligned(self)));
        const auto required = npu.require("f", R"(extern("aligned", n, step))", "DMA");
        REQUIRE(required);
        REQUIRE(world.insert("e").empty());
        CHECK(world.cache.entries()[0]->code->is_native() == native);
        CHECK(world.look_up(R"({"n": 8, "step": 4})") == "hit:e");
        CHECK(world.look_up(R"({"n": 9, "step": 4})") == "eager");
        CHECK(world.look_up(R"({"n": 8, "step": "4"})") == "eager");
        const auto before = world.cache.counts();
        CHECK(world.look_up(R"({"n": 8, "step": 0})") == "error:");
        const auto after = world.cache.counts();
        CHECK((after.errors == before.errors + 1 && after.misses == before.misses &&
               after.hits == before.hits));
        CHECK(self->calls >= 4);
        const auto reasons = world.reasons(R"({"n": 9, "step": 4})");
        REQUIRE(reasons.size() == 1);
        CHECK(reasons[0].guard == R"(extern("aligned", n, step))");
        CHECK(reasons[0].because == "DMA");
    }
}

TEST_CASE("a predicate outlives its binding as long as a check calls it") {
    auto self = std::make_shared<Aligned>();
    const std::weak_ptr<Aligned> watched = self;
    std::shared_ptr<const EntryCode> code;
    {
        RuleWorld world(kExternRules);
        Backend npu(world.rules, "npu");
        REQUIRE(npu.bind(aligned(self)));
        const auto required = npu.require("f", R"(extern("aligned", n, 4))");
        REQUIRE(required);
        REQUIRE(world.insert("e").empty());
        code = world.cache.entries()[0]->code;
        self = nullptr;
    }
    CHECK_FALSE(watched.expired());
    code = nullptr;
    Reclaimer::process().collect();
    CHECK(watched.expired());
}

TEST_CASE("predicates that cannot be called are refused where they are named") {
    RuleWorld world(kExternRules);
    Backend npu(world.rules, "npu");
    const auto id = [](const auto& added) {
        return added ? std::string("added") : added.error().diagnostics.front().id;
    };
    CHECK(id(npu.require("f", R"(extern("unknown", n))")) == "unbound-extern");
    const auto self = std::make_shared<Aligned>();
    CHECK(id(npu.bind(
              {.name = "unknown", .operands = 2, .binding = {Aligned::run, self.get()}, .keeps = self})) ==
          "extern-bound");  // the guard above gives it one operand
    CHECK(id(npu.bind({.name = "nothing", .operands = 1, .binding = {}, .keeps = nullptr})) ==
          "extern-bound");
    REQUIRE(npu.bind(aligned(self)));
    CHECK(id(npu.bind(aligned(self))) == "extern-bound");
    CHECK(id(npu.require("f", R"(extern("aligned", n))")) == "extern-operands");
    CHECK(id(npu.require("f", R"(extern(n))")) == "wrong-operands");
    CHECK(id(npu.require("f", R"(extern())")) == "wrong-operands");
    CHECK(id(npu.require("f", R"(extern("aligned", n, m))")) == "unknown-name");
    REQUIRE(world.insert("e").empty());
    CHECK(world.look_up(R"({"n": 1, "step": 1})") == "hit:e");
}

TEST_CASE("predicates may be selected, waived and named in patterns") {
    CHECK(kept("x is 1\nextern(\"p\", x, 4)", "waive extern(\"p\", x, _)") == "x is 1");
    CHECK(kept("x is 1\nextern(\"p\", x, 4)", "waive kind \"extern\"") == "x is 1");
    CHECK(kept("x is 1\nnot extern(\"q\")", "waive text \"*q*\"") == "x is 1");
    CHECK(kept("x is 1\nextern(\"p\", x, 4)", "waive extern(\"q\", x, _)") == "waives-nothing");
}

TEST_CASE("a predicate may call the frame that it guards") {
    struct Inner {
        RuleWorld* world;
        static Truth run(void* self, std::span<const Cell>) noexcept {
            thread_local int depth = 0;
            if (depth > 0) return Truth::yes;
            ++depth;
            const std::string told = static_cast<Inner*>(self)->world->look_up(R"({"n": 5, "step": 1})");
            --depth;
            return truth(told == "hit:e");
        }
    };
    RuleWorld world(kExternRules);
    Backend npu(world.rules, "npu");
    const auto inner = std::make_shared<Inner>(Inner{&world});
    REQUIRE(npu.bind({.name = "inner", .operands = 0, .binding = {Inner::run, inner.get()}, .keeps = inner}));
    REQUIRE(world.insert("e").empty());
    const auto required = npu.require("f", R"(extern("inner"))");
    REQUIRE(required);
    CHECK(world.look_up(R"({"n": 1, "step": 1})") == "hit:e");
}
