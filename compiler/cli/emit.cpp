// guardc emit: what rules become at each stage.
#include <CLI/App.hpp>
#include <fmt/format.h>

#include "compiler/cli/commands.h"
#include "compiler/cli/report.h"
#include "compiler/cli/rules.h"
#include "compiler/cli/terminal.h"
#include "compiler/native/native.h"
#include "compiler/session/stages.h"
#include "grammar/dump.h"

namespace guardc::cli {

namespace {

struct EmitOptions {
    std::string rules;
    std::string entry;
    bool ast = false, plan = false, program = false, ir = false, assembly = false;

    bool needs_entries() const { return plan || program || needs_machine_code(); }
    bool needs_machine_code() const { return ir || assembly; }
};

void section(const compiler::EntryStages& stages, std::string_view what, std::string_view text) {
    write(stdout, fmt::format("# {}, entry \"{}\": {}\n{}{}", one_line(stages.frame), one_line(stages.entry),
                              what, text, text.ends_with('\n') || text.empty() ? "" : "\n"));
}

void print_plan(const compiler::EntryStages& stages) {
    for (const compiler::PassStage& pass : stages.passes) {
        const std::string title = pass.name == "source" ? "guards" : "after pass `" + pass.name + "`";
        section(stages, pass.changed ? title : title + ": as before", pass.changed ? pass.guards : "");
    }
    section(stages, "plan", stages.check.plan_text);
}

std::expected<void, std::string> print_machine_code(const compiler::EntryStages& stages,
                                                    native::Compiler& compiler, const EmitOptions& options) {
    const auto listing = compiler.list(stages.check.program);
    if (!listing) return std::unexpected(listing.error().message);
    if (options.ir) section(stages, "LLVM IR", listing->ir);
    if (options.assembly) section(stages, "machine code", listing->assembly);
    return {};
}

ExitCode emit_entries(const compiler::RulesFile& rules, const EmitOptions& options) {
    const auto all = compiler::build_stages(rules);
    if (!all) return report(all.error());
    std::unique_ptr<native::Compiler> compiler;
    if (options.needs_machine_code()) {
        auto loaded = native::load_compiler();
        if (!loaded) {
            print_failure(loaded.error().message);
            return ExitCode::usage;
        }
        compiler = std::move(*loaded);
    }
    bool found = options.entry.empty();
    for (const compiler::EntryStages& stages : *all) {
        if (!options.entry.empty() && stages.entry != options.entry &&
            stages.frame + ":" + stages.entry != options.entry)
            continue;
        found = true;
        if (options.plan) print_plan(stages);
        if (options.program)
            section(stages, "program", print_program(stages.check.program, stages.check.literals));
        if (options.program && !(stages.check.lifted.empty() && stages.sizes.empty()))
            section(stages, "argument block", compiler::print_arguments(stages.check.lifted, stages.sizes));
        if (!compiler) continue;
        if (const auto printed = print_machine_code(stages, *compiler, options); !printed) {
            print_failure(printed.error());
            return ExitCode::usage;
        }
    }
    if (!found) print_failure(fmt::format("{}: no entry `{}`", options.rules, options.entry));
    return found ? ExitCode::done : ExitCode::usage;
}

ExitCode emit(const EmitOptions& options) {
    if (!options.ast && !options.needs_entries()) {
        print_failure("emit: no stage named: --ast, --plan, --program, --ir or --asm");
        return ExitCode::usage;
    }
    const auto rules = load_rules(options.rules);
    if (!rules) return rules.error();
    if (options.ast) write(stdout, dump_file(rules->tree));
    return options.needs_entries() ? emit_entries(*rules, options) : ExitCode::done;
}

Action add_emit(CLI::App& app) {
    const auto options = std::make_shared<EmitOptions>();
    app.add_option("RULES", options->rules, "file of rules")->required();
    app.add_option("--entry", options->entry, "of this entry only: its name, or FRAME:NAME");
    app.add_flag("--ast", options->ast, "the syntax tree");
    app.add_flag("--plan", options->plan, "guards before and after each pass; values reached and tests made");
    app.add_flag("--program", options->program,
                 "the flat program, which the table engine runs, and what it hands out");
    app.add_flag("--ir", options->ir, "LLVM IR");
    app.add_flag("--asm", options->assembly, "machine code");
    return [options] { return emit(*options); };
}

}  // namespace

const Command kEmit{"emit", "what rules become at each stage",
                    "  guardc emit --plan decode.guard\n"
                    "  guardc emit --program --asm --entry \"fp16 dynamic\" decode.guard",
                    add_emit};

}  // namespace guardc::cli
