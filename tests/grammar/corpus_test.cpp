// Real guards: every line that the peer printed is read as a statement. Skipped where the data is not at
// hand.
#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "grammar/parse.h"
#include "grammar/peer.h"
#include "reading.h"
#include "tests/checkout.h"

using namespace guardc;
using namespace guardc::grammar;
namespace fs = std::filesystem;

namespace {

// The clause of one line of a flat guard function, or nothing.
std::string flat_clause(std::string line) {
    static const std::string kAnd = "__guard_hit = __guard_hit and ";
    if (const auto at = line.find(kAnd); at != std::string::npos) return line.substr(at + kAnd.size());
    const auto and_at = line.find("    and (");
    const auto return_at = line.find("    return (");
    if (and_at == std::string::npos && return_at == std::string::npos) return "";
    line = line.substr(line.find('('));
    return line.ends_with(" \\") ? line.substr(0, line.size() - 2) : line;
}

// A leaf line of a tree, without its log prefix, or nothing.
std::string tree_leaf(const std::string& line) {
    const auto at = line.find("+- ");
    if (at == std::string::npos) return "";
    std::string leaf = line.substr(at + 3);
    const PeerShape shape = peer_shape(leaf, {0, static_cast<std::uint32_t>(leaf.size())});
    const bool structure = shape.line == PeerLine::manager;
    return structure ? "" : leaf;
}

struct Tally {
    std::size_t lines = 0;
    std::size_t prose = 0;  // in the peer's form, but no expression
    std::vector<std::string> unread;
};

void read_line(const std::string& line, Tally& tally) {
    ++tally.lines;
    const ParsedGuard parsed = parse_guard(Source("corpus", line));
    if (parsed.guard.peer && parsed.guard.peer->expression == kNoExpr && !parsed.guard.peer->raw.empty())
        ++tally.prose;
    if (!parsed.diagnostics.empty()) tally.unread.push_back(line);
}

// Every statement that the corpus holds, each once.
std::set<std::string> corpus_statements() {
    std::set<std::string> statements;
    for (const char* kind : {"flat", "tree"}) {
        const fs::path folder = tests::corpus_folder() / kind;
        if (!fs::exists(folder)) continue;
        for (const auto& file : fs::directory_iterator(folder))
            for (const std::string& line : tests::lines_of(file.path())) {
                std::string statement = kind == std::string("flat") ? flat_clause(line) : tree_leaf(line);
                if (!statement.empty() && mistakes("frame f { entry \"e\" {\n" + statement + "\n} }") == "")
                    statements.insert(std::move(statement));
            }
    }
    return statements;
}

}  // namespace

TEST_CASE("every statement of the corpus reads back as it was when it is printed") {
    std::string text;
    std::size_t count = 0;
    const auto check = [&] {
        const std::string file = "frame f {\nentry \"e\" {\n" + text + "}\n}\n";
        text.clear();
        const std::string canonical = formatted(file);
        INFO(canonical);
        REQUIRE(tree(canonical) == tree(file));
        REQUIRE(formatted(canonical) == canonical);
    };
    for (const std::string& statement : corpus_statements()) {
        text += statement + "\n";
        if (++count % 100 == 0) check();
    }
    check();
    std::cout << count << " statements of the corpus\n";
    if (count == 0) WARN("no corpus at " << tests::corpus_folder() << ": set GUARDC_CORPUS");
}

TEST_CASE("every clause of flat guard functions is a statement") {
    const fs::path folder = tests::corpus_folder() / "flat";
    if (!fs::exists(folder)) {
        WARN("no corpus at " << folder << ": set GUARDC_CORPUS");
        return;
    }
    Tally tally;
    for (const char* name : {"13-depyf-2025-10-dynamic.txt", "15-depyf-2024-03-dynamic.txt",
                             "17-depyf-tutorial-100-modules.txt"})
        for (const std::string& line : tests::lines_of(folder / name))
            if (const std::string clause = flat_clause(line); !clause.empty()) read_line(clause, tally);
    CHECK(tally.lines > 60);
    // Prose without its kind in front: the importer knows it by its text.
    for (const std::string& line : tally.unread)
        CHECK(line.find("top_saved_tensors_hooks ids == None") != std::string::npos);
    WARN(tally.lines << " clauses read, " << tally.unread.size() << " of them prose");
}

TEST_CASE("every leaf line of printed trees is a statement") {
    const fs::path folder = tests::corpus_folder() / "tree";
    if (!fs::exists(folder)) {
        WARN("no corpus at " << folder << ": set GUARDC_CORPUS");
        return;
    }
    Tally tally;
    for (const auto& file : fs::directory_iterator(folder))
        for (const std::string& line : tests::lines_of(file.path()))
            if (const std::string leaf = tree_leaf(line); !leaf.empty()) read_line(leaf, tally);
    CHECK(tally.lines > 1000);
    for (const std::string& line : tally.unread) {
        INFO(line);
        CHECK(false);
    }
    WARN(tally.lines << " leaf lines read, " << tally.prose << " of them with prose behind the kind");
}

TEST_CASE("conditions of an export log are expressions") {
    const fs::path path = tests::corpus_folder() / "tree" / "27-sym-guard-added-floordiv.txt";
    if (!fs::exists(path)) {
        WARN("no corpus at " << path << ": set GUARDC_CORPUS");
        return;
    }
    std::size_t read = 0;
    for (const std::string& line : tests::lines_of(path)) {
        if (line.empty() || line.starts_with("#")) continue;
        INFO(line);
        CHECK(expression(line).starts_with("("));
        ++read;
    }
    CHECK(read > 5);
}
