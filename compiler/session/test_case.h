// The `test` blocks of a file: frames written beside the rules, and what must become of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/json/frame_json.h"
#include "grammar/ast.h"
#include "grammar/diagnostic.h"

namespace guardc::compiler {

struct Answer;

struct TestCase {
    std::string title;
    FrameDocument document;
    std::optional<std::string> expected_entry;  // nothing: a miss
    std::optional<std::string> because;         // of a miss: text that a reason must hold
    grammar::Span span;                         // of the title
};

// In the order of the file; tests with a mistake are left out. Values are read as frame files are.
std::vector<TestCase> read_tests(const grammar::File& file, grammar::Diagnostics& diagnostics);

struct TestVerdict {
    bool passed = false;
    std::string expected;  // in words
    std::string actual;
};
TestVerdict judge_test(const TestCase& test, const Answer& answer);

}  // namespace guardc::compiler
