// Structured trace logs.
#include <catch2/catch.hpp>

#include "tests/import/importing.h"

using namespace guardc::compiler;
using namespace guardc::compiler::tests;

namespace {

std::string header(std::string_view json) {
    return "V1130 13:31:37.545000 7479 torch/_dynamo/guards.py:4769] " + std::string(json) + "\n";
}

std::string cpp_guards(int frame, int compile, std::string_view rank = "") {
    return header("{\"dynamo_cpp_guards_str\": {}, " + std::string(rank) + "\"frame_id\": " +
                  std::to_string(frame) + ", \"frame_compile_id\": " + std::to_string(compile) +
                  ", \"attempt\": 0, \"has_payload\": \"6e014fdf05c07bb543d8161e35ef2288\"}");
}

std::string payload(int n) {
    return "\t\n\tTREE_GUARD_MANAGER:\n\t+- RootGuardManager\n\t| +- EQUALS_MATCH: L['n'] == " +
           std::to_string(n) + "   # y  # demo/t1.py:3 in f\n\t\n\tGuard latency = 44.97 us\n";
}

}  // namespace

TEST_CASE("trees lie in the payload of their header, and functions have names") {
    const Imported imported = import_text(
        header("{\"str\": [\"torch/x.py\", 0]}") + header("{\"str\": [\"demo/t1.py\", 1]}") +
        header("{\"dynamo_start\": {\"stack\": [{\"line\": 8, \"name\": \"<module>\", \"filename\": 0}, "
               "{\"line\": 2, "
               "\"name\": \"f\", \"filename\": 1}]}, \"frame_id\": 0, \"frame_compile_id\": 0, \"attempt\": "
               "0}") +
        header("{\"chromium_event\": {}, \"frame_id\": 0, \"frame_compile_id\": 0, \"has_payload\": \"0\"}") +
        "\t{\n\t\"name\": \"| +- EQUALS_MATCH: L['n'] == 9\"\n\t}\n" + cpp_guards(0, 0) + payload(1) +
        cpp_guards(0, 1) + payload(2) + cpp_guards(1, 0) + payload(3));
    CHECK(imported.report.frames == 2);
    CHECK(imported.report.entries == 3);
    CHECK(imported.report.clauses == 3);
    CHECK(imported.report.unread.empty());
    CHECK(imported.rules.starts_with(
        "frame f(n) at \"demo/t1.py\":2 {\n    entry \"0/0\" { n is 1 }  # t1.py:3\n"));
}

TEST_CASE("ranks of one log are apart") {
    const Imported imported = import_text(cpp_guards(0, 0, "\"rank\": 0, ") + payload(1) +
                                          cpp_guards(0, 0, "\"rank\": 1, ") + payload(2));
    CHECK(imported.report.frames == 2);
}

TEST_CASE("old records are lists of expressions") {
    const std::string log =
        header(
            "{\"dynamo_guards\": {}, \"frame_id\": 0, \"frame_compile_id\": 0, \"attempt\": 0, "
            "\"has_payload\": \"0\"}") +
        "\t[\n\t{\n\t\"code\": \"L['n'] == 5\",\n\t\"stack\": null\n\t},\n\t{\"code\": \"L['m'] is "
        "None\"}\n\t]\n";
    const Imported imported = import_text(log);
    CHECK(imported.report.entries == 1);
    CHECK(guards_of(imported) == Guards{"n is 5", "m is None"});
    // A payload that is cut off is listed.
    const Imported cut = import_text(log.substr(0, log.size() - 4));
    CHECK(cut.report.unread.size() == 1);
}

TEST_CASE("broken headers lose no tree") {
    const Imported imported =
        import_text(header("{\"dynamo_cpp_guards_str\": {}, \"frame_id\": ") + payload(1) +
                    header("{\"str\": [1]}") + header("{\"str\": 5}") +
                    header("{\"dynamo_start\": {\"stack\": []}}") + header("{\"dynamo_start\": 7}") +
                    header("{\"dynamo_cpp_guards_str\": [], \"frame_id\": \"a\"}") + payload(2));
    CHECK(imported.report.entries == 2);
    CHECK(imported.report.clauses == 2);
}
