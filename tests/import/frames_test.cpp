// Which frames and entries a log holds.
#include <catch2/catch.hpp>

#include "tests/import/importing.h"

using namespace guardc::compiler;
using namespace guardc::compiler::tests;

namespace {

std::string tree_of(int n) {
    return tree({"| +- EQUALS_MATCH: L['n'] == " + std::to_string(n)});
}

// "f: a, b" for each frame.
std::vector<std::string> shape_of(const std::string& log) {
    const Imported imported = import_text(log);
    const RulesFile rules = read_rules("imported", imported.rules);
    CHECK(rules.sound());
    std::vector<std::string> shape;
    for (const FrameRules& frame : rules.frames) {
        std::string line = frame.name + ":";
        for (const Entry& entry : frame.entries)
            line += " " + entry.name;
        shape.push_back(line);
    }
    return shape;
}

using Shape = std::vector<std::string>;

}  // namespace

TEST_CASE("trees without a prefix are entries of one frame, in order") {
    CHECK(shape_of(tree_of(1) + "\n" + tree_of(2) + tree_of(3)) == Shape{"frame: 0 1 2"});
}

TEST_CASE("a file line starts a new frame") {
    CHECK(shape_of("# file: a/b.py\n" + tree_of(1) + tree_of(2) + "# file: a/c.py\n" + tree_of(3)) ==
          Shape{"frame: 0 1", "frame_2: 0"});
}

TEST_CASE("a heading tells frame and entry") {
    CHECK(shape_of("# 3 trees\n# --- frame 0/0 attempt 0\n" + tree_of(1) + "# --- frame 1/0 attempt 0\n" +
                   tree_of(2) + "# --- frame 0/1 attempt 1\n" + tree_of(3)) ==
          Shape{"frame_0: 0/0 0/1", "frame_1: 1/0"});
}

TEST_CASE("the log's compile id tells frame and entry") {
    const auto logged = [](std::string_view id, int n) {
        std::string log;
        for (const std::string& line :
             {std::string("TREE_GUARD_MANAGER:"), std::string("+- RootGuardManager"),
              "| +- EQUALS_MATCH: L['n'] == " + std::to_string(n)})
            log += "V1130 12:32:40.390000 26692 torch/_dynamo/guards.py:4693] [" + std::string(id) +
                   "] [__guards] " + line + "\n";
        return log;
    };
    CHECK(shape_of(logged("0/0", 1) + logged("1/0", 2) + logged("0/1", 3)) ==
          Shape{"frame_0: 0/0 0/1", "frame_1: 1/0"});
    // After a reset of the compiler the ids start again: nothing is lost.
    CHECK(shape_of(logged("0/0", 1) + logged("0/0", 2) + logged("0/0_1", 3)) ==
          Shape{"frame_0: 0/0 0/0 #2 0/0 #3"});
    const std::string recompile =
        "V1130 12:32:40.390000 26692 torch/_dynamo/guards.py:5621] [0/1] [__recompiles] Recompiling function "
        "forward in /demo/net.py:17\n";
    const Imported named = import_text(logged("0/0", 1) + recompile + logged("0/1", 2));
    CHECK(named.rules.starts_with("frame forward(n) at \"/demo/net.py\":17 {\n"));
    CHECK(named.report.frames == 1);
    // A recompile alone is no frame.
    CHECK(import_text(recompile).report.frames == 0);
}

TEST_CASE("names of frames are made to fit") {
    const auto function = [](std::string_view name) {
        return "def __guard_0_for_" + std::string(name) + "(L):\n    return (L['n'] == 5)\n\n";
    };
    CHECK(shape_of(function("f") + function("<lambda>") + function("is") + function("f")) ==
          Shape{"f: 0 0 #2", "<lambda>: 0", "is: 0"});
    CHECK(shape_of("# file: a\n" + function("f") + "# file: b\n" + function("f") + "# file: c\n" +
                   function("f_2") + "# file: d\n" + function("f")) ==
          Shape{"f: 0", "f_2: 0", "f_2_2: 0", "f_3: 0"});
}

TEST_CASE("several inputs share no frames") {
    const std::array inputs{ImportInput{"a", tree_of(1)}, ImportInput{"b", tree_of(2)}};
    const auto imported = import_logs(inputs);
    REQUIRE(imported.has_value());
    CHECK(imported->report.frames == 2);
}

TEST_CASE("lines of a tree without its head are in no entry") {
    const Imported imported =
        import_text("| | +- EQUALS_MATCH: L['n'] == 5\n| +- NONE_MATCH: L['m'] is None\n");
    CHECK(imported.report.frames == 0);
    CHECK(imported.report.clauses == 2);
    REQUIRE(imported.report.unread.size() == 2);
    CHECK(imported.report.unread[1].line == 2);
    // With the root's line it is one.
    CHECK(import_text("+- RootGuardManager\n| +- NONE_MATCH: L['m'] is None\n").report.entries == 1);
}

TEST_CASE("what a log has beside its trees is no guard") {
    const Imported imported = import_text(
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards] Python shape guard function:\n"
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards] def ___make_guard_fn(math, torch):\n"
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards]     def guard(L):\n"
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards]         if not (2 <= L['x'].size()[0]):\n"
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards]             return False\n"
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards] GUARDS:\n"
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards] check_overlapping(overlapping=[], "
        "non_overlapping=[L['a'], L['c']])\n"
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards] \n"
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards] TREE_GUARD_MANAGER:\n"
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards] +- RootGuardManager\n"
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards] | +- STORAGE_OVERLAPPING: "
        "check_overlapping(overlapping=[], non_overlapping=[L['a'], L['c']])\n"
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards] +- LAMBDA_GUARD: 2 <= L['x'].size()[0]\n"
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards] Guard eval latency = 3.1 us\n");
    CHECK(imported.report.entries == 1);
    CHECK(imported.report.clauses == 2);
    // What stands above the tree and is not in it counts.
    const Imported above = import_text(
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards] GUARDS:\n"
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards] L['n'] == 5\n"
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards] TREE_GUARD_MANAGER:\n"
        "V1 12:00:00.1 7 torch/guards.py:1] [0/0] [__guards] +- RootGuardManager\n");
    CHECK(above.report.entries == 1);
    CHECK(guards_of(above) == Guards{"n is 5"});
}

TEST_CASE("expressions of an export log are in no frame") {
    const Imported imported = import_text("(((-u0)//3)) + 5 >= 0\nNe((((-u0)//3)) + 5, 0)\nEq(s0, 3)\n");
    CHECK(imported.report.frames == 0);
    CHECK(imported.report.clauses == 0);
    CHECK(imported.rules.empty());
}
