// Guards of every sort: each that can hold has an example, and each example mutants.
#include <iostream>

#include <catch2/catch.hpp>

#include "compiler/example/example.h"
#include "tests/conformance/cases.h"
#include "tests/differential/checked_text.h"
#include "tests/differential/scale.h"
#include "tests/example/judging.h"

using namespace guardc;
using namespace guardc::compiler;
using namespace guardc::conformance;
using namespace guardc::differential;

namespace {

struct Counts {
    std::size_t guards = 0, found = 0, mutants = 0, alone = 0, fixed = 0;
};

// Guards that no frame changes, since they read none.
bool reads_nothing(const FrameRules& rules, std::span<const Guard> guards) {
    const FrameDocument nothing;
    const std::vector<Ref> slots = bind_frame(nothing, rules.shape);
    return judge(*rules.terms, guards, {builtin_model(), slots, nothing.ambient}).truth == Truth::yes;
}

void run(const CaseFrame& frame, const std::string& text, bool holds, Counts& counts) {
    FrameRules rules = rules_of_head(frame.head);
    const CheckedText checked = check_text(rules, text);
    if (!checked.refusal_id.empty()) return;
    INFO(text);
    ++counts.guards;
    const ExampleGuards guards{*rules.terms, rules.shape, checked.guards};
    const auto example = Example::find(guards);
    if (!example) {
        CHECK_FALSE(example.error().message.empty());
        if (holds) std::cout << "no example of `" << text << "`\n";
        return;
    }
    counts.found += holds ? 1 : 0;
    example_tests::Judges judges(*rules.terms, rules.shape, checked.guards);
    CHECK(judges.against((*example)->frame(), true) == "");
    for (std::size_t i = 0; i < checked.guards.size(); ++i) {
        const auto mutant = (*example)->violate(i);
        if (!mutant) {
            ++counts.fixed;
            CHECK(reads_nothing(rules, {&checked.guards[i], 1}));
            continue;
        }
        ++counts.mutants;
        counts.alone += mutant->only ? 1 : 0;
        INFO(mutant->changed);
        CHECK(judges.against(mutant->frame, false) == "");
        CHECK_FALSE(mutant->changed.empty());
        // By this guard, and when it is said to be alone, by no other.
        const auto read = read_frame(write_frame(mutant->frame));
        REQUIRE(read);
        const std::vector<Ref> slots = bind_frame(*read, rules.shape);
        const Surroundings surroundings{builtin_model(), slots, read->ambient};
        for (std::size_t j = 0; j < checked.guards.size(); ++j) {
            const Truth truth = evaluate(*rules.terms, checked.guards[j].term, surroundings).truth;
            if (j == i) CHECK(truth != Truth::yes);
            if (j != i && mutant->only) CHECK(truth == Truth::yes);
        }
    }
    // The example is as it was.
    CHECK(judges.against((*example)->frame(), true) == "");
}

}  // namespace

TEST_CASE("each conformance case that holds has an example and mutants") {
    Counts true_ones, others;
    std::size_t number = 0;
    for (const std::string& path : case_files()) {
        const CaseFile file = read_cases(path);
        for (const Case& stated : file.cases) {
            if (differential::kSanitized && number++ % 10 != 0) continue;
            INFO(stated.at);
            if (stated.truth == Truth::yes) run(file.frames[stated.frame], stated.guard, true, true_ones);
            // Whatever frame it was undefined on, there may be another.
            if (stated.truth == Truth::no) run(file.frames[stated.frame], stated.guard, false, others);
            if (stated.truth == Truth::undefined) run(file.frames[stated.frame], stated.guard, false, others);
        }
    }
    std::cout << true_ones.found << " of " << true_ones.guards << " guards that can hold have an example; "
              << true_ones.mutants + others.mutants << " mutants, " << true_ones.alone + others.alone
              << " of them by one guard alone; " << true_ones.fixed + others.fixed
              << " guards read nothing\n";
    CHECK(true_ones.found == true_ones.guards);
    CHECK((true_ones.alone + others.alone) * 100 >= (true_ones.mutants + others.mutants) * 95);
}
