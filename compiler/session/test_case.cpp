#include "compiler/session/test_case.h"

#include <algorithm>
#include <utility>

#include "compiler/json/json_text.h"
#include "compiler/session/session.h"
#include "compiler/session/value_text.h"

namespace guardc::compiler {

namespace {

// What a JSON pointer of the reader leads to: the value of the field it begins with, else the whole test.
grammar::Span place_of(const grammar::File& file, const grammar::TestDecl& test, std::string_view pointer) {
    const auto starts = [&](std::string_view table) { return pointer.starts_with(table); };
    const grammar::ExprId dict = starts("/locals/")    ? test.locals
                                 : starts("/globals/") ? test.globals
                                 : starts("/state/")   ? test.state
                                                       : grammar::kNoExpr;
    if (dict == grammar::kNoExpr) return test.title_span;
    const std::string_view field = pointer.substr(pointer.find('/', 1) + 1);
    const auto parts = file.pool.operands_of(dict);
    for (std::size_t i = 0; i < parts.size(); i += 2)
        if (file.pool.text_of(parts[i]) == field.substr(0, field.find('/')))
            return file.pool[parts[i + 1]].span;
    return file.pool[dict].span;
}

// "`x/$tensor/size/0`: negative"; what is wrong with the whole test has no place to name.
std::string in_words(const FrameError& error) {
    const std::size_t field = error.pointer.find('/', 1);
    if (field == std::string::npos) return error.message;
    return "`" + error.pointer.substr(field + 1) + "`: " + error.message;
}

std::optional<TestCase> read_test(const grammar::File& file, const grammar::TestDecl& test,
                                  grammar::Diagnostics& diagnostics) {
    std::string json = "{";
    if (test.frame) json += "\"frame\":" + json_quoted(*test.frame) + ",";
    bool sound = true;
    const auto add = [&](const char* name, grammar::ExprId dict) {
        const auto fields =
            dict == grammar::kNoExpr ? std::string("{}") : fields_json(file.pool, dict, diagnostics);
        sound = sound && fields.has_value();
        if (fields)
            json +=
                std::string("\"") + name + "\":" + *fields + (std::string_view(name) == "state" ? "}" : ",");
    };
    add("locals", test.locals);
    add("globals", test.globals);
    add("state", test.state);
    if (!sound) return std::nullopt;
    auto document = read_frame(json);
    if (!document) {
        diagnostics.push_back({grammar::Severity::error,
                               "bad-value",
                               in_words(document.error()),
                               place_of(file, test, document.error().pointer),
                               {}});
        return std::nullopt;
    }
    TestCase read{test.title, std::move(*document), std::nullopt, test.because, test.title_span};
    if (test.expect == grammar::TestDecl::Expect::entry) read.expected_entry = test.expected_entry;
    return read;
}

bool mentions(const ReasonText& reason, std::string_view text) {
    const auto parts = {&reason.guard, &reason.expected, &reason.actual, &reason.owner, &reason.because};
    return std::ranges::any_of(
        parts, [&](const std::string* part) { return part->find(text) != std::string::npos; });
}

}  // namespace

std::vector<TestCase> read_tests(const grammar::File& file, grammar::Diagnostics& diagnostics) {
    std::vector<TestCase> tests;
    for (const grammar::TestDecl& test : file.tests)
        if (auto read = read_test(file, test, diagnostics)) tests.push_back(std::move(*read));
    return tests;
}

TestVerdict judge_test(const TestCase& test, const Answer& answer) {
    TestVerdict verdict;
    const bool missed = answer.outcome == OutcomeKind::eager;
    verdict.actual = answer.entry ? "\"" + *answer.entry + "\"" : missed ? "a miss" : answer.message;
    if (test.expected_entry) {
        verdict.expected = "\"" + *test.expected_entry + "\"";
        verdict.passed = answer.entry == test.expected_entry;
        return verdict;
    }
    verdict.expected = test.because ? "a miss because of `" + *test.because + "`" : "a miss";
    const bool explained =
        !test.because || std::ranges::any_of(answer.reasons, [&](const ReasonText& reason) {
            return mentions(reason, *test.because);
        });
    verdict.passed = missed && explained;
    if (missed && !explained) verdict.actual = "a miss for other reasons";
    return verdict;
}

}  // namespace guardc::compiler
