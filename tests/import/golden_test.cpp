// The log of a real model against the rules that stand beside it.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "compiler/import/import.h"
#include "tests/checkout.h"
#include "tests/import/importing.h"

using namespace guardc::compiler;
using namespace guardc::compiler::tests;

namespace {

std::string read(const std::string& name) {
    std::ifstream file(guardc::tests::source_folder() / "examples/07-imported-model" / name,
                       std::ios::binary);
    REQUIRE(file);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("the rules of the imported model are what its log says") {
    const std::vector<ImportInput> inputs = {{"encoder.log", read("encoder.log")}};
    const auto imported = import_logs(inputs);
    REQUIRE(imported);
    CHECK(imported->rules == read("encoder.guard"));
    CHECK(imported->report.clauses >= 500);
    CHECK(imported->report.typed == imported->report.clauses);
    // At most one line for three of the tree.
    const Size size = size_of(imported->rules, inputs[0].text);
    CHECK(size.tree_lines > 1000);
    CHECK(3 * size.lines <= size.tree_lines);
}
