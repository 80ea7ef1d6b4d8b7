// guardc fmt: the canonical form of rules.
#include <CLI/App.hpp>
#include <fmt/format.h>

#include "compiler/cli/commands.h"
#include "compiler/cli/input.h"
#include "compiler/cli/report.h"
#include "compiler/cli/terminal.h"
#include "compiler/cli/unified_diff.h"
#include "grammar/parse.h"
#include "grammar/print.h"

namespace guardc::cli {

namespace {

struct FormatOptions {
    std::vector<std::string> files;
    bool diff = false;
    bool list = false;
    bool rewrite = false;
};

ExitCode format_one(const std::string& path, const FormatOptions& options) {
    auto text = read_input(path, grammar::Limits{}.bytes);
    if (!text) {
        print_failure(text.error().message);
        return ExitCode::usage;
    }
    const grammar::Source source(path, std::move(*text));
    const grammar::ParsedFile parsed = grammar::parse_file(source);
    print_diagnostics(source, parsed.diagnostics);
    if (has_errors(parsed.diagnostics)) return ExitCode::broken_rules;

    const std::string formatted = format_file(source, parsed.file);
    const bool differs = formatted != source.text();
    if (!options.diff && !options.list && !options.rewrite) {
        write(stdout, formatted);
        return ExitCode::done;
    }
    if (options.list && differs) write(stdout, path + "\n");
    if (options.diff && differs)
        write(stdout, unified_diff(path, path + " (formatted)", source.text(), formatted));
    if (options.rewrite && differs) {
        if (const auto failure = replace_file(path, formatted)) {
            print_failure(failure->message);
            return ExitCode::usage;
        }
    }
    return differs && (options.list || options.diff) ? ExitCode::rejected : ExitCode::done;
}

ExitCode format(const FormatOptions& options) {
    if (options.rewrite && std::ranges::find(options.files, "-") != options.files.end()) {
        print_failure("fmt: -w cannot write back to the standard input");
        return ExitCode::usage;
    }
    ExitCode result = ExitCode::done;
    for (const std::string& path : options.files)
        result = worse(result, format_one(path, options));
    return result;
}

Action add_format(CLI::App& app) {
    const auto options = std::make_shared<FormatOptions>();
    app.add_option("FILE", options->files, "files of rules")->required();
    app.add_flag("-d,--diff", options->diff, "print what would change");
    app.add_flag("-l,--list", options->list, "name the files that would change");
    app.add_flag("-w,--write", options->rewrite, "change the files");
    return [options] { return format(*options); };
}

}  // namespace

const Command kFormat{
    "fmt", "the canonical form of rules, comments kept",
    "  guardc fmt decode.guard      print it\n"
    "  guardc fmt -d decode.guard   print what would change; exit status 1 when something would\n"
    "  guardc fmt -w rules/*.guard  rewrite the files\n"
    "  guardc fmt - < decode.guard  as a filter of an editor",
    add_format};

}  // namespace guardc::cli
