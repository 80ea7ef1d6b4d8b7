// The suite format itself.
#include "tests/cli/suite.h"

#include <catch2/catch.hpp>

#include "tests/cli/process.h"

using namespace guardc::tests;

TEST_CASE("expected lines match") {
    struct Row {
        const char* expected;
        const char* actual;
        bool match;
    };
    const Row rows[] = {
        {"", "", true},
        {"a\n", "a\n", true},
        {"a\n", "b\n", false},
        {"a\n", "a\nb\n", false},
        {"a\nb\n", "a\n", false},
        {"a\n", "", false},
        {"", "a\n", false},
        {"LLVM [..]\n", "LLVM 19.1.7\n", true},
        {"LLVM [..]\n", "LLVM\n", false},
        {"[..]: no\n", "a: b: no\n", true},
        {"a[..]b[..]c\n", "a1b2c\n", true},
        {"a[..]b[..]c\n", "a1c\n", false},
        {"a[..]a\n", "a\n", false},
        {"[..]\n", "one\ntwo\n", false},
    };
    for (const Row& row : rows) {
        INFO(row.expected << " against " << row.actual);
        CHECK(matches(row.expected, row.actual) == row.match);
    }
}

TEST_CASE("suites are read and printed back") {
    const std::string text =
        "# about\n\n-- file a.guard\nframe f {\n}\n\n== first\n-- run cat a\n-- stdin\n\\-- not a directive\n"
        "-- stdout\nx\n\ny\n-- exit 3\n\n== second\n-- run true\n-- stderr\nblank line at the end\n\n";
    const auto suite = parse_suite(text);
    REQUIRE(suite.has_value());
    CHECK(suite->files.at(0).text == "frame f {\n}\n");
    CHECK(suite->cases.at(0).runs.at(0).standard_input == "-- not a directive\n");
    CHECK(suite->cases.at(0).runs.at(0).standard_output == "x\n\ny\n");
    CHECK(suite->cases.at(0).runs.at(0).exit_status == 3);
    CHECK(suite->cases.at(1).runs.at(0).standard_error == "blank line at the end\n\n");
    CHECK(print_suite(*suite) == text);

    for (const char* wrong : {"words\n", "-- run x\n", "== a\n-- stdout\n", "== a\n-- run x\n-- exit y\n",
                              "== a\n-- run x\n-- what\n"}) {
        INFO(wrong);
        CHECK_FALSE(parse_suite(wrong).has_value());
    }
}

TEST_CASE("commands are run where and as said") {
    const TemporaryFolder folder;
    const Finished done = run_command("cat; pwd >&2; exit 7", "text", folder.path());
    CHECK(done.standard_output == "text");
    CHECK(done.standard_error == std::filesystem::canonical(folder.path()).string() + "\n");
    CHECK(done.exit_status == 7);
    CHECK(run_command("kill -9 $$", "", folder.path()).exit_status == 128 + 9);
}
