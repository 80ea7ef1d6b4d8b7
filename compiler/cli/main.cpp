// The guardc program: reads the command line, runs one command, says what went wrong with either.
#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "compiler/cli/command.h"
#include "compiler/cli/report.h"
#include "compiler/cli/terminal.h"
#include "compiler/cli/version.h"
#include "grammar/closest.h"

namespace guardc::cli {

namespace {

constexpr const char* kFooter =
    "`guardc COMMAND --help` shows a command's options and examples. `-` is the standard input.\n"
    "Exit status: 0 done or accepted, 1 rejected or findings, 2 usage, malformed frames or input and "
    "output,\n"
    "3 rules that do not compile, 4 undecided.";

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
    const std::string_view nearest = grammar::closest(word, candidates);
    return nearest.empty() ? std::string() : fmt::format("; did you mean `{}`?", nearest);
}

bool is_command(std::string_view word) {
    return std::ranges::any_of(all_commands(), [&](const Command& command) { return command.name == word; });
}

ExitCode unknown_command(std::string_view word) {
    std::vector<std::string_view> names{"help"};
    for (const Command& command : all_commands())
        names.emplace_back(command.name);
    print_failure(fmt::format("no command `{}`{}", word, did_you_mean(word, names)));
    return ExitCode::usage;
}

// CLI11 names the arguments that nobody wanted; the likeliest slip is the name of an option.
std::string with_suggestion(const CLI::App& app, const CLI::ParseError& error) {
    const auto chosen = app.get_subcommands();
    if (chosen.empty()) return error.what();
    std::vector<std::string> options;
    for (const CLI::Option* option : chosen.front()->get_options()) {
        for (const std::string& name : option->get_lnames())
            options.push_back("--" + name);
        for (const std::string& name : option->get_snames())
            options.push_back("-" + name);
    }
    const std::vector<std::string_view> candidates(options.begin(), options.end());
    for (const std::string& argument : app.remaining(true)) {
        if (!argument.starts_with('-')) continue;
        const std::string_view word = std::string_view(argument).substr(0, argument.find('='));
        return fmt::format("{}: no option `{}`{}", chosen.front()->get_name(), word,
                           did_you_mean(word, candidates));
    }
    return fmt::format("{}: {}", chosen.front()->get_name(), error.what());
}

// `guardc help run` is `guardc run --help`.
std::vector<std::string> without_help_command(std::vector<std::string> arguments) {
    if (arguments.front() != "help") return arguments;
    arguments.erase(arguments.begin());
    arguments.insert(arguments.begin() + (arguments.empty() ? 0 : 1), "--help");
    return arguments;
}

ExitCode run_program(std::vector<std::string> arguments) {
    CLI::App app("Compiles the guards under which specialised code may be reused.", "guardc");
    app.footer(kFooter);
    app.set_version_flag("--version", version_text(), "versions of guardc and its libraries");
    app.require_subcommand(1);
    std::vector<Action> actions;
    for (const Command& command : all_commands()) {
        CLI::App* sub = app.add_subcommand(command.name, command.summary);
        sub->footer(fmt::format("Examples:\n{}", command.examples));
        actions.push_back(command.add(*sub));
    }
    if (arguments.empty()) {
        write(stderr, app.help());
        return ExitCode::usage;
    }
    arguments = without_help_command(std::move(arguments));
    if (!arguments.front().starts_with('-') && !is_command(arguments.front()))
        return unknown_command(arguments.front());
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::CallForHelp&) {
        write(stdout, app.help());
        return ExitCode::done;
    } catch (const CLI::CallForVersion&) {
        write(stdout, version_text());
        return ExitCode::done;
    } catch (const CLI::ParseError& error) {
        print_failure(with_suggestion(app, error));
        return ExitCode::usage;
    }
    for (std::size_t i = 0; i < actions.size(); ++i)
        if (app.got_subcommand(all_commands()[i].name)) return actions[i]();
    return ExitCode::usage;
}

}  // namespace

}  // namespace guardc::cli

int main(int argc, char** argv) {
    using namespace guardc::cli;
    try {
        const ExitCode code = run_program(std::vector<std::string>(argv + 1, argv + argc));
        return static_cast<int>(finish_output() ? code : worse(code, ExitCode::usage));
    } catch (const std::exception& error) {
        print_failure(error.what());
        return static_cast<int>(ExitCode::usage);
    }
}
