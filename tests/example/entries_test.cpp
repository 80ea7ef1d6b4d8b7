// The rules under examples/: every entry has a frame that hits it, and mutants that do not, in every engine.
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "compiler/example/kept_entries.h"
#include "tests/checkout.h"
#include "tests/sanitized.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

RulesFile rules_in(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return read_rules(path.filename(), text.str());
}

constexpr std::array kEngines{Engine::reference, Engine::table, Engine::native, Engine::dispatch};
using Sessions = std::vector<std::unique_ptr<Session>>;

Sessions open_all(const RulesFile& rules) {
    Sessions sessions;
    for (const Engine engine : kEngines) {
        auto session = Session::open(rules, {.engine = engine});
        REQUIRE(session);
        sessions.push_back(std::move(*session));
    }
    return sessions;
}

// The entry that takes the frame as it stands in a file, in every engine: they all say the same.
std::string taker(const Sessions& sessions, FrameDocument frame, const KeptEntry& entry) {
    frame.frame = entry.frame->name;
    const auto read = read_frame(write_frame(frame));
    REQUIRE(read);
    std::optional<std::string> first;
    for (const auto& session : sessions) {
        const auto answer = session->dispatch(*read);
        REQUIRE(answer);
        const std::string taken = answer->entry.value_or("");
        if (!first) first = taken;
        CHECK(taken == *first);
    }
    return first.value_or("");
}

}  // namespace

TEST_CASE("entries of the examples") {
    std::size_t entries = 0, mutants = 0;
    for (const auto& file :
         std::filesystem::recursive_directory_iterator(tests::source_folder() / "examples")) {
        if (file.path().extension() != ".guard") continue;
        const RulesFile rules = rules_in(file.path());
        REQUIRE(rules.sound());
        const auto kept = kept_entries(rules);
        REQUIRE(kept);
        const Sessions sessions = open_all(rules);
        for (const KeptEntry& entry : *kept) {
            INFO(file.path() << ": " << entry.entry->name);
            const auto example = Example::find(entry.example_guards(), asked_before(*kept, entry).guards);
            REQUIRE(example);
            ++entries;
            CHECK(taker(sessions, (*example)->frame(), entry) == entry.entry->name);
            // Of an entry of a real model some guards suffice where each verdict is slow.
            const std::size_t step = tests::kSanitized && entry.guards.size() > 100 ? 5 : 1;
            for (std::size_t i = 0; i < entry.guards.size(); i += step) {
                const auto mutant = (*example)->violate(i);
                REQUIRE(mutant);
                ++mutants;
                INFO(mutant->changed);
                CHECK(taker(sessions, mutant->frame, entry) != entry.entry->name);
            }
        }
    }
    CHECK(entries >= 15);
    CHECK(mutants >= 150);
}

TEST_CASE("an entry that another one takes all frames of") {
    const RulesFile rules = read_rules("r.guard", R"(frame f(x) {
    entry "wide" { x in 1..10 }
    entry "narrow" { x in 2..4 }
    entry "beyond" { x in 5..12 }
})");
    REQUIRE(rules.sound());
    const auto kept = kept_entries(rules);
    REQUIRE(kept);
    const auto narrow = Example::find((*kept)[1].example_guards(), asked_before(*kept, (*kept)[1]).guards);
    REQUIRE_FALSE(narrow);
    CHECK(narrow.error().taken == 0);
    const auto beyond = Example::find((*kept)[2].example_guards(), asked_before(*kept, (*kept)[2]).guards);
    REQUIRE(beyond);
    // Not by which values the wide one refuses, but that it does.
    const FrameDocument& frame = (*beyond)->frame();
    REQUIRE(frame.local("x") != nullptr);
    CHECK(as<IntegerValue>(*frame.local("x")).number > 10);
}

TEST_CASE("the order in which entries are asked") {
    const RulesFile rules = read_rules("r.guard", R"(frame f(x) {
    order newest_first
    entry "first" { x is 1 }
    entry "second" { x is int }
})");
    REQUIRE(rules.sound());
    const auto kept = kept_entries(rules);
    REQUIRE(kept);
    CHECK(asked_before(*kept, (*kept)[0]).guards.size() == 1);
    CHECK(asked_before(*kept, (*kept)[1]).guards.empty());
    CHECK_FALSE(Example::find((*kept)[0].example_guards(), asked_before(*kept, (*kept)[0]).guards));
}

TEST_CASE("kept guards are those after waiving, with what is required") {
    const RulesFile rules = read_rules("r.guard", R"(frame f(x, scale) {
    entry "only" backend "npu" {
        x is tensor(float16, size=[8, 4])
        scale is 0.5
    }
}
backend "npu" for f {
    require x.size(1) % 2 == 0
    waive x.size(0) == 8 weaken x.size(0) in 8..64 step 8 because "padded"
    waive scale is _ lift because "an input"
})");
    REQUIRE(rules.sound());
    const auto kept = kept_entries(rules);
    REQUIRE(kept);
    const KeptEntry& entry = (*kept)[0];
    CHECK(entry.lifted.size() == 1);
    const auto example = Example::find(entry.example_guards());
    REQUIRE(example);
    const Sessions sessions = open_all(rules);
    CHECK(taker(sessions, (*example)->frame(), entry) == "only");
    for (std::size_t i = 0; i < entry.guards.size(); ++i) {
        const auto mutant = (*example)->violate(i);
        REQUIRE(mutant);
        CHECK(taker(sessions, mutant->frame, entry).empty());
    }
}
