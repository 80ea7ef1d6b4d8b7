// guardc test: the `test` blocks of files.
#include <CLI/App.hpp>
#include <fmt/format.h>

#include "compiler/cli/answer.h"
#include "compiler/cli/commands.h"
#include "compiler/cli/report.h"
#include "compiler/cli/rules.h"
#include "compiler/cli/terminal.h"
#include "compiler/json/json_text.h"

namespace guardc::cli {

namespace {

using compiler::json_quoted;

struct TestOptions {
    std::vector<std::string> files;
    std::string pattern;
    std::string engine = "reference";
    bool json = false;
};

struct Counts {
    std::size_t run = 0;
    std::size_t failed = 0;
};

// `*` stands for any text; what is written may stand anywhere in the title.
bool selected(std::string_view title, std::string_view pattern) {
    while (!pattern.empty()) {
        const std::string_view part = pattern.substr(0, pattern.find('*'));
        const std::size_t found = title.find(part);
        if (found == std::string_view::npos) return false;
        title.remove_prefix(found + part.size());
        pattern.remove_prefix(std::min(part.size() + 1, pattern.size()));
    }
    return true;
}

void print(const compiler::RulesFile& rules, const compiler::TestCase& test,
           const compiler::TestVerdict& verdict, const compiler::Answer& answer, bool json) {
    const std::uint32_t line = rules.source->position(test.span.begin).line;
    if (json) {
        write(stdout,
              fmt::format(
                  R"({{"file":{},"line":{},"test":{},"passed":{},"expected":{},"actual":{},"reasons":{}}})"
                  "\n",
                  json_quoted(rules.source->name()), line, json_quoted(test.title), verdict.passed,
                  json_quoted(verdict.expected), json_quoted(verdict.actual), reasons_json(answer.reasons)));
        return;
    }
    const grammar::Colour colour = colour_of(stdout);
    if (verdict.passed) {
        write(stdout, fmt::format("{}  {}\n", painted(Ink::good, "ok  ", colour), one_line(test.title)));
        return;
    }
    write(stdout, fmt::format("{}  {}  ({}:{})\n    expected {}, got {}\n", painted(Ink::bad, "FAIL", colour),
                              one_line(test.title), rules.source->name(), line, one_line(verdict.expected),
                              one_line(verdict.actual)));
    for (const ReasonText& reason : answer.reasons)
        if (!test.expected_entry || reason.entry == *test.expected_entry)
            write(stdout, reason_text(reason, colour));
}

ExitCode test_file(const std::string& path, const TestOptions& options, Counts& counts) {
    const auto rules = load_rules(path);
    if (!rules) return rules.error();
    auto session = compiler::Session::open(*rules, {.engine = *compiler::parse_engine(options.engine)});
    if (!session) return report(session.error());
    ExitCode result = ExitCode::done;
    for (const compiler::TestCase& test : rules->tests) {
        if (!selected(test.title, options.pattern)) continue;
        auto answer = (*session)->dispatch(test.document);
        if (!answer) answer = compiler::Answer{.outcome = OutcomeKind::error, .message = answer.error()};
        const compiler::TestVerdict verdict = judge_test(test, *answer);
        // Where another entry took the frame, the reasons are those of the entry that should have.
        if (!verdict.passed && answer->entry)
            if (auto entries = (*session)->explain(test.document))
                for (compiler::EntryReasons& entry : *entries)
                    if (entry.entry == test.expected_entry) answer->reasons = std::move(entry.reasons);
        print(*rules, test, verdict, *answer, options.json);
        ++counts.run;
        if (verdict.passed) continue;
        ++counts.failed;
        result = ExitCode::rejected;
    }
    return result;
}

ExitCode test(const TestOptions& options) {
    ExitCode result = ExitCode::done;
    Counts counts;
    for (const std::string& path : options.files)
        result = worse(result, test_file(path, options, counts));
    if (counts.run == 0 && !options.pattern.empty() && result == ExitCode::done) {
        print_failure(fmt::format("test: no title matches `{}`", options.pattern));
        return ExitCode::usage;
    }
    write(stdout, options.json ? fmt::format("{{\"summary\":{{\"tests\":{},\"failed\":{}}}}}\n", counts.run,
                                             counts.failed)
                               : fmt::format("{}, {} failed\n", counted(counts.run, "test"), counts.failed));
    return result;
}

Action add_test(CLI::App& app) {
    const auto options = std::make_shared<TestOptions>();
    app.add_option("FILE", options->files, "files of rules")->required();
    app.add_option("--run", options->pattern, "only tests whose title holds this; `*` stands for any text");
    app.add_option("--engine", options->engine, "reference (the default), table, native or dispatch")
        ->check(CLI::IsMember(
            std::vector<std::string>(compiler::kEngineNames.begin(), compiler::kEngineNames.end())));
    app.add_flag("--json", options->json, "one line of JSON a test, then a summary");
    return [options] { return test(*options); };
}

}  // namespace

const Command kTest{"test", "run the `test` blocks of rules",
                    "  guardc test rules/*.guard\n"
                    "  guardc test --run \"a batch*dynamic\" --engine native decode.guard",
                    add_test};

}  // namespace guardc::cli
