// Whenever kept guards are said to imply another one, every frame that they accept has it defined and true.
#include <algorithm>
#include <iostream>

#include <catch2/catch.hpp>

#include "compiler/implied/implies.h"
#include "compiler/terms/print_term.h"
#include "tests/differential/random_case.h"
#include "tests/differential/scale.h"

using namespace guardc;
using namespace guardc::differential;

namespace {

struct Tally {
    std::size_t questions = 0, implied = 0, other_text = 0, verdicts = 0, wrong = 0;
};

Truth on(const RandomCase& random_case, std::span<const compiler::Guard> guards, const LiveFrame& frame) {
    return compiler::judge(*random_case.rules.terms, guards,
                           {builtin_model(), frame.slots, frame.document.ambient})
        .truth;
}

void ask(const RandomCase& random_case, const GuardSet& kept, std::span<const bool> accepts, Tally& tally) {
    const compiler::TermPool& terms = *random_case.rules.terms;
    std::vector<compiler::TermId> premises;
    for (const compiler::Guard& guard : kept.guards)
        premises.push_back(guard.term);
    const compiler::Premises known(terms, premises);
    for (const Candidate& candidate : random_case.candidates) {
        for (const compiler::Guard& guard : candidate.guards) {
            ++tally.questions;
            if (known.imply(guard.term) != compiler::Implied::yes) continue;
            ++tally.implied;
            tally.other_text += std::ranges::find(premises, guard.term) == premises.end() ? 1 : 0;
            for (std::size_t i = 0; i < random_case.frames.size(); ++i) {
                if (!accepts[i]) continue;
                ++tally.verdicts;
                if (on(random_case, {&guard, 1}, random_case.frames[i]) == Truth::yes) continue;
                if (++tally.wrong > 5) continue;
                FAIL_CHECK("seed " << random_case.seed << ": `"
                                   << compiler::print_term(terms, guard.term, random_case.rules.shape)
                                   << "` does not follow from\n"
                                   << kept.text << "on " << random_case.frames[i].text);
            }
        }
    }
}

}  // namespace

TEST_CASE("what is said to be implied holds on every frame that is accepted") {
    Tally tally;
    const std::size_t wanted = kSanitized ? 300 : number_from("GUARDC_IMPLIED", 6'000);
    for (std::uint64_t seed = first_seed() + 900'000; tally.other_text < wanted; ++seed) {
        const RandomCase random_case = make_case(seed, {.candidates = 80, .frames = 20, .depth = 2});
        Dice dice(seed);
        for (int i = 0; i < 12; ++i) {
            GuardSet kept;
            for (int take = 0; take < 6; ++take) {
                const Candidate& candidate = dice.pick(random_case.candidates);
                if (candidate.on_first != Truth::yes) continue;
                kept.text += candidate.text + "\n";
                kept.guards.insert(kept.guards.end(), candidate.guards.begin(), candidate.guards.end());
            }
            std::unique_ptr<bool[]> accepts(new bool[random_case.frames.size()]);
            for (std::size_t f = 0; f < random_case.frames.size(); ++f)
                accepts[f] = on(random_case, kept.guards, random_case.frames[f]) == Truth::yes;
            ask(random_case, kept, {accepts.get(), random_case.frames.size()}, tally);
        }
    }
    std::cout << tally.implied << " of " << tally.questions << " guards implied, " << tally.other_text
              << " of them not kept themselves; " << tally.verdicts << " verdicts\n";
    CHECK(tally.wrong == 0);
    CHECK(tally.verdicts > tally.implied);
}
