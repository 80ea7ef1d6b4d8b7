// Trees behind every prefix that loggers write, or none.
#include <catch2/catch.hpp>

#include "compiler/import/log_line.h"
#include "tests/import/importing.h"

using namespace guardc::compiler;
using namespace guardc::compiler::tests;

namespace {

// The log of one tree, each line behind a prefix.
std::string behind(std::string_view prefix) {
    std::string log;
    for (const std::string_view line : {"GUARDS:", "", "TREE_GUARD_MANAGER:", "+- RootGuardManager",
                                        "| +- EQUALS_MATCH: L['n'] == 5                                      "
                                        "             # x = x + n  # demo.py:19 in f",
                                        "+- LAMBDA_GUARD: 2 <= L['x'].size()[0]  # y  # demo.py:21 in f", "",
                                        "Guard eval latency = 50.46 us"})
        log += std::string(prefix) + std::string(line) + "\n";
    return log;
}

}  // namespace

TEST_CASE("a tree reads the same behind any prefix") {
    for (const std::string_view prefix :
         {"", "V1130 12:32:40.390000 26692 torch/_dynamo/guards.py:4693] [0/0] [__guards] ",
          "[rank0]: V1130 12:32:40.390000 26692 torch/_dynamo/guards.py:4693] [0/0] [__guards] ",
          "[rank3]:V1130 12:32:40.390000 26692 torch/_dynamo/guards.py:4693] [0/0_2] [__guards] ",
          "V1130 12:32:40.390000 26692 torch/_dynamo/guards.py:4693] [!3/0/0] [__guards] ",
          "V1130 12:32:40.390000 26692 torch/_dynamo/guards.py:4693] [!3] [__guards] ",
          "I0722 09:00:00.000 1 site-packages/torch/_dynamo/guards.py:1] [12/7] [__guards] ",
          "2026-11-30T12:00:00Z pod-7 stderr V1130 12:32:40.390000 26692 guards.py:4693] [0/0] [__guards] ",
          "[2024-01-05 10:00:00,123] [0/0] torch._dynamo.guards.__guards: [DEBUG] ", "(worker pid=12) ",
          "    ", "\t"}) {
        INFO(prefix);
        const Imported imported = import_text(behind(prefix));
        CHECK(imported.report.entries == 1);
        CHECK(imported.report.clauses == 2);
        CHECK(imported.report.unread.empty());
        CHECK(guards_of(imported) == Guards{"n is 5", "2 <= x.size(0)"});
    }
}

TEST_CASE("the tag of a user's line is no prefix") {
    const LogLine line = split_log_line(
        "| +- EQUALS_MATCH: L['n'] == 5        # print('[0/0] [__guards] ', n)  # demo.py:19 in f");
    CHECK(line.prefix.empty());
    CHECK(line.artifact.empty());
    CHECK(line.body.starts_with("| +- EQUALS_MATCH"));
    const LogLine tagged =
        split_log_line("V1 1 1 a.py:1] [0/0] [__guards] | +- EQUALS_MATCH: L['[__guards] '] == 5");
    CHECK(tagged.artifact == "guards");
    CHECK(tagged.body == "| +- EQUALS_MATCH: L['[__guards] '] == 5");
}

TEST_CASE("compile ids") {
    const auto id = [](std::string_view prefix) { return compile_id(prefix); };
    CHECK(id("[0/1]").entry == "0/1");
    CHECK(id("[0/1]").number == "0");
    CHECK(id("[12/3_4]").entry == "12/3");
    CHECK(id("[!2/0/1]").entry == "!2/0/1");
    CHECK(id("[!2]").entry == "!2");
    CHECK(id("[rank1]: x] [0/1]").frame != id("[rank2]: x] [0/1]").frame);
    CHECK(id("V1 12:00:00.1 77 a] [0/1]").frame != id("V1 12:00:00.1 78 a] [0/1]").frame);
    CHECK(id("V1 12:00:00.1 77 a] [0/1]").frame == id("V1 13:10:00.9 77 b] [0/2]").frame);
    for (const std::string_view none :
         {"", "[]", "[0]", "[a/b]", "[0/]", "[0/1_]", "[0/1x]", "[!]", "[/1]", "[0/1"})
        CHECK(!id(none).known);
}

TEST_CASE("lines of several ranks and compiles are mixed in a log") {
    const auto line = [](std::string_view rank, std::string_view id, std::string_view body) {
        return "[" + std::string(rank) + "]: V1130 12:32:40.390000 26692 torch/guards.py:4693] [" +
               std::string(id) + "] [__guards] " + std::string(body) + "\n";
    };
    const Imported imported = import_text(
        line("rank0", "0/0", "TREE_GUARD_MANAGER:") + line("rank1", "0/0", "TREE_GUARD_MANAGER:") +
        line("rank0", "0/0", "+- RootGuardManager") + line("rank1", "0/0", "+- RootGuardManager") +
        line("rank1", "0/0", "| +- EQUALS_MATCH: L['n'] == 1") +
        line("rank0", "0/0", "| +- EQUALS_MATCH: L['n'] == 0") + line("rank0", "0/1", "TREE_GUARD_MANAGER:") +
        line("rank0", "0/1", "+- RootGuardManager") + line("rank0", "0/1", "| +- EQUALS_MATCH: L['n'] == 7") +
        line("rank0", "0/0", "| +- EQUALS_MATCH: L['m'] == 0"));
    CHECK(imported.report.frames == 2);
    CHECK(imported.report.entries == 3);
    CHECK(meanings_of_rules(imported.rules) ==
          std::vector<std::set<std::string>>{{"n is 0", "m is 0"}, {"n is 7"}, {"n is 1"}});
}

TEST_CASE("what a program prints between the lines of a tree changes nothing") {
    const Imported imported = import_text(
        "TREE_GUARD_MANAGER:\n+- RootGuardManager\nepoch 1 +- 0.2: loss 3\n| +- EQUALS_MATCH: L['n'] == 5\n\n"
        "warning: something\n| +- EQUALS_MATCH: L['m'] == 6\n");
    CHECK(guards_of(imported) == Guards{"n is 5", "m is 6"});
    CHECK(imported.report.unread.empty());
}
