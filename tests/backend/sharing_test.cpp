// Copies of checked rules in several rule compilers at once.
#include <atomic>
#include <thread>

#include <catch2/catch.hpp>

#include "compiler/session/rules_file.h"
#include "compiler/terms/print_term.h"
#include "runtime/value/builtin_model.h"
#include "tests/backend/rule_world.h"

using namespace guardc;
using namespace guardc::compiler;

TEST_CASE("a copy of a pool has the same terms under the same ids, and grows by itself") {
    RulesFile file = read_rules("test.guard",
                                "frame f(x, n) {\nentry \"e\" {\nx is tensor(float16, cuda:0, size=[8, n])\n"
                                "hasattr(n, \"a\") or n.a[\"k\"] is (1, 2.5, \"s\")\nn in 1..9\n}\n}\n");
    REQUIRE(file.sound());
    const FrameRules& rules = file.frames[0];
    const auto copy = TermPool::copy_of(*rules.terms);
    REQUIRE(copy->size() == rules.terms->size());
    for (TermId id = 0; id < copy->size(); ++id)
        CHECK(print_term(*copy, id, rules.shape) == print_term(*rules.terms, id, rules.shape));
    const std::size_t before = rules.terms->size();
    const TermId last = static_cast<TermId>(before - 1);
    CHECK(copy->make(TermOp::truthy, std::span(&last, 1)) == before);
    CHECK(rules.terms->size() == before);
}

TEST_CASE("rule compilers made of one set of rules do not disturb each other") {
    RulesFile file =
        read_rules("test.guard", "frame f(n) {\nentry \"e\" backend \"npu\" {\nn in 1..9\n}\n}\n");
    REQUIRE(file.sound());
    std::vector<std::shared_ptr<FrameRuleCompiler>> compilers;
    for (int i = 0; i < 4; ++i)
        compilers.push_back(
            *FrameRuleCompiler::create({file.frames[0]}, builtin_model(), {.native = NativeMode::never}));
    std::atomic<int> added{0};
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 200; ++i) {
                // Every text makes terms and constants that no other has.
                const auto rule = Backend(compilers[t], "npu")
                                      .require("f", "n != " + std::to_string(1000 * static_cast<int>(t) + i));
                added += rule ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    CHECK(added == 800);
}
