// Reference, table and native give one verdict, on a hundred thousand random guard sets and frames.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>

#include <catch2/catch.hpp>

#include "tests/differential/comparison.h"
#include "tests/differential/scale.h"

using namespace guardc;
using namespace guardc::differential;

namespace {

struct Tally {
    std::size_t verdicts = 0, hits = 0, misses = 0, undefined = 0, errors = 0, lifted = 0;
    std::size_t guards = 0, refused = 0, sets = 0, shapes = 0;
    std::size_t disagreements = 0;
    std::map<compiler::TermOp, std::size_t> terms;

    double share(std::size_t part) const { return static_cast<double>(part) / static_cast<double>(verdicts); }
};

void note_terms(const RandomCase& random_case, const GuardSet& set, Tally& tally) {
    const compiler::TermPool& terms = *random_case.rules.terms;
    std::vector<compiler::TermId> pending;
    for (const compiler::Guard& guard : set.guards)
        pending.push_back(guard.term);
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

// The first engine that does not answer as the reference does.
std::optional<std::string> disagreement(Built& built, const native::NativeCheck& code, const Input& input,
                                        const Answer& wanted) {
    const std::pair<const char*, Answer> answers[] = {{"table, fused", built.fused.by_table(input)},
                                                      {"table, not fused", built.plain.by_table(input)},
                                                      {"native", built.fused.natively(code, input)}};
    for (const auto& [engine, answer] : answers)
        if (!same_answer(wanted, answer)) return engine + (": " + answer_text(answer));
    return std::nullopt;
}

std::optional<std::string> disagreement(const RandomCase& random_case, Built& built, const LiveFrame& frame) {
    const auto code = native_compiler().compile(built.fused.program());
    REQUIRE(code);
    const Answer wanted =
        by_reference(*random_case.rules.terms, built.set.guards, built.set.lifted, frame.input());
    std::optional<std::string> found = disagreement(built, **code, frame.input(), wanted);
    if (found) found = "reference: " + answer_text(wanted) + "\n" + *found;
    return found;
}

// Prints the smallest set of these guards on which the engines still disagree.
void report(const RandomCase& random_case, GuardSet set, const LiveFrame& frame) {
    const auto still = [&](const GuardSet& fewer) {
        Built built = build(random_case, fewer);
        return disagreement(random_case, built, frame).has_value();
    };
    for (std::size_t i = set.guards.size(); i-- > 0 && set.guards.size() > 1;) {
        GuardSet fewer = set;
        fewer.guards.erase(fewer.guards.begin() + static_cast<std::ptrdiff_t>(i));
        if (still(fewer)) set = std::move(fewer);
    }
    for (std::size_t i = set.lifted.size(); i-- > 0;) {
        GuardSet fewer = set;
        fewer.lifted.erase(fewer.lifted.begin() + static_cast<std::ptrdiff_t>(i));
        if (still(fewer)) set = std::move(fewer);
    }
    Built built = build(random_case, set);
    std::cout << "\n"
              << disagreement(random_case, built, frame).value_or("") << "\n"
              << describe(random_case, built, frame);
}

void compare(const RandomCase& random_case, Built& built, const native::NativeCheck& code,
             const LiveFrame& frame, Tally& tally) {
    const Input input = frame.input();
    Truth truth = Truth::undefined;
    const Answer wanted =
        by_reference(*random_case.rules.terms, built.set.guards, built.set.lifted, input, &truth);
    ++tally.verdicts;
    tally.hits += truth == Truth::yes ? 1 : 0;
    tally.misses += truth == Truth::no ? 1 : 0;
    tally.undefined += truth == Truth::undefined ? 1 : 0;
    tally.errors += truth == Truth::error ? 1 : 0;
    tally.lifted += wanted.lifted.size();
    if (!disagreement(built, code, input, wanted)) return;
    if (++tally.disagreements <= number_from("GUARDC_DIFFERENTIAL_REPORTS", 3))
        report(random_case, built.set, frame);
}

void run_case(std::uint64_t seed, Tally& tally) {
    const RandomCase random_case = make_case(
        seed, {.candidates = 60, .frames = kFramesPerCase, .depth = 1 + static_cast<unsigned>(seed % 4)});
    tally.guards += random_case.candidates.size();
    tally.refused += random_case.refused.size();
    if (std::getenv("GUARDC_SHOW_REFUSED") != nullptr)
        for (const std::string& refused : random_case.refused)
            std::cout << refused << "\n";
    Dice dice(seed ^ 0x5e7);
    for (unsigned i = 0; i < kSetsPerCase; ++i) {
        GuardSet set = make_set(random_case, dice);
        if (set.guards.empty()) continue;
        ++tally.sets;
        tally.shapes += set.shapes;
        note_terms(random_case, set, tally);
        Built built = build(random_case, std::move(set));
        const auto effort = i % 8 == 0 ? native::Effort::thorough : native::Effort::quick;
        const auto code = native_compiler().compile(built.fused.program(), effort);
        if (!code) FAIL("seed " << seed << ": " << code.error().message);
        const std::size_t before = tally.disagreements;
        for (const LiveFrame& frame : random_case.frames)
            if (tally.disagreements == before) compare(random_case, built, **code, frame, tally);
    }
}

}  // namespace

TEST_CASE("engines agree on guard sets that fill several pieces of native code") {
    std::size_t longest = 0;
    Tally tally;
    for (std::uint64_t seed = first_seed(); seed < first_seed() + (kSanitized ? 2 : 12); ++seed) {
        const RandomCase random_case =
            make_case(seed + 40'000, {.candidates = 2000, .frames = 2 * kFramesPerCase, .depth = 2});
        GuardSet all;
        for (const Candidate& candidate : random_case.candidates)
            if (candidate.on_first == Truth::yes)
                all.guards.insert(all.guards.end(), candidate.guards.begin(), candidate.guards.end());
        Built built = build(random_case, std::move(all));
        longest = std::max(longest, built.fused.program().code.size());
        const auto code = native_compiler().compile(built.fused.program());
        REQUIRE(code);
        for (const LiveFrame& frame : random_case.frames)
            compare(random_case, built, **code, frame, tally);
    }
    CHECK(tally.disagreements == 0);
    CHECK(tally.hits > tally.verdicts / 50);
    CHECK(longest > 2048);
}

TEST_CASE("engines agree on random guard sets and frames") {
    Tally tally;
    // A sample just large enough may lack a rare kind of term, and which one depends on the compiler. Small
    // samples need not hold them all.
    const auto is_missing = [&](const compiler::TermKind& kind) { return tally.terms[kind.op] == 0; };
    const auto wants_more = [&] {
        if (tally.verdicts < verdicts_wanted()) return true;
        return !kSanitized && tally.verdicts < 4 * verdicts_wanted() &&
               std::ranges::any_of(compiler::term_kinds(), is_missing);
    };
    for (std::uint64_t seed = first_seed(); wants_more(); ++seed)
        run_case(seed, tally);

    std::cout << tally.verdicts << " verdicts of " << tally.sets
              << " guard sets in every engine: " << 100 * tally.share(tally.hits) << " % hit, "
              << 100 * tally.share(tally.misses) << " % miss, " << 100 * tally.share(tally.undefined)
              << " % undefined; " << tally.lifted << " values lifted, " << tally.shapes << " shapes; "
              << tally.errors << " errors; " << tally.refused << " of " << tally.guards + tally.refused
              << " random guards refused\n";
    CHECK(tally.disagreements == 0);
    // Not trivially one of them.
    CHECK(tally.share(tally.hits) > 0.25);
    CHECK(tally.share(tally.misses) > 0.10);
    CHECK(tally.share(tally.undefined) > 0.05);
    CHECK(tally.lifted > tally.verdicts / 50);
    CHECK(tally.shapes > tally.sets / 500);
    CHECK(tally.errors > tally.verdicts / 2000);
    CHECK(tally.refused < tally.guards / 2);
    if (kSanitized) return;
    for (const compiler::TermKind& kind : compiler::term_kinds()) {
        INFO("no guard set held a term of this sort: " << kind.name);
        CHECK(tally.terms[kind.op] > 0);
    }
}
