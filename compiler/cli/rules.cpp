#include "compiler/cli/rules.h"

#include "compiler/cli/input.h"
#include "compiler/cli/report.h"
#include "compiler/cli/terminal.h"

namespace guardc::cli {

std::expected<compiler::RulesFile, ExitCode> load_rules(const std::string& path) {
    auto text = read_input(path, grammar::Limits{}.bytes);
    if (!text) {
        print_failure(text.error().message);
        return std::unexpected(ExitCode::usage);
    }
    compiler::RulesFile rules = compiler::read_rules(path, std::move(*text));
    print_diagnostics(*rules.source, rules.diagnostics);
    if (!rules.sound()) return std::unexpected(ExitCode::broken_rules);
    return rules;
}

ExitCode report(const compiler::SessionFailure& failure) {
    if (failure.cause == compiler::SessionFailure::Cause::rules) {
        write(stderr, failure.text);
        return ExitCode::broken_rules;
    }
    print_failure(failure.text);
    return ExitCode::usage;
}

}  // namespace guardc::cli
