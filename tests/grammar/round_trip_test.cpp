// parse(print(parse(t))) is parse(t): for random trees of every kind of node, and for random files.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "grammar/dump.h"
#include "grammar/parse.h"
#include "grammar/print.h"
#include "reading.h"
#include "tests/grammar/random_programs.h"
#include "tests/grammar/random_trees.h"
#include "tests/sanitized.h"

using namespace guardc::grammar;

namespace {

// Trees and files together are a hundred thousand programs; a sanitizer makes each of them ten times slower.
constexpr std::uint32_t kTrees = guardc::tests::kSanitized ? 4'000 : 40'000;
constexpr std::uint32_t kFiles = guardc::tests::kSanitized ? 6'000 : 60'000;

}  // namespace

TEST_CASE("printed trees read back as they were") {
    std::size_t nodes = 0;
    for (std::uint32_t seed = 1; seed <= kTrees; ++seed) {
        TreeMaker maker(seed);
        const ExprId root = maker.make(1 + static_cast<int>(seed % 6));
        nodes += maker.pool().exprs.size();
        const std::string text = guard_statement(print_expression(maker.pool(), root));
        INFO("seed " << seed << ": " << text);
        const Source source("printed", text);
        const ParsedGuard parsed = parse_guard(source);
        REQUIRE(parsed.diagnostics.empty());
        REQUIRE(dump_expression(parsed.pool, parsed.guard.expression) == dump_expression(maker.pool(), root));
        REQUIRE(guard_statement(print_expression(parsed.pool, parsed.guard.expression)) == text);
        // Operands lie before what holds them, and every node of the pool is used.
        std::vector<bool> used(parsed.pool.exprs.size());
        used[parsed.guard.expression] = true;
        for (ExprId id = 0; id < parsed.pool.exprs.size(); ++id)
            for (const ExprId operand : parsed.pool.operands_of(id)) {
                REQUIRE(operand < id);
                used[operand] = true;
            }
        REQUIRE(std::ranges::find(used, false) == used.end());
    }
    std::cout << kTrees << " random trees of " << nodes << " nodes\n";
    CHECK(nodes > std::size_t{10} * kTrees);
}

TEST_CASE("printed files read back as they were") {
    std::size_t lines = 0;
    for (std::uint32_t seed = 1; seed <= kFiles; ++seed) {
        const std::string text = ProgramMaker(seed).make();
        INFO("seed " << seed << ":\n" << text);
        REQUIRE(mistakes(text) == "");
        const std::string canonical = formatted(text);
        INFO("canonical:\n" << canonical);
        REQUIRE(tree(canonical) == tree(text));
        REQUIRE(formatted(canonical) == canonical);
        lines += static_cast<std::size_t>(std::ranges::count(canonical, '\n'));
    }
    std::cout << kFiles << " random files of " << lines << " lines\n";
    CHECK(lines > std::size_t{5} * kFiles);
}

TEST_CASE("a guard that is spelt as a line of the peer's stands in brackets") {
    for (const std::string name : {"EQUALS_MATCH", "NO_TENSOR_ALIASING", "GuardManager", "TREE_GUARD_MANAGER",
                                   "KeyValueManager", "KeyValueManager.a == 1"}) {
        const std::string text = "frame f {\n    entry \"e\" {\n        (" + name + ")\n    }\n}\n";
        INFO(text);
        CHECK(mistakes(text) == "");
        CHECK(formatted(text) == text);
        CHECK(tree(text).find("guard") != std::string::npos);
    }
    CHECK(guard_statement("EQUALS_MATCH.a") == "EQUALS_MATCH.a");
    CHECK(guard_statement("x") == "x");
}
