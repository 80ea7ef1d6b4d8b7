// guardc example: frames on either side of the guards of entries.
#include <CLI/App.hpp>
#include <fmt/format.h>

#include "compiler/cli/commands.h"
#include "compiler/cli/report.h"
#include "compiler/cli/rules.h"
#include "compiler/cli/terminal.h"
#include "compiler/example/kept_entries.h"
#include "compiler/json/json_text.h"
#include "compiler/terms/print_term.h"
#include "grammar/closest.h"

namespace guardc::cli {

namespace {

using compiler::json_quoted;
using compiler::KeptEntry;

struct ExampleOptions {
    std::string rules;
    std::string entry;
    bool mutants = false;
};

// `NAME`, or `FRAME:NAME`; a name with a colon in it is looked for as it stands first.
bool is_named(const KeptEntry& entry, std::string_view wanted) {
    return entry.entry->name == wanted || entry.frame->name + ":" + entry.entry->name == wanted;
}

std::expected<std::vector<const KeptEntry*>, std::string> select(const std::vector<KeptEntry>& all,
                                                                 const std::string& wanted) {
    std::vector<const KeptEntry*> found;
    for (const KeptEntry& entry : all)
        if (wanted.empty() || is_named(entry, wanted)) found.push_back(&entry);
    if (wanted.empty()) return found;
    if (found.empty()) {
        std::vector<std::string_view> names;
        for (const KeptEntry& entry : all)
            names.push_back(entry.entry->name);
        const std::string_view nearest = grammar::closest(wanted, names);
        return std::unexpected(
            fmt::format("the rules have no entry `{}`{}", one_line(wanted),
                        nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest)));
    }
    if (found.size() > 1)
        return std::unexpected(fmt::format("{} frames have an entry `{}`; write `{}:{}`", found.size(),
                                           one_line(wanted), found.front()->frame->name, one_line(wanted)));
    return found;
}

class Printer {
  public:
    explicit Printer(const KeptEntry& entry) : entry_(entry) {}

    void hit(const compiler::FrameDocument& frame) const { print(frame, "hit", "null", nullptr); }
    void miss(const compiler::Mutant& mutant, const compiler::Guard& guard) const {
        print(mutant.frame, "miss", json_quoted(mutant.changed), &guard);
    }
    void note(std::string_view what) const {
        print_failure(fmt::format("entry `{}`: {}", one_line(entry_.entry->name), what));
    }
    void note(std::string_view what, const compiler::Guard& guard) const {
        const std::string at = place(guard.provenance);
        note(fmt::format("{}: `{}`{}", what, one_line(text(guard)),
                         at.empty() ? "" : " (" + one_line(at) + ")"));
    }

  private:
    std::string text(const compiler::Guard& guard) const {
        return print_term(*entry_.frame->terms, guard.term, entry_.frame->shape);
    }
    void print(compiler::FrameDocument frame, std::string_view expect, const std::string& changed,
               const compiler::Guard* guard) const {
        frame.frame = entry_.frame->name;
        frame.extra = {{"entry", json_quoted(entry_.entry->name)},
                       {"expect", fmt::format("\"{}\"", expect)},
                       {"changed", changed}};
        if (guard != nullptr) frame.extra.push_back({"guard", json_quoted(text(*guard))});
        write(stdout, write_frame(frame) + "\n");
    }

    const KeptEntry& entry_;
};

ExitCode print_mutants(const KeptEntry& entry, compiler::Example& example) {
    const Printer printer(entry);
    ExitCode result = ExitCode::done;
    Progress progress("guards");
    for (std::size_t i = 0; i < entry.guards.size(); ++i) {
        if (const auto mutant = example.violate(i)) {
            printer.miss(*mutant, entry.guards[i]);
        } else {
            printer.note("no frame was found that violates this guard", entry.guards[i]);
            result = ExitCode::rejected;
        }
        progress.advance();
    }
    return result;
}

ExitCode print_entry(const std::vector<KeptEntry>& all, const KeptEntry& entry, bool mutants) {
    const Printer printer(entry);
    const auto before = asked_before(all, entry);
    ExitCode result = ExitCode::done;
    auto example = compiler::Example::find(entry.example_guards(), before.guards);
    if (example) {
        printer.hit((*example)->frame());
    } else if (example.error().taken) {
        const KeptEntry& taker = *before.entries[*example.error().taken];
        printer.note(fmt::format("shadowed: every frame that was found is taken by `{}`",
                                 one_line(taker.entry->name)));
        result = ExitCode::rejected;
        if (mutants) example = compiler::Example::find(entry.example_guards());
    } else if (example.error().guard) {
        printer.note(example.error().message, entry.guards[*example.error().guard]);
        return example.error().certain ? ExitCode::rejected : ExitCode::undecided;
    } else {
        printer.note(example.error().message);
        return ExitCode::undecided;
    }
    if (mutants && example) result = worse(result, print_mutants(entry, **example));
    return result;
}

ExitCode example(const ExampleOptions& options) {
    const auto rules = load_rules(options.rules);
    if (!rules) return rules.error();
    const auto all = compiler::kept_entries(*rules);
    if (!all) return report(all.error());
    const auto entries = select(*all, options.entry);
    if (!entries) {
        print_failure(entries.error());
        return ExitCode::usage;
    }
    ExitCode result = ExitCode::done;
    for (const KeptEntry* entry : *entries)
        result = worse(result, print_entry(*all, *entry, options.mutants));
    return result;
}

Action add_example(CLI::App& app) {
    const auto options = std::make_shared<ExampleOptions>();
    app.add_option("RULES", options->rules, "file of rules")->required();
    app.add_option("--entry", options->entry, "only this entry: its name, or FRAME:name");
    app.add_flag("--mutants", options->mutants, "for each guard also a frame that it rejects");
    return [options] { return example(*options); };
}

}  // namespace

const Command kExample{"example", "frames that entries accept, and frames that they just do not",
                       "  guardc example decode.guard                          one frame for each entry\n"
                       "  guardc example --mutants --entry \"fp16 static\" decode.guard > frames.jsonl\n"
                       "  guardc example decode.guard | guardc run decode.guard -",
                       add_example};

}  // namespace guardc::cli
