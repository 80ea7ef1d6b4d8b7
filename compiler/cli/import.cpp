// guardc import: logs of TorchDynamo guards to rules.
#include "compiler/import/import.h"

#include <cerrno>
#include <cstring>
#include <expected>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "compiler/cli/commands.h"
#include "compiler/cli/input.h"
#include "compiler/cli/report.h"
#include "compiler/cli/terminal.h"

namespace guardc::cli {

namespace {

// Of one log; addresses within a log are 32 bits.
constexpr std::size_t kLogBytes = std::size_t{1} << 31;
constexpr std::size_t kFrameBytes = std::size_t{64} << 20;
constexpr std::size_t kListed = 20;  // lines of one kind that a person is told; --json tells all

struct ImportOptions {
    std::vector<std::string> files;
    std::string out;
    std::string frame;
    bool strict = false;
    bool json = false;
};

// Counts megabytes, so that a long import shows that it lives.
class Megabytes {
  public:
    Megabytes() : progress_("MB") {}
    void reach(std::size_t bytes) {
        for (; told_ + kMegabyte <= bytes; told_ += kMegabyte)
            progress_.advance();
    }

  private:
    static constexpr std::size_t kMegabyte = std::size_t{1} << 20;
    Progress progress_;
    std::size_t told_ = 0;
};

void print_lines(const std::vector<compiler::ImportLine>& lines, std::string_view what) {
    std::size_t told = 0;
    for (const compiler::ImportLine& line : lines) {
        if (told++ == kListed) {
            write(stderr, fmt::format("{} more {}; `--json` lists all\n", lines.size() - kListed, what));
            return;
        }
        write(stderr, one_line(fmt::format("{}:{}: {}: {}{}", line.input, line.line, what, line.text,
                                           line.why.empty() ? "" : " (" + line.why + ")")) +
                          "\n");
    }
}

void print_report(const compiler::ImportReport& report) {
    print_lines(report.unread, "not read");
    print_lines(report.open, "left open");
    print_lines(report.assumed, "assumed");
    write(stderr, fmt::format("{}, {}, {}: {} typed, {} opaque, {} of the dispatcher, {} unread\n",
                              counted(report.frames, "frame"), counted(report.entries, "entry", "entries"),
                              counted(report.clauses, "clause"), report.typed, report.opaque, report.facts,
                              report.unread.size()));
}

// The error is what failed.
std::expected<void, std::string> write_rules(const std::string& path, const std::string& rules) {
    std::FILE* stream = std::fopen(path.c_str(), "wbe");
    bool written = stream != nullptr && std::fwrite(rules.data(), 1, rules.size(), stream) == rules.size();
    int problem = errno;
    if (stream != nullptr && std::fclose(stream) != 0 && written) {
        written = false;
        problem = errno;
    }
    if (written) return {};
    return std::unexpected(path + ": " + std::strerror(problem));
}

ExitCode import(const ImportOptions& options) {
    std::vector<compiler::ImportInput> inputs;
    for (const std::string& path : options.files) {
        auto text = read_input(path, kLogBytes);
        if (!text || text->size() > kLogBytes) {
            print_failure(text ? path + ": a log of more than 2 GiB is not read" : text.error().message);
            return ExitCode::usage;
        }
        inputs.push_back({path, std::move(*text)});
    }
    compiler::ImportOptions how;
    how.strict = options.strict;
    std::string json;
    std::optional<compiler::FrameDocument> frame;
    if (!options.frame.empty()) {
        auto text = read_input(options.frame, kFrameBytes);
        if (!text) {
            print_failure(text.error().message);
            return ExitCode::usage;
        }
        json = std::move(*text);
        auto read = compiler::read_frame(json);
        if (!read) {
            print_failure(options.frame + ": " + compiler::error_text(read.error()));
            return ExitCode::usage;
        }
        frame = std::move(*read);
        how.frame = &*frame;
        how.frame_json = json;
    }
    std::optional<Megabytes> megabytes(std::in_place);
    how.progress = [&](std::size_t bytes) { megabytes->reach(bytes); };
    auto imported = compiler::import_logs(inputs, how);
    megabytes.reset();
    if (!imported) {
        print_failure(options.frame + ": " + imported.error());
        return ExitCode::usage;
    }
    const bool rules_on_stdout = options.out.empty() || options.out == "-";
    if (rules_on_stdout) {
        write(stdout, imported->rules);
        std::fflush(stdout);  // the report belongs behind them
    } else if (auto written = write_rules(options.out, imported->rules); !written) {
        print_failure(written.error());
        return ExitCode::usage;
    }
    const compiler::ImportReport& report = imported->report;
    if (options.json)
        write(rules_on_stdout ? stderr : stdout, compiler::report_json(report) + "\n");
    else
        print_report(report);
    return options.strict && (!report.unread.empty() || report.unread_implied > 0) ? ExitCode::rejected
                                                                                   : ExitCode::done;
}

Action add_import(CLI::App& app) {
    const auto options = std::make_shared<ImportOptions>();
    app.add_option("FILE", options->files, "logs of guards: trees, flat functions, trace logs")->required();
    app.add_option("-o,--out", options->out, "file for the rules; without it the standard output");
    app.add_option("--frame", options->frame,
                   "a frame that the entry is known to accept: what the log leaves out is taken from it");
    app.add_flag("--strict", options->strict,
                 "assume nothing, and end with status 1 when a clause could not be read");
    app.add_flag("--json", options->json,
                 "the report as JSON: on the standard output with -o, else on the standard error");
    return [options] { return import(*options); };
}

}  // namespace

const Command kImport{
    "import", "logs of TorchDynamo guards to rules",
    "  TORCH_LOGS=guards python model.py 2> guards.log\n"
    "  guardc import guards.log -o model.guard       what was not read or assumed is listed\n"
    "  guardc import --strict --json guards.log -o model.guard > report.json\n"
    "  guardc import guards.log --frame first.json   what the log leaves out, from the frame that was "
    "compiled\n"
    "  zcat guards.log.gz | guardc import - | guardc check -",
    add_import};

}  // namespace guardc::cli
