// What is refused before an entry is built, what a compile callback asks for itself, and consent.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <catch2/catch.hpp>

#include "compiler/backend/check_waivers.h"
#include "compiler/backend/compiled_rules.h"
#include "compiler/backend/diagnostic_ids.h"
#include "compiler/backend/guard_text.h"
#include "compiler/session/rules_file.h"
#include "runtime/value/builtin_model.h"
#include "tests/backend/rule_world.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

std::string rules(std::string_view clause, std::string_view guards, std::string_view block) {
    return "frame f(x, n, scale) {\n" + std::string(clause) + "\nentry \"e\" {\n" + std::string(guards) +
           "\n}\n}\nbackend \"npu\" for f {\n" + std::string(block) + "\n}\n";
}

// The ids of what stands against building `e` for an artefact that reads this.
std::string refused(std::string_view clause, std::string_view guards, std::string_view block,
                    const ArgumentsRead& reads) {
    RulesFile file = read_rules("test.guard", rules(clause, guards, block));
    REQUIRE(file.sound());
    FrameRules& frame = file.frames[0];
    grammar::Diagnostics diagnostics;
    auto standing = std::make_shared<BackendStanding>(standing_of_blocks(frame, "npu", diagnostics));
    REQUIRE(diagnostics.empty());
    const BuildOptions options;
    ValueReaders readers;
    const auto built =
        build_entry({frame, builtin_model(), options, readers},
                    {.name = "e",
                     .backend = "npu",
                     .framework = std::make_shared<std::vector<Guard>>(frame.entries[0].guards),
                     .standing = standing,
                     .own = nullptr,
                     .reads = reads});
    if (built) return "";
    std::string ids;
    for (const Mistakes& mistakes : built.error())
        for (const auto& diagnostic : mistakes.diagnostics)
            ids += (ids.empty() ? "" : " ") + diagnostic.id;
    return ids;
}

const ArgumentsRead kAllArguments{.all = true};
const ArgumentsRead kNone{};

}  // namespace

TEST_CASE("an entry is refused when a lift is read by nobody, or a waiver is not proved") {
    const std::string proved = "no unproved waivers";
    const struct {
        std::string clause;
        const char* guards;
        const char* block;
        ArgumentsRead reads;
        const char* ids;
    } cases[] = {
        {"", "scale is 0.5", "waive scale is _ lift", kAllArguments, ""},
        {"", "scale is 0.5", "waive scale is _ lift", kNone, "unread-lift"},
        {"", "scale is 0.5", "waive scale is _ lift", {.names = {"scale"}}, ""},
        {"", "scale is 0.5", "waive scale is _ lift as \"s\"", {.names = {"s"}}, ""},
        {"", "scale is 0.5", "waive scale is _ lift as \"s\"", {.names = {"scale"}}, ""},
        {"", "scale is 0.5", "waive scale is _ lift", {.names = {"s"}}, "unread-lift unknown-argument"},
        {"", "scale is 0.5", "", {.names = {"scale"}}, "unknown-argument"},
        {"",
         "scale is 0.5\nn is 1",
         "waive scale is _ lift\nwaive n is _ lift",
         {.names = {"n"}},
         "unread-lift"},
        {"", "scale is 0.5\nn is 1", "waive scale is _ lift as \"a\"\nwaive n is _ lift as \"a\"",
         kAllArguments, "argument-name-taken"},
        {"", "x.size(0) == 1\nx.size(1) == 2", "waive x.size(_) == _ lift as \"n\"", kAllArguments,
         "argument-name-taken"},
        {"", "scale is 0.5", "waive scale is _", kNone, ""},
        // U34
        {proved, "scale is 0.5", "waive scale is _", kNone, "unproved-waiver"},
        {proved, "scale is 0.5\nn is 1", "waive scale is _\nwaive n is 1", kNone,
         "unproved-waiver unproved-waiver"},
        {proved, "scale is 0.5", "waive scale is _ lift", kAllArguments, ""},
        {proved, "n is 8", "waive n is 8 weaken n in 8..64 step 8", kNone, "unproved-waiver"},
        {proved, "n is 8", "waive n is 8 weaken n == 8", kNone, "unproved-waiver"},  // 8.0 would pass
        {proved, "n is 8\nn % 8 == 0\n0 < n", "waive n % 8 == 0\nwaive 0 < n", kNone, ""},
        {proved, "n in 8..64 step 8", "waive n in 8..64 step 8\nrequire n in 16..32 step 16", kNone, ""},
        {proved, "n in 8..64 step 8", "waive n in 8..64 step 8\nrequire n in 16..32 step 4", kNone,
         "unproved-waiver"},
    };
    for (const auto& c : cases) {
        INFO(c.guards << "\n" << c.block);
        CHECK(refused(c.clause, c.guards, c.block, c.reads) == c.ids);
    }
}

TEST_CASE("U34: a compile is refused with the guard named") {
    RuleWorld world(
        rules("no unproved waivers", "scale is 0.5\nn is 1", "waive scale is _ because \"fast\""));
    CHECK(world.insert("e") ==
          "test.guard:4:1: error: `scale is 0.5` is waived by npu, and what is kept does not prove it "
          "[unproved-waiver]\n    scale is 0.5\n    ^^^^^^^^^^^^\n    hint: this frame has `no unproved "
          "waivers`\n");
    CHECK(world.look_up(R"({"n": 1, "scale": 0.5})") == "eager");
}

TEST_CASE("rules that a compile callback makes for its own artefact hold for no other") {
    std::shared_ptr<FrameRuleCompiler> compiler;
    int compiled = 0;
    std::string guards = "n is 1\nscale is 0.5";
    std::string what = "scale";
    Callbacks callbacks;
    callbacks.compile = [&](const CompileRequest&) -> std::expected<NewEntry, CompileFailure> {
        NewEntry made{.name = "e" + std::to_string(++compiled), .guards = guards};
        if (compiled % 2 == 0) return made;
        ArtefactScope own = Backend(compiler, "npu").artefact("f");
        auto lifted = own.lift(what, "s", "input 3");
        if (!lifted) return std::unexpected(CompileFailure{.text = lifted.error().text()});
        made.rules = own.rules();
        made.reads = {.names = {"s"}};
        return made;
    };
    RuleWorld world("frame f(x, n, scale) {\non failure retry 100\n}\n", callbacks);
    compiler = world.rules;
    CHECK(world.look_up(R"({"n": 1, "scale": 0.5})") == "compile:e1");
    CHECK(world.look_up(R"({"n": 1, "scale": 0.25})") == "hit:e1");
    const auto arguments = FrameRuleCompiler::arguments(*world.cache.entries()[0]->code);
    REQUIRE(arguments.size() == 1);
    CHECK(print_arguments(arguments, {}) == "  0  at    0, 16 bytes  float  s  scale\n");
    guards = "n is 2\nscale is 0.5";
    CHECK(world.look_up(R"({"n": 2, "scale": 0.5})") == "compile:e2");
    CHECK(world.look_up(R"({"n": 2, "scale": 0.25})") == "compile:e3");  // e2 asked for nothing
    CHECK(world.look_up(R"({"n": 2, "scale": 0.75})") == "hit:e3");

    // A waiver that finds nothing in the artefact, and one that is no text at all.
    guards = "n is 3";
    ++compiled;
    const auto told = [&](const char* text) {
        what = text;
        const FrameDocument document = frame_of(R"({"n": 3, "scale": 0.5})");
        const auto slots = bind_frame(document, *world.rules->shape("f"));
        return std::string(
            world.cache
                .look_up(
                    {.slots = slots, .ambient = document.ambient, .backend = world.dispatcher.backend("npu")})
                .message());
    };
    CHECK(
        told("scale").starts_with("lift by backend `npu`:1:1: error: entry `e5` has no constant that this"));
    ++compiled;
    CHECK(told("scale +").starts_with("lift by backend `npu`:1:8: error: "));
}

TEST_CASE("rules of one artefact belong to its backend and frame") {
    RuleWorld world(
        "frame f(n) {\nentry \"e\" backend \"gpu\" {\nn is 1\n}\n}\nframe g(n) { entry \"e\" { n is 1 } }\n");
    ArtefactScope own = Backend(world.rules, "npu").artefact("f");
    REQUIRE(own.require("n >= 0"));
    CHECK(world.cache.insert({.name = "e", .rules = own.rules()}).error().message ==
          "entry `e` of backend `gpu` came with rules of backend `npu` for frame `f`");
    CHECK(Backend(world.rules, "npu").artefact("h").require("n >= 0").error().diagnostics[0].id ==
          "unknown-frame");
}

TEST_CASE("a backend consents for one artefact, and for no other") {
    const std::string text = rules("", "n is 1\nscale is 0.5", "");
    RuleWorld world(text);
    REQUIRE(world.insert("e").empty());
    REQUIRE(world.insert("e").empty());
    const EntryId second = world.cache.entries()[1]->id;
    Backend npu(world.rules, "npu");
    auto any = npu.waive("f", "n is 1");
    REQUIRE(any);
    const char* const wide = R"({"n": 2, "scale": 0.5})";
    CHECK(world.look_up(wide) == "eager");
    CHECK(world.cache.consent(second).value());
    CHECK(world.look_up(wide) == "hit:e");
    CHECK(world.cache.entries()[1]->id == second);
    CHECK_FALSE(world.cache.consent(EntryId{77}).value());

    // What is required later still narrows what was consented to.
    const auto small = npu.require("f", "n < 2");
    CHECK(world.look_up(wide) == "eager");
    // Taking the waiver back leaves the consent; consenting again to the rules of now narrows.
    any->remove();
    REQUIRE(world.cache.consent(second));
    CHECK(world.look_up(R"({"n": 1, "scale": 0.5})") == "hit:e");
    CHECK(world.look_up(R"({"n": 0, "scale": 0.5})") == "eager");
}

TEST_CASE("no consent makes an artefact read what it does not") {
    RuleWorld world(rules("", "n is 1\nscale is 0.5", ""));
    const auto id = world.cache.insert({.name = "e"});
    REQUIRE(id);
    const auto lifted = Backend(world.rules, "npu").lift("f", "scale");
    REQUIRE(lifted);
    CHECK(world.cache.consent(*id).error().message.find("[unread-lift]") != std::string::npos);
    CHECK(world.look_up(R"({"n": 1, "scale": 0.25})") == "eager");
    CHECK(world.look_up(R"({"n": 1, "scale": 0.5})") == "hit:e");
}

TEST_CASE("one rule for many frames") {
    const char* const text =
        "frame decode(n) { entry \"e\" backend \"npu\" { n is 1 } }\n"
        "frame decode_all(n) { entry \"e\" backend \"npu\" { n is 2 } }\n"
        "frame prefill(m) { entry \"e\" backend \"npu\" { m is 3 } }\n";
    RuleWorld world(text);
    Backend npu(world.rules, "npu");
    FrameCache& all = world.dispatcher.add_frame({.name = "decode_all"});
    REQUIRE(world.insert("e").empty());
    REQUIRE(all.insert({.name = "e"}));
    const auto hits = [&](FrameCache& cache, int n) {
        const FrameDocument document = frame_of("{\"n\": " + std::to_string(n) + "}");
        const auto slots = bind_frame(document, *world.rules->shape(cache.name()));
        return cache.look_up({.slots = slots, .ambient = document.ambient}).kind() == OutcomeKind::hit;
    };
    CHECK((hits(world.cache, 1) && hits(all, 2)));
    {
        const auto none = npu.require("decode*", "n > 5");
        REQUIRE(none);
        CHECK((!hits(world.cache, 1) && !hits(all, 2)));
    }
    // A name that one of the frames does not have refuses the rule for all.
    CHECK(npu.require("*", "n > 5").error().diagnostics[0].id == "unknown-name");
    world.cache.clear();
    REQUIRE(world.insert("e").empty());
    CHECK(hits(world.cache, 1));
    // A waiver needs something to waive in one of them.
    const auto waived = npu.waive("decode*", "n is 2");
    REQUIRE(waived);
    CHECK(npu.waive("decode*", "n is 7").error().diagnostics[0].id == "waives-nothing");
    CHECK(npu.waive("de", "n is 7").error().diagnostics[0].id == "unknown-frame");
    all.clear();
    REQUIRE(all.insert({.name = "e"}));
    CHECK(hits(all, 9));
}

TEST_CASE("weakening and lifting by their own functions point into the string that is wrong") {
    RuleWorld world(rules("", "n is 8\nscale is 0.5", ""));
    Backend npu(world.rules, "npu");
    const struct {
        const char* what;
        const char* text;
        const char* message;
    } cases[] = {
        {"n is 8", "n in 8..64 ste 8", "weaken by backend `npu`:1:12: error: "},
        {"n is 8", "m in 8..64", "weaken by backend `npu`:1:1: error: unknown name `m`"},
        {"n is 9", "n in 8..64", "waive by backend `npu`:1:1: error: no entry of backend `npu` has a guard"},
        {"n is 8 lift", "n in 8..64", "waive by backend `npu`:1:1: error: what is weakened is not also"},
        {"n is 8", "x is tensor(float16)", "weaken by backend `npu`:1:1: error: a guard is weakened to one"},
    };
    for (const auto& c : cases) {
        const auto added = npu.weaken("f", c.what, c.text);
        REQUIRE_FALSE(added);
        CHECK(added.error().text().substr(0, std::string(c.message).size()) == c.message);
    }
    CHECK(npu.lift("f", "scale + 1").error().diagnostics[0].id == "not-a-path");
    CHECK(npu.lift("f", "x").error().text().starts_with(
        "lift by backend `npu`:1:1: error: no entry of backend `npu` has a constant that this could lift"));
    const auto weaker = npu.weaken("f", "n is _", "n in 8..64 step 8", "any multiple");
    REQUIRE(weaker);
    const auto lifted = npu.lift("f", "scale", "s");
    REQUIRE(lifted);
    REQUIRE(world.insert("e").empty());
    CHECK(world.look_up(R"({"n": 16, "scale": 0.25})") == "hit:e");
    CHECK(world.look_up(R"({"n": 17, "scale": 0.25})") == "eager");
    CHECK(world.reasons(R"({"n": 17, "scale": 0.25})")[0].because == "any multiple");
}

TEST_CASE("every id of diagnostics about backends is seen") {
    std::set<std::string> seen;
    const auto note = [&](const grammar::Diagnostics& diagnostics) {
        for (const auto& diagnostic : diagnostics)
            seen.insert(diagnostic.id);
    };
    RuleWorld world(rules("", "n is 8\nscale is 0.5", ""));
    Backend npu(world.rules, "npu");
    note(npu.weaken("f", "n is 8 lift", "n == 8").error().diagnostics);
    note(npu.weaken("f", "n is 8", "x is tensor(float16)").error().diagnostics);
    note(npu.lift("f", "scale + 1").error().diagnostics);
    note(npu.lift("g", "scale").error().diagnostics);
    note(npu.waive("f", "n is 9").error().diagnostics);
    note(npu.waive("f", "n in (_, 2)").error().diagnostics);
    note(npu.require("f", "extern(\"a\", n)").error().diagnostics);
    note(npu.bind({.name = "a", .binding = {}, .keeps = nullptr}).error().diagnostics);
    const auto always = [](void*, std::span<const Cell>) noexcept { return Truth::yes; };
    REQUIRE(npu.bind({.name = "b", .operands = 0, .binding = {always, nullptr}, .keeps = nullptr}));
    note(npu.require("f", "extern(\"b\", n)").error().diagnostics);
    note(parse_guard_text("a", "}\nentry \"more\" {").diagnostics);
    for (const std::string& ids :
         {refused("", "scale is 0.5", "waive scale is _ lift", kNone),
          refused("", "scale is 0.5", "", {.names = {"a"}}),
          refused("", "scale is 0.5\nn is 1", "waive scale is _ lift as \"a\"\nwaive n is _ lift as \"a\"",
                  kAllArguments),
          refused("", "x.size(0) == 8", "waive path x.shape lift", kAllArguments),
          refused("no unproved waivers", "n is 1", "waive n is 1", kNone)})
        seen.insert(ids);
    for (const auto& known : kBackendDiagnosticIds) {
        INFO(known.id);
        CHECK(seen.contains(std::string(known.id)));
    }
}
