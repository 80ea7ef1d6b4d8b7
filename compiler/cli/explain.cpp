// guardc explain: what stands between a frame and each entry.
#include <algorithm>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "compiler/cli/answer.h"
#include "compiler/cli/commands.h"
#include "compiler/cli/input.h"
#include "compiler/cli/report.h"
#include "compiler/cli/rules.h"
#include "compiler/cli/terminal.h"
#include "compiler/json/json_text.h"

namespace guardc::cli {

namespace {

struct ExplainOptions {
    std::string rules, frame;
    bool json = false;
};

void print(const compiler::EntryReasons& entry, bool json, grammar::Colour colour) {
    const bool accepts = entry.reasons.empty();
    if (json) {
        write(stdout, fmt::format("{{\"entry\":{},\"accepts\":{},\"reasons\":{}}}\n",
                                  compiler::json_quoted(entry.entry), accepts, reasons_json(entry.reasons)));
        return;
    }
    write(stdout, fmt::format("entry \"{}\" {}\n", one_line(entry.entry),
                              accepts ? painted(Ink::good, "accepts", colour)
                                      : painted(Ink::bad, "does not accept:", colour)));
    for (const ReasonText& reason : entry.reasons)
        write(stdout, reason_text(reason, colour));
}

ExitCode explain(const ExplainOptions& options) {
    const auto rules = load_rules(options.rules);
    if (!rules) return rules.error();
    auto session = compiler::Session::open(*rules, {.engine = compiler::Engine::table});
    if (!session) return report(session.error());
    const auto text = read_input(options.frame, compiler::FrameLimits{}.bytes);
    if (!text) {
        print_failure(text.error().message);
        return ExitCode::usage;
    }
    const auto document = compiler::read_frame(*text);
    if (!document) {
        print_failure(options.frame + ": " + compiler::error_text(document.error()));
        return ExitCode::usage;
    }
    const auto entries = (*session)->explain(*document);
    if (!entries) {
        print_failure(options.frame + ": " + entries.error());
        return ExitCode::usage;
    }
    for (const compiler::EntryReasons& entry : *entries)
        print(entry, options.json, colour_of(stdout));
    const bool accepted = std::ranges::any_of(
        *entries, [](const compiler::EntryReasons& entry) { return entry.reasons.empty(); });
    return accepted ? ExitCode::done : ExitCode::rejected;
}

Action add_explain(CLI::App& app) {
    const auto options = std::make_shared<ExplainOptions>();
    app.add_option("RULES", options->rules, "file of rules")->required();
    app.add_option("FRAME", options->frame, "one frame (JSON)")->required();
    app.add_flag("--json", options->json, "one line of JSON an entry");
    return [options] { return explain(*options); };
}

}  // namespace

const Command kExplain{"explain", "every guard that a frame fails, of each entry",
                       "  guardc explain decode.guard frame.json\n"
                       "  sed -n 3p frames.jsonl | guardc explain decode.guard -",
                       add_explain};

}  // namespace guardc::cli
