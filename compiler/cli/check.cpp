// guardc check: every mistake of the files named.
#include <CLI/App.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "compiler/cli/commands.h"
#include "compiler/cli/input.h"
#include "compiler/cli/report.h"
#include "compiler/cli/terminal.h"
#include "compiler/session/rules_file.h"

namespace guardc::cli {

namespace {

struct CheckOptions {
    std::vector<std::string> files;
    bool json = false;
};

std::string summary_of(const std::vector<compiler::FrameRules>& frames) {
    std::size_t entries = 0, guards = 0;
    for (const compiler::FrameRules& frame : frames) {
        entries += frame.entries.size();
        guards += frame.user_guards.size();
        for (const compiler::Entry& entry : frame.entries)
            guards += entry.guards.size();
    }
    return fmt::format("{}, {}, {}", counted(frames.size(), "frame"), counted(entries, "entry", "entries"),
                       counted(guards, "guard"));
}

ExitCode check_one(const std::string& path, const CheckOptions& options, Tally& total) {
    auto text = read_input(path, grammar::Limits{}.bytes);
    if (!text) {
        print_failure(text.error().message);
        return ExitCode::usage;
    }
    const compiler::RulesFile rules = compiler::read_rules(path, std::move(*text));
    const Tally tally = count(rules.diagnostics);
    total.errors += tally.errors;
    total.warnings += tally.warnings;
    if (options.json) {
        print_diagnostics_json(*rules.source, rules.diagnostics);
    } else {
        print_diagnostics(*rules.source, rules.diagnostics);
        const bool spotless = rules.diagnostics.empty();
        write(stdout,
              fmt::format("{}: {}\n", path, spotless ? "ok: " + summary_of(rules.frames) : in_words(tally)));
    }
    return tally.errors == 0 ? ExitCode::done : ExitCode::broken_rules;
}

ExitCode check(const CheckOptions& options) {
    ExitCode result = ExitCode::done;
    Tally total;
    for (const std::string& path : options.files)
        result = worse(result, check_one(path, options, total));
    if (options.json) {
        const nlohmann::ordered_json summary{
            {"summary",
             {{"files", options.files.size()}, {"errors", total.errors}, {"warnings", total.warnings}}}};
        write(stdout, summary.dump() + "\n");
    }
    return result;
}

Action add_check(CLI::App& app) {
    const auto options = std::make_shared<CheckOptions>();
    app.add_option("FILE", options->files, "files of rules")->required();
    app.add_flag("--json", options->json, "one line of JSON a mistake, then a summary");
    return [options] { return check(*options); };
}

}  // namespace

const Command kCheck{"check", "parse and type rules; all mistakes at once",
                     "  guardc check decode.guard          mistakes with carets and hints\n"
                     "  guardc check --json rules/*.guard  for an editor or a CI job\n"
                     "  cat decode.guard | guardc check -  from the standard input",
                     add_check};

}  // namespace guardc::cli
