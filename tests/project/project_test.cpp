// The rules hold for this checkout, and notice when they do not.
#include <filesystem>
#include <fstream>
#include <random>

#include <catch2/catch.hpp>

#include "tests/checkout.h"
#include "tests/project/rules.h"

using namespace guardc::tests;
namespace fs = std::filesystem;

namespace {

using Rule = Breaches (*)(const std::vector<SourceFile>&);

Breaches in_this_checkout(Rule rule) {
    static const std::vector<SourceFile> files = read_tree(source_folder());
    REQUIRE(files.size() > 20);
    return rule(files);
}

// A checkout that holds one file.
Breaches in_made_up_tree(Rule rule, const std::string& path, const std::string& text) {
    const fs::path root =
        fs::temp_directory_path() / ("guardc-project-" + std::to_string(std::random_device{}()));
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path, std::ios::binary) << text;
    Breaches breaches = rule(read_tree(root));
    fs::remove_all(root);
    return breaches;
}

struct IncludeCase {
    const char* file;
    const char* include;
    bool allowed;
};

}  // namespace

TEST_CASE("this checkout keeps the rules") {
    CHECK(in_this_checkout(wrong_includes) == Breaches{});
    CHECK(in_this_checkout(wrong_sizes) == Breaches{});
    CHECK(in_this_checkout(wrong_names) == Breaches{});
    CHECK(in_this_checkout(wrong_words) == Breaches{});
    CHECK(in_this_checkout(missing_documents) == Breaches{});
}

TEST_CASE("who may include what") {
    const IncludeCase cases[] = {
        {"grammar/parse.cpp", "\"grammar/ast.h\"", true},
        {"grammar/parse.cpp", "<boost/spirit/home/x3.hpp>", true},
        {"grammar/rules_def.h", "<boost/spirit/home/x3.hpp>", true},
        {"grammar/parse.h", "<boost/spirit/home/x3.hpp>", false},
        {"grammar/parse.cpp", "<fmt/format.h>", true},
        {"grammar/parse.cpp", "<nlohmann/json.hpp>", false},
        {"grammar/parse.cpp", "\"compiler/sema/sema.h\"", false},
        {"grammar/parse.cpp", "\"runtime/model/kind.h\"", false},
        {"compiler/sema/sema.cpp", "\"grammar/ast.h\"", true},
        {"compiler/sema/sema.cpp", "\"runtime/model/kind.h\"", true},
        {"compiler/sema/sema.cpp", "<boost/version.hpp>", false},
        {"compiler/sema/sema.cpp", "<llvm/IR/Module.h>", false},
        {"compiler/sema/sema.cpp", "\"compiler/cli/terminal.h\"", false},
        {"compiler/sema/sema.cpp", "\"compiler/native/native.h\"", true},
        {"compiler/sema/sema.cpp", "\"compiler/native/factory.h\"", false},
        {"compiler/native/lower.cpp", "<llvm/IR/Module.h>", true},
        {"compiler/native/piece.h", "<llvm/IR/Module.h>", true},
        {"compiler/native/native.h", "<llvm/IR/Module.h>", false},
        {"compiler/json/frame.cpp", "<nlohmann/json.hpp>", true},
        {"compiler/json/frame.cpp", "<CLI/App.hpp>", false},
        {"compiler/cli/main.cpp", "<CLI/App.hpp>", true},
        {"compiler/cli/main.cpp", "<unistd.h>", true},
        {"compiler/proof/solver.cpp", "<z3++.h>", true},
        {"compiler/passes/imply.cpp", "<z3++.h>", false},
        {"runtime/dispatch/frame.h", "<atomic>", true},
        {"runtime/dispatch/frame.h", "<sys/sdt.h>", true},
        {"runtime/dispatch/frame.h", "\"runtime/model/kind.h\"", true},
        {"runtime/dispatch/frame.h", "<fmt/format.h>", false},
        {"runtime/dispatch/frame.h", "  <unistd.h>", false},
        {"runtime/dispatch/read_fence.cpp", "<unistd.h>", true},
        {"runtime/dispatch/read_fence.cpp", "<sys/mman.h>", false},
        {"runtime/dispatch/frame.h", "\"grammar/source.h\"", false},
        {"runtime/dispatch/frame.h", "\"compiler/sema/sema.h\"", false},
        {"examples/01-first/main.cpp", "\"runtime/model/kind.h\"", true},
        {"examples/01-first/main.cpp", "\"engine.h\"", true},
        {"examples/01-first/main.cpp", "\"compiler/cli/terminal.h\"", false},
        {"tests/native/lower_test.cpp", "<llvm/IR/Module.h>", true},
    };
    for (const IncludeCase& c : cases) {
        INFO(c.file << " includes " << c.include);
        const auto text = "#pragma once\n#  include " + std::string(c.include) + "\n";
        CHECK(in_made_up_tree(wrong_includes, c.file, text).empty() == c.allowed);
    }
}

TEST_CASE("the other rules notice a breach") {
    const std::string lines_600(600, '\n'), lines_601(601, '\n');
    CHECK(in_made_up_tree(wrong_sizes, "grammar/a.cpp", lines_600) ==
          Breaches{"all: the median file has 600 lines, at most 119"});
    CHECK(in_made_up_tree(wrong_sizes, "grammar/a.cpp", lines_601).size() == 2);
    CHECK(in_made_up_tree(wrong_sizes, "docs/a.md", lines_601).empty());
    CHECK(in_made_up_tree(wrong_names, "runtime/utils.h", "") ==
          Breaches{"runtime/utils.h: a name that says nothing"});
    CHECK(in_made_up_tree(wrong_words, "docs/a.md", std::string("TO") + "DO: write").size() == 1);
    CHECK(in_made_up_tree(wrong_words, "dev", std::string("cd /wo") + "rk/x").size() == 1);
    CHECK(in_made_up_tree(wrong_words, "dev", "work/x root todo").empty());
    CHECK(in_made_up_tree(wrong_words, "dev", std::string("a/ho") + "me/x").empty());
    CHECK(in_made_up_tree(wrong_words, "dev", std::string("=/ho") + "me/x").size() == 1);

    CHECK(in_made_up_tree(missing_documents, "docs/architecture.md", "runtime/model/").size() == 2);
    CHECK(in_made_up_tree(missing_documents, "runtime/model/kind.h", "") ==
          Breaches{"docs/architecture.md: is missing", "docs/decisions.md: is missing",
                   "docs/language.md: is missing", "runtime/model/: docs/architecture.md does not name it"});
}
