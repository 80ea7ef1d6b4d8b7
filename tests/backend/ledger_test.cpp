// What became of every guard, by whom and why.
#include <catch2/catch.hpp>

#include "compiler/backend/check_waivers.h"
#include "compiler/passes/pipeline.h"
#include "compiler/session/rules_file.h"
#include "compiler/terms/print_term.h"

using namespace guardc::compiler;

namespace {

std::string joined(std::string_view lines) {
    std::string text(lines);
    for (char& letter : text)
        letter = letter == '\n' ? ';' : letter;
    return text;
}

template <typename Use>
void with_passes(std::string text, const Use& use) {
    RulesFile file = read_rules("test.guard", std::move(text));
    REQUIRE(file.sound());
    FrameRules& rules = file.frames[0];
    guardc::grammar::Diagnostics diagnostics;
    const BackendStanding standing = standing_of_blocks(rules, "npu", diagnostics);
    EntryGuards entry =
        source_guards(*rules.terms, rules.shape, rules.entries[0].guards, rules.user_guards, &standing);
    std::vector<std::string> steps;
    run_entry_passes(entry, [&](const Pass& pass, std::string_view before, std::string_view after) {
        steps.push_back(std::string(pass.name) + ": " + joined(before) + " -> " + joined(after));
    });
    use(rules, entry, steps);
}

std::string row_text(const FrameRules& rules, const LedgerRow& row) {
    std::string text = print_term(*rules.terms, row.guard.term, rules.shape) + ": " +
                       std::string(guard_state_name(row.state));
    for (const Provenance& by : row.by)
        text += " by " + by.owner + " at " + place(by) + " because " + by.because;
    if (row.waiver_class != WaiverClass::none)
        text += " (" + std::string(waiver_class_name(row.waiver_class)) + ")";
    for (const TermId instead : row.instead) {
        text += ", instead " + print_term(*rules.terms, instead, rules.shape);
    }
    for (const Provenance& repeated : row.repeated)
        text += ", also at " + place(repeated);
    return text;
}

const char* const kLedgerRules = R"(frame f(x, y, scale) {
    user { y in 0..9 }
    entry "e" {
        x is 1
        scale is 0.5
        y == 2
        x is 1
        y is 4
    }
}
backend "npu" for f {
    require y % 2 == 0      because "pairs"
    require y is 4
    waive scale is _ lift   because "input 3"
    waive y == 2 weaken y in 0..9 because "any of ten"
    waive y is 4            because "not read"
}
)";

}  // namespace

TEST_CASE("the ledger has a row for every guard") {
    with_passes(kLedgerRules, [](const FrameRules& rules, const EntryGuards& entry, const auto&) {
        std::vector<std::string> rows;
        for (const LedgerRow& row : entry.ledger)
            rows.push_back(row_text(rules, row));
        CHECK(rows ==
              std::vector<std::string>{
                  "x is 1: kept, also at test.guard:7",
                  "scale is 0.5: lifted by npu at test.guard:14 because input 3 (lifted), instead scale is "
                  "float",
                  "scale is float: kept",
                  "y == 2: weakened by npu at test.guard:15 because any of ten (weakened), instead y in 0..9",
                  "y in 0..9: kept, also at test.guard:2",
                  "y is 4: waived by npu at test.guard:16 because not read (implied)",
                  "y % 2 == 0: kept",
                  "y is 4: kept",
              });
    });
}

TEST_CASE("each pass shows what it was given and what it left") {
    with_passes(kLedgerRules, [](const FrameRules&, const EntryGuards&,
                                 const std::vector<std::string>& steps) {
        CHECK(steps == std::vector<std::string>{
                           "waive: x is 1;scale is 0.5;y == 2;x is 1;y is 4;y in 0..9  # user;y % 2 == 0  # "
                           "npu;y is 4  # "
                           "npu; -> x is 1;scale is float;y in 0..9  # npu;x is 1;y in 0..9  # user;y % 2 == "
                           "0  # npu;y is 4  "
                           "# npu;lift scale;",
                           "deduplicate: x is 1;scale is float;y in 0..9  # npu;x is 1;y in 0..9  # user;y % "
                           "2 == 0  # npu;"
                           "y is 4  # npu;lift scale; -> x is 1;scale is float;y in 0..9  # npu;y % 2 == 0  "
                           "# npu;y is 4  # "
                           "npu;lift scale;",
                       });
    });
}
