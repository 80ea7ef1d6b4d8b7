// Real guards: each imported entry has a frame that hits, and mutants that miss, in every engine.
#include "tests/example/corpus.h"

#include <cstdlib>
#include <iostream>

#include <catch2/catch.hpp>

#include "tests/differential/scale.h"

using namespace guardc::example_tests;

namespace {

void check(const CorpusCounts& counts) {
    print(counts);
    CHECK(counts.wrong == 0);
    CHECK(counts.found == counts.entries);
    CHECK(counts.fixed == 0);
}

}  // namespace

// All of it takes long: `./dev corpus`. GUARDC_CORPUS_PART names the files that are wanted by a part of their
// names.
TEST_CASE("every entry of the corpus", "[.corpus]") {
    const char* given = std::getenv("GUARDC_CORPUS_PART");
    const std::string part = given == nullptr ? "" : given;
    CorpusCounts all;
    each_log([&](const std::string& name) { return name.find(part) != std::string::npos; },
             [&](const CorpusLog& log) { run_log(log, {}, all); });
    check(all);
}

// Every so many of the entries; of each the mutants of some guards.
TEST_CASE("a sample of the entries of the corpus") {
    constexpr std::size_t kTrees = guardc::differential::kSanitized ? 61 : 11;
    constexpr std::size_t kFunctions = guardc::differential::kSanitized ? 900 : 90;
    CorpusCounts counts;
    std::size_t number = 0;
    each_log([](const std::string&) { return true; },
             [&](const CorpusLog& log) {
                 ++number;
                 const bool functions = log.name.starts_with("flat/learn");
                 const bool single = !log.name.starts_with("t") && !log.name.starts_with("flat");
                 if (single && number % kTrees != 0) return;
                 const std::size_t step = functions ? kFunctions : single ? 1 : kTrees / 4;
                 run_log(log,
                         {.entry = [=](std::size_t entry) { return entry % step == 0; },
                          .guard = [](std::size_t guard) { return guard % 5 == 0; }},
                         counts);
             });
    if (counts.logs > 0) check(counts);
}
