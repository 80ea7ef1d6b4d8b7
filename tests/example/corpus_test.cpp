// Real guards: each imported entry has a frame that hits, and mutants that miss, in every engine.
#include "tests/example/corpus.h"

#include <cstdlib>
#include <iostream>

#include <catch2/catch.hpp>

using namespace guardc::example_tests;

// All of it takes long: `./dev corpus`. GUARDC_CORPUS_PART names the files that are wanted by a part of their
// names.
TEST_CASE("every entry of the corpus", "[.corpus]") {
    const char* given = std::getenv("GUARDC_CORPUS_PART");
    const std::string part = given == nullptr ? "" : given;
    CorpusCounts all;
    each_log([&](const std::string& name) { return name.find(part) != std::string::npos; },
             [&](const CorpusLog& log) {
                 CorpusCounts counts;
                 run_log(log, {}, all);
             });
    print(all);
    CHECK(all.wrong == 0);
    CHECK(all.found == all.entries);
    CHECK(all.fixed == 0);
}
