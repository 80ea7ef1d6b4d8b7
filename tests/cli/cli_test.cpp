// Runs the suites beside this file against the built program.
#include <algorithm>
#include <cstdlib>

#include <catch2/catch.hpp>

#include "tests/checkout.h"
#include "tests/cli/process.h"
#include "tests/cli/suite.h"

using namespace guardc::tests;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> suites() {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(source_folder() / "tests/cli"))
        if (entry.path().extension() == ".suite") found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

bool approving() {
    return std::getenv("GUARDC_APPROVE") != nullptr;
}

// What does not match is reported, or with GUARDC_APPROVE becomes what is expected.
void compare(Run& run, const Finished& actual) {
    if (approving()) {
        if (!matches(run.standard_output, actual.standard_output))
            run.standard_output = actual.standard_output;
        if (!matches(run.standard_error, actual.standard_error)) run.standard_error = actual.standard_error;
        run.exit_status = actual.exit_status;
        return;
    }
    INFO("command: " << run.command);
    INFO("standard output:\n" << actual.standard_output);
    INFO("standard error:\n" << actual.standard_error);
    CHECK(run.exit_status == actual.exit_status);
    const bool output_is_as_written = matches(run.standard_output, actual.standard_output);
    const bool error_is_as_written = matches(run.standard_error, actual.standard_error);
    CHECK(output_is_as_written);
    CHECK(error_is_as_written);
}

void run_case(const Suite& suite, Case& c) {
    const TemporaryFolder folder;
    for (const InputFile& file : suite.files)
        write_file(folder.path() / file.name, file.text);
    for (const InputFile& file : c.files)
        write_file(folder.path() / file.name, file.text);
    for (Run& run : c.runs)
        compare(run, run_command(run.command, run.standard_input, folder.path()));
}

}  // namespace

TEST_CASE("command lines do what the suites say") {
    REQUIRE(suites().size() > 1);
    for (const fs::path& path : suites()) {
        const std::string text = read_file(path);
        auto suite = parse_suite(text);
        INFO(path.string());
        REQUIRE(suite.has_value());
        for (Case& c : suite->cases) {
            INFO(path.filename().string() << ": " << c.title);
            REQUIRE_FALSE(c.runs.empty());
            run_case(*suite, c);
        }
        if (approving())
            write_file(path, print_suite(*suite));
        else
            CHECK(print_suite(*suite) == text);
    }
}
