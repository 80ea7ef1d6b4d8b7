// What is printed reads back: a term as the same term, a file as the same guards.
#include <catch2/catch.hpp>

#include "compiler/terms/print_term.h"
#include "grammar/print.h"
#include "tests/differential/checked_text.h"
#include "tests/differential/random_case.h"
#include "tests/differential/scale.h"

using namespace guardc;
using namespace guardc::differential;

namespace {

// The guards of a case as a file: entries of a few guards, comments here and there.
std::string file_of(const RandomCase& random_case, Dice& dice) {
    std::string text = "# rules of one frame\n" + random_case.head;
    unsigned entries = 0;
    for (std::size_t i = 0; i < random_case.candidates.size(); ++entries) {
        text += "  entry \"e" + std::to_string(entries) + "\"   {\n";
        for (auto left = dice.between(1, 9); left > 0 && i < random_case.candidates.size(); --left, ++i) {
            if (dice.chance(10)) text += "    # a line of its own, with \"quotes\" and [\n";
            text += "\t" + random_case.candidates[i].text;
            text += dice.chance(20) ? "   # behind it\n" : "\n";
        }
        text += dice.chance(50) ? "  }\n\n\n" : "}\n";
    }
    return text + "}\n";
}

struct ReadFile {
    std::string refusal;
    std::string formatted;
    std::string guards;  // canonical text, a line a guard
};
ReadFile read(const std::string& text) {
    auto source = std::make_shared<grammar::Source>("random.guard", text);
    const grammar::ParsedFile parsed = grammar::parse_file(*source);
    compiler::CheckedFile checked = compiler::check_file(source, parsed.file);
    for (const grammar::Diagnostics* diagnostics :
         {&std::as_const(parsed.diagnostics), &std::as_const(checked.diagnostics)})
        for (const grammar::Diagnostic& diagnostic : *diagnostics)
            if (diagnostic.severity == grammar::Severity::error)
                return {grammar::render(*source, diagnostic), {}, {}};
    ReadFile file;
    file.formatted = grammar::format_file(*source, parsed.file);
    for (const compiler::FrameRules& rules : checked.frames)
        for (const compiler::Entry& entry : rules.entries) {
            file.guards += "entry " + entry.name + "\n";
            for (const compiler::Guard& guard : entry.guards)
                file.guards += compiler::print_term(*rules.terms, guard.term, rules.shape) + "\n";
        }
    return file;
}

}  // namespace

TEST_CASE("a printed guard reads back as the same guard") {
    const std::uint64_t cases = kSanitized ? 20 : 150;
    for (std::uint64_t seed = first_seed() + 9000; seed < first_seed() + 9000 + cases; ++seed) {
        RandomCase random_case = make_case(seed, {.candidates = 60, .frames = 1});
        for (const Candidate& candidate : random_case.candidates)
            for (const compiler::Guard& guard : candidate.guards) {
                const std::string printed =
                    compiler::print_term(*random_case.rules.terms, guard.term, random_case.rules.shape);
                const CheckedText again = check_text(random_case.rules, printed);
                INFO("seed " << seed << "\n"
                             << random_case.head << "}\n"
                             << candidate.text << "\n"
                             << printed);
                INFO(again.refusal);
                REQUIRE(again.guards.size() == 1);
                INFO(compiler::print_term(*random_case.rules.terms, again.guards[0].term,
                                          random_case.rules.shape));
                CHECK(again.guards[0].term == guard.term);
            }
    }
}

TEST_CASE("a formatted file holds the same guards and is formatted already") {
    const std::uint64_t cases = kSanitized ? 10 : 60;
    for (std::uint64_t seed = first_seed() + 20000; seed < first_seed() + 20000 + cases; ++seed) {
        const RandomCase random_case = make_case(seed, {.candidates = 40, .frames = 1});
        Dice dice(seed);
        const std::string text = file_of(random_case, dice);
        const ReadFile once = read(text);
        INFO("seed " << seed << "\n" << text << "\n" << once.refusal);
        REQUIRE(once.refusal.empty());
        const ReadFile twice = read(once.formatted);
        INFO(once.formatted << "\n" << twice.refusal);
        REQUIRE(twice.refusal.empty());
        CHECK(twice.formatted == once.formatted);
        CHECK(twice.guards == once.guards);
    }
}
