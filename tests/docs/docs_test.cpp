// Every fenced block of README.md and docs/ is run. What a block is follows from its language:
//   guard    a whole rule file, which must compile
//   guards   guards of an entry
//   console  commands with what they print, run in the root of the repository
//   cpp      lines that stand as they are in a program under examples/
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "compiler/session/rules_file.h"
#include "compiler/terms/term_kinds.h"
#include "tests/checkout.h"
#include "tests/docs/fences.h"

namespace guardc::docs {
namespace {

const std::filesystem::path kRoot = tests::source_folder();

std::vector<Fence> all_fences() {
    std::vector<std::filesystem::path> files{kRoot / "README.md"};
    for (const auto& entry : std::filesystem::directory_iterator(kRoot / "docs"))
        if (entry.path().extension() == ".md") files.push_back(entry.path());
    std::vector<Fence> fences;
    for (const auto& file : files) {
        const std::vector<Fence> found = fences_of(file.filename().string(), read_file(file.string()));
        fences.insert(fences.end(), found.begin(), found.end());
    }
    return fences;
}

// The mistakes in a text of rules, rendered; empty when it compiles.
std::string mistakes_in(const std::string& text) {
    const compiler::RulesFile rules = compiler::read_rules("fence", text);
    std::string mistakes;
    for (const grammar::Diagnostic& diagnostic : rules.diagnostics)
        if (diagnostic.severity == grammar::Severity::error)
            mistakes += grammar::render(*rules.source, diagnostic) + '\n';
    return mistakes;
}

std::string output_of(std::string command) {
    const std::filesystem::path program = GUARDC_PROGRAM;
    command = fmt::format("cd '{}' && PATH='{}':\"$PATH\" && ({}) 2>&1", kRoot.string(),
                          program.parent_path().string(), command);
    std::string output;
    FILE* pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 4096> buffer;
    for (std::size_t count = 0; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
        output.append(buffer.data(), count);
    pclose(pipe);
    return output;
}

bool stands_in_an_example(const std::string& text) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / "examples"))
        if (entry.path().extension() == ".cpp" &&
            read_file(entry.path().string()).find(text) != std::string::npos)
            return true;
    return false;
}

}  // namespace

TEST_CASE("every fenced block of the documents is run") {
    const std::vector<Fence> fences = all_fences();
    CHECK(fences.size() >= 7);
    for (const Fence& fence : fences) {
        INFO(fence.file << ":" << fence.line << "\n" << fence.text);
        if (fence.language == "guard") {
            CHECK(mistakes_in(fence.text) == "");
        } else if (fence.language == "guards") {
            CHECK(mistakes_in("frame f {\nentry \"e\" {\n" + fence.text + "}\n}\n") == "");
        } else if (fence.language == "console") {
            const std::vector<Command> commands = commands_of(fence.text);
            CHECK(!commands.empty());
            for (const Command& command : commands)
                CHECK(output_of(command.line) == command.output);
        } else if (fence.language == "cpp") {
            CHECK(stands_in_an_example(fence.text));
        } else {
            FAIL_CHECK("nobody runs a block of language `" << fence.language << "`");
        }
    }
}

TEST_CASE("the runner of fences notices what is wrong") {
    CHECK(mistakes_in("frame f { entry \"e\" { x is } }") != "");
    CHECK(!stands_in_an_example("no example holds this line\n"));
    const std::vector<Fence> fences = fences_of("a.md", "text\n```guard\na\nb\n```\n```sh\n```\n");
    REQUIRE(fences.size() == 2);
    CHECK(fences[0].text == "a\nb\n");
    CHECK(fences[0].line == 2);
    CHECK(fences[1].language == "sh");
}

TEST_CASE("the reference table of docs/language.md is the program's own") {
    std::string table = "| written | least | most | meaning |\n| --- | --- | --- | --- |\n";
    for (const compiler::TermKind& kind : compiler::term_kinds()) {
        std::string spelling = kind.spelling.empty() ? "" : fmt::format("`{}`", kind.spelling);
        table += fmt::format("| {} | {} | {} | {} |\n", spelling, kind.least, kind.most, kind.text);
    }
    const std::string path = (kRoot / "docs/language.md").string();
    const std::string page = read_file(path);
    const std::string begin = "<!-- terms -->\n";
    const std::size_t from = page.find(begin);
    const std::size_t to = page.find("<!-- end of terms -->");
    REQUIRE(from != std::string::npos);
    REQUIRE(to != std::string::npos);
    const std::size_t start = from + begin.size();
    if (std::getenv("GUARDC_APPROVE") != nullptr) {
        FILE* file = std::fopen(path.c_str(), "w");
        REQUIRE(file != nullptr);
        fmt::print(file, "{}{}{}", page.substr(0, start), table, page.substr(to));
        std::fclose(file);
        return;
    }
    INFO("GUARDC_APPROVE=1 writes the table anew");
    CHECK(page.substr(start, to - start) == table);
}

}  // namespace guardc::docs
