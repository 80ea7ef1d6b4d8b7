// Suites of command lines as plain text: README.md beside this file has the format.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace guardc::tests {

struct InputFile {
    std::string name;
    std::string text;
};

// One command line and what it must do.
struct Run {
    std::string command;
    std::string standard_input;
    std::string standard_output;
    std::string standard_error;
    int exit_status = 0;
};

struct Case {
    std::string title;
    std::vector<InputFile> files;
    std::vector<Run> runs;
};

struct Suite {
    std::string preamble;  // comment lines before anything else
    std::vector<InputFile> files;
    std::vector<Case> cases;
};

// Or what is wrong, with the line.
std::expected<Suite, std::string> parse_suite(std::string_view text);
std::string print_suite(const Suite& suite);

// Line by line; `[..]` in an expected line stands for any text.
bool matches(std::string_view expected, std::string_view actual);

}  // namespace guardc::tests
