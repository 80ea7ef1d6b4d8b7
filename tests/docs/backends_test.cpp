// What docs/backends.md and the recipes under examples/ say about backends.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "compiler/backend/diagnostic_ids.h"
#include "tests/checkout.h"
#include "tests/docs/fences.h"

namespace guardc::docs {
namespace {

const std::filesystem::path kRoot = tests::source_folder();

// What stands in the file, or with GUARDC_APPROVE what is written there now.
void check_text(const std::filesystem::path& path, const std::string& stands, const std::string& wanted) {
    if (std::getenv("GUARDC_APPROVE") != nullptr) {
        std::ofstream(path) << wanted;
        return;
    }
    INFO(path.string() << ": GUARDC_APPROVE=1 writes it anew");
    CHECK(stands == wanted);
}

std::string ledger_of(const std::filesystem::path& rules) {
    const std::string command = fmt::format("cd '{}' && '{}' ledger '{}' 2>&1", rules.parent_path().string(),
                                            GUARDC_PROGRAM, rules.filename().string());
    std::string output;
    FILE* pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 4096> buffer;
    for (std::size_t count = 0; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
        output.append(buffer.data(), count);
    CHECK(pclose(pipe) == 0);
    return output;
}

}  // namespace

TEST_CASE("the diagnostics of docs/backends.md are the program's own") {
    std::string table = "| id | said of |\n| --- | --- |\n";
    for (const compiler::BackendDiagnosticId& known : compiler::kBackendDiagnosticIds)
        table += fmt::format("| `{}` | {} |\n", known.id, known.meaning);
    const std::filesystem::path path = kRoot / "docs/backends.md";
    const std::string page = read_file(path.string());
    const std::string begin = "<!-- diagnostics -->\n";
    const std::size_t from = page.find(begin), to = page.find("<!-- end of diagnostics -->");
    REQUIRE(from != std::string::npos);
    REQUIRE(to != std::string::npos);
    check_text(path, page, page.substr(0, from + begin.size()) + table + page.substr(to));
}

TEST_CASE("every recipe stands with its ledger") {
    std::size_t recipes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kRoot / "examples/06-backend-recipes")) {
        if (entry.path().extension() != ".guard") continue;
        ++recipes;
        std::filesystem::path ledger = entry.path();
        ledger.replace_extension(".ledger");
        const bool is_there = std::filesystem::exists(ledger);
        check_text(ledger, is_there ? read_file(ledger.string()) : "", ledger_of(entry.path()));
    }
    CHECK(recipes >= 5);
}

}  // namespace guardc::docs
