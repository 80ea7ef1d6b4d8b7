// guardc ledger: what backends required and waived, and what that gave up.
#include <algorithm>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "compiler/cli/commands.h"
#include "compiler/cli/ledger_text.h"
#include "compiler/cli/report.h"
#include "compiler/cli/rules.h"
#include "compiler/cli/terminal.h"

namespace guardc::cli {

namespace {

struct LedgerOptions {
    std::string rules, entry, blame;
    bool json = false;
};

bool is_wanted(const compiler::EntryLedger& ledger, const std::string& entry) {
    return entry.empty() || ledger.entry == entry || ledger.frame + ":" + ledger.entry == entry;
}

// Leaves the guards that somebody asks about, by id or as text in any form.
bool keep_blamed(std::vector<compiler::EntryLedger>& ledgers, const compiler::RulesFile& rules,
                 const std::string& blame) {
    const auto texts = compiler::canonical_texts(rules, blame);
    for (compiler::EntryLedger& ledger : ledgers) {
        std::erase_if(ledger.guards, [&](const compiler::LedgerGuard& guard) {
            return guard.id != blame &&
                   std::ranges::find(texts, std::pair(ledger.frame, guard.guard)) == texts.end();
        });
        ledger.kind_tests.clear();
        ledger.overlaps.clear();
        ledger.hidden_by.clear();
        ledger.arguments.clear();
    }
    std::erase_if(ledgers, [](const compiler::EntryLedger& ledger) { return ledger.guards.empty(); });
    return !ledgers.empty();
}

ExitCode show(const LedgerOptions& options) {
    const auto rules = load_rules(options.rules);
    if (!rules) return rules.error();
    auto ledgers = compiler::ledgers_of(*rules);
    if (!ledgers) return report(ledgers.error());
    std::erase_if(*ledgers,
                  [&](const compiler::EntryLedger& ledger) { return !is_wanted(ledger, options.entry); });
    if (ledgers->empty() && !options.entry.empty()) {
        print_failure(fmt::format("ledger: the rules have no entry `{}`", options.entry));
        return ExitCode::usage;
    }
    if (!options.blame.empty() && !keep_blamed(*ledgers, *rules, options.blame)) {
        print_failure(fmt::format("ledger: no entry has a guard `{}`", options.blame));
        return ExitCode::rejected;
    }
    for (const compiler::EntryLedger& ledger : *ledgers) {
        write(stdout, options.json ? ledger_json(ledger) + "\n" : ledger_text(ledger, colour_of(stdout)));
    }
    return ExitCode::done;
}

Action add_ledger(CLI::App& app) {
    const auto options = std::make_shared<LedgerOptions>();
    app.add_option("RULES", options->rules, "file of rules")->required();
    app.add_option("--entry", options->entry, "of this entry only: its name, or FRAME:NAME");
    app.add_option("--blame", options->blame, "of this guard only: its id, or its text in any form");
    app.add_flag("--json", options->json, "one line of JSON an entry");
    return [options] { return show(*options); };
}

}  // namespace

const Command kLedger{"ledger", "what backends required and waived, and what that gave up",
                      "  guardc ledger decode.guard\n"
                      "  guardc ledger --blame 'scale is 0.125' decode.guard\n"
                      "  guardc ledger --json decode.guard | jq '.guards[] | select(.class == \"declared\")'",
                      add_ledger};

}  // namespace guardc::cli
