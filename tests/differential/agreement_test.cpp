// Reference, table and native give one verdict, on a hundred thousand random guard sets and frames.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <iostream>
#include <map>

#include "tests/differential/comparison.h"
#include "tests/differential/scale.h"

using namespace guardc;
using namespace guardc::differential;

namespace {

struct Tally {
    std::size_t verdicts = 0, hits = 0, misses = 0, undefined = 0, lifted = 0;
    std::size_t guards = 0, refused = 0, sets = 0;
    std::size_t disagreements = 0;
    std::map<compiler::TermOp, std::size_t> terms;

    double share(std::size_t part) const { return static_cast<double>(part) / static_cast<double>(verdicts); }
};

void note_terms(const RandomCase& random_case, const GuardSet& set, Tally& tally) {
    const compiler::TermPool& terms = *random_case.rules.terms;
    std::vector<compiler::TermId> pending;
    for (const compiler::Guard& guard : set.guards) pending.push_back(guard.term);
    std::vector<bool> seen(terms.size(), false);
    while (!pending.empty()) {
        const compiler::TermId term = pending.back();
        pending.pop_back();
        if (seen[term]) continue;
        seen[term] = true;
        ++tally.terms[terms[term].op];
        const auto operands = terms.operands(term);
        pending.insert(pending.end(), operands.begin(), operands.end());
    }
}

void compare(const RandomCase& random_case, Built& built, const native::NativeCheck& code, const LiveFrame& frame,
             Tally& tally) {
    const Input input = frame.input();
    Truth truth = Truth::undefined;
    const Answer wanted =
        by_reference(*random_case.rules.terms, built.set.guards, built.set.lifted, input, &truth);
    ++tally.verdicts;
    tally.hits += truth == Truth::yes ? 1 : 0;
    tally.misses += truth == Truth::no ? 1 : 0;
    tally.undefined += truth == Truth::undefined ? 1 : 0;
    tally.lifted += wanted.lifted.size();

    const std::pair<const char*, Answer> answers[] = {{"table, fused", built.fused.by_table(input)},
                                                      {"table, not fused", built.plain.by_table(input)},
                                                      {"native", built.fused.natively(code, input)}};
    for (const auto& [engine, answer] : answers) {
        if (same_answer(wanted, answer)) continue;
        ++tally.disagreements;
        if (tally.disagreements > 3) return;
        std::cout << "\nreference: " << answer_text(wanted) << "\n" << engine << ": " << answer_text(answer) << "\n"
                  << describe(random_case, built, frame);
        return;
    }
}

void run_case(std::uint64_t seed, Tally& tally) {
    const RandomCase random_case = make_case(seed, {.candidates = 60, .frames = kFramesPerCase});
    tally.guards += random_case.candidates.size();
    tally.refused += random_case.refused.size();
    if (std::getenv("GUARDC_SHOW_REFUSED") != nullptr)
        for (const std::string& refused : random_case.refused) std::cout << refused << "\n";
    Dice dice(seed ^ 0x5e7);
    for (unsigned i = 0; i < kSetsPerCase; ++i) {
        GuardSet set = make_set(random_case, dice);
        if (set.guards.empty()) continue;
        ++tally.sets;
        note_terms(random_case, set, tally);
        Built built = build(random_case, std::move(set));
        const auto code = native_compiler().compile(built.fused.program());
        if (!code) FAIL("seed " << seed << ": " << code.error().message);
        for (const LiveFrame& frame : random_case.frames) compare(random_case, built, **code, frame, tally);
    }
}

}  // namespace

TEST_CASE("engines agree on random guard sets and frames") {
    Tally tally;
    const std::uint64_t first = first_seed();
    for (std::uint64_t seed = first; tally.verdicts < verdicts_wanted(); ++seed) run_case(seed, tally);

    std::cout << tally.verdicts << " verdicts of " << tally.sets << " guard sets in every engine: "
              << 100 * tally.share(tally.hits) << " % hit, " << 100 * tally.share(tally.misses) << " % miss, "
              << 100 * tally.share(tally.undefined) << " % undefined; " << tally.lifted << " values lifted; "
              << tally.refused << " of " << tally.guards + tally.refused << " random guards refused\n";
    CHECK(tally.disagreements == 0);
    // Not trivially one of them.
    CHECK(tally.share(tally.hits) > 0.25);
    CHECK(tally.share(tally.misses) > 0.10);
    CHECK(tally.share(tally.undefined) > 0.05);
    CHECK(tally.lifted > tally.verdicts / 50);
    CHECK(tally.refused < tally.guards / 2);
    for (const compiler::TermKind& kind : compiler::term_kinds()) {
        INFO("no guard set held a term of this sort: " << kind.name);
        CHECK(tally.terms[kind.op] > 0);
    }
}
