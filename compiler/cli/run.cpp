// guardc run: frames dispatched over the entries of a file.
#include <array>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "compiler/cli/answer.h"
#include "compiler/cli/audit_report.h"
#include "compiler/cli/commands.h"
#include "compiler/cli/input.h"
#include "compiler/cli/report.h"
#include "compiler/cli/rules.h"
#include "compiler/cli/terminal.h"
#include "compiler/json/report_json.h"

namespace guardc::cli {

namespace {

constexpr std::array<std::pair<std::string_view, AtLimit>, 4> kAtLimit{{{"run_only", AtLimit::run_only},
                                                                        {"skip", AtLimit::skip},
                                                                        {"evict", AtLimit::evict},
                                                                        {"refuse", AtLimit::refuse}}};

struct RunOptions {
    std::string rules, frames;
    std::string engine = "dispatch";
    std::optional<std::uint32_t> limit;
    std::optional<std::string> at_limit;
    bool cold = false;
    bool json = false;
    bool counters = false;
    std::optional<double> audit;

    compiler::SessionOptions session() const {
        compiler::SessionOptions chosen{
            .engine = *compiler::parse_engine(engine), .cold = cold, .limit = limit, .audit = audit};
        for (const auto& [name, policy] : kAtLimit)
            if (at_limit == name) chosen.at_limit = policy;
        return chosen;
    }
};

class Summary {
  public:
    void add(const compiler::Answer& answer) { ++counts_[static_cast<unsigned>(answer.outcome)]; }

    bool all_served() const { return count(OutcomeKind::hit) + count(OutcomeKind::compile) == frames(); }
    // `more` are further fields.
    std::string json(const std::string& more) const {
        std::string line = fmt::format(R"({{"summary":{{"frames":{})", frames());
        for (const OutcomeKind kind : kKinds)
            line += fmt::format(",\"{}\":{}", outcome_name(kind), count(kind));
        return line + more + "}}";
    }
    std::string text() const {
        std::string line = counted(frames(), "frame");
        const char* before = ": ";
        for (const OutcomeKind kind : kKinds) {
            if (count(kind) == 0) continue;
            line += fmt::format("{}{} {}", before, count(kind), outcome_name(kind));
            before = ", ";
        }
        return line;
    }

  private:
    static constexpr std::array kKinds{OutcomeKind::hit, OutcomeKind::compile, OutcomeKind::eager,
                                       OutcomeKind::refuse, OutcomeKind::error};
    std::size_t count(OutcomeKind kind) const { return counts_[static_cast<unsigned>(kind)]; }
    std::size_t frames() const {
        std::size_t sum = 0;
        for (const std::size_t each : counts_)
            sum += each;
        return sum;
    }
    std::array<std::size_t, kKinds.size()> counts_{};
};

// One frame after the other, as they come: a file may be a pipe. The first that is malformed ends it.
ExitCode run_frames(compiler::Session& session, Input& input, const RunOptions& options) {
    const grammar::Colour colour = colour_of(stdout);
    compiler::FrameReader reader;
    Summary summary;
    Progress progress("frames");
    for (std::size_t frame = 0, number = 1;; ++number) {
        const auto line = input.line(compiler::FrameLimits{}.bytes);
        if (!line) {
            print_failure(line.error().message);
            return ExitCode::usage;
        }
        if (!*line) break;
        const auto malformed = [&](std::string_view what) {
            print_failure(fmt::format("{}:{}: {}", input.name(), number, what));
            return ExitCode::usage;
        };
        auto document = reader.read(**line);
        if (!document) return malformed(compiler::error_text(document.error()));
        if (!*document) continue;
        const auto answer =
            session.dispatch(**document, options.json ? ReasonsWanted::all : ReasonsWanted::first);
        if (!answer) return malformed(answer.error());
        write(stdout,
              options.json ? answer_json(frame, *answer) + "\n" : answer_text(frame, *answer, colour));
        summary.add(*answer);
        progress.advance();
        ++frame;
    }
    const auto audit = options.audit ? session.audit() : std::vector<compiler::AuditedGuard>();
    if (options.json) {
        write(stdout, summary.json(options.audit ? ",\"audit\":" + audit_json(audit) : "") + "\n");
    } else {
        write(stdout, summary.text() + "\n");
        if (options.audit) write(stdout, audit_report(audit));
    }
    if (options.counters)
        for (const FrameReport& report : session.reports())
            write(stdout, compiler::report_json(report) + "\n");
    return summary.all_served() ? ExitCode::done : ExitCode::rejected;
}

ExitCode run(const RunOptions& options) {
    if (options.counters && !options.cold && options.engine != "dispatch")
        print_failure("run: without --cold only the engine `dispatch` has counters");
    if (!options.cold && (options.limit || options.at_limit))
        print_failure("run: without --cold every entry is compiled beforehand, and no limit applies");
    const auto rules = load_rules(options.rules);
    if (!rules) return rules.error();
    auto session = compiler::Session::open(*rules, options.session());
    if (!session) return report(session.error());
    auto input = Input::open(options.frames);
    if (!input) {
        print_failure(input.error().message);
        return ExitCode::usage;
    }
    const ExitCode result = run_frames(**session, *input, options);
    if (const auto notes = (*session)->notes(); !notes.empty())
        print_failure(fmt::format("note: {}; the table serves in its place", notes.front()));
    return result;
}

Action add_run(CLI::App& app) {
    const auto options = std::make_shared<RunOptions>();
    app.add_option("RULES", options->rules, "file of rules")->required();
    app.add_option("FRAMES", options->frames, "frames, one a line (JSON)")->required();
    app.add_option("--engine", options->engine, "reference, table, native or dispatch (the default)")
        ->check(CLI::IsMember(
            std::vector<std::string>(compiler::kEngineNames.begin(), compiler::kEngineNames.end())));
    app.add_flag("--cold", options->cold, "start without entries; compile one when a frame needs it");
    app.add_option("--limit", options->limit, "with --cold: how many entries a frame may have");
    app.add_option("--at-limit", options->at_limit, "with --cold: run_only, skip, evict or refuse")
        ->check(CLI::IsMember({"run_only", "skip", "evict", "refuse"}));
    app.add_flag("--json", options->json, "one line of JSON a frame, then a summary");
    app.add_flag("--counters", options->counters,
                 "what the dispatcher has counted, at the end: one line of JSON a frame of the rules");
    app.add_option(
           "--audit", options->audit,
           "of so large a share of the frames that are served, from 0 to 1, say at the end how often each "
           "waived guard held and what it saw; answers stay as they are")
        ->check(CLI::Range(0.0, 1.0));
    return [options] { return run(*options); };
}

}  // namespace

const Command kRun{
    "run", "which entry serves each frame, and why the others do not",
    "  guardc run decode.guard frames.jsonl                 all entries compiled beforehand\n"
    "  guardc run --engine table decode.guard frames.jsonl  without machine code\n"
    "  guardc run --audit 0.01 decode.guard frames.jsonl    waived guards, watched on the side\n"
    "  guardc run --cold --limit 2 decode.guard - < frames.jsonl\n"
    "  guardc run --json decode.guard frames.jsonl | jq -c 'select(.outcome == \"eager\")'",
    add_run};

}  // namespace guardc::cli
