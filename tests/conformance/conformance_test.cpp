// What guards mean, case by case, in every engine.
#include <set>

#include <catch2/catch.hpp>

#include "compiler/json/frame_json.h"
#include "runtime/dispatch/dispatcher.h"
#include "tests/conformance/cases.h"
#include "tests/differential/checked_text.h"
#include "tests/differential/engines.h"

using namespace guardc;
using namespace guardc::conformance;
using namespace guardc::differential;

namespace {

constexpr std::size_t kLeastCases = 250;

native::Compiler& native_compiler() {
    static const auto compiler = native::load_compiler({.verify = true});
    REQUIRE(compiler);
    return **compiler;
}

std::string_view truth_name(Truth truth) {
    constexpr std::string_view names[] = {"false", "true", "undefined", "error"};
    return names[static_cast<unsigned>(truth)];
}

Status by_dispatcher(const compiler::CheckProgram& check, const Input& input) {
    Dispatcher dispatcher;
    FrameCache& frame = dispatcher.add_frame({.name = "f"});
    const auto code = std::make_shared<const EntryCode>(
        EntryCode::Parts{check.program, check.literals.words, check.literals.owners, {}, nullptr, {}, {}});
    REQUIRE(frame.insert({.name = "only", .code = code}));
    const Outcome outcome = frame.look_up({.slots = input.slots, .ambient = input.ambient});
    return outcome.kind() == OutcomeKind::hit ? Status::hit : Status::miss;
}

void judge_everywhere(const compiler::FrameRules& rules, std::span<const compiler::Guard> guards,
                      const Input& input, Truth wanted) {
    Truth by_walking = Truth::error;
    by_reference(*rules.terms, guards, {}, input, &by_walking);
    CHECK(truth_name(by_walking) == truth_name(wanted));
    for (const bool fuse : {false, true}) {
        auto check = compiler::build_check(*rules.terms, guards, {}, rules.shape, builtin_model(),
                                           {.keep_plan_text = false, .fuse = fuse});
        REQUIRE(check);
        REQUIRE(verify_program(check->program) == nullptr);
        INFO((fuse ? "fused\n" : "not fused\n") << compiler::print_program(check->program, check->literals));
        CHECK(by_dispatcher(*check, input) == status_of(wanted));
        Runner runner(std::move(*check));
        CHECK(runner.by_table(input).status == status_of(wanted));
        const auto code = native_compiler().compile(runner.program(),
                                                    fuse ? native::Effort::quick : native::Effort::thorough);
        REQUIRE(code);
        CHECK(runner.natively(**code, input).status == status_of(wanted));
    }
}

Truth negated(Truth truth) {
    if (truth == Truth::undefined) return truth;
    return truth == Truth::yes ? Truth::no : Truth::yes;
}

// The comment behind a guard ends it.
std::string negation(const std::string& guard) {
    return "not (" + guard + "\n)";
}

void run(const Case& stated, const CaseFrame& frame) {
    INFO(stated.at << ": " << stated.name << " | " << stated.guard << "\n" << frame.head << frame.json);
    compiler::FrameRules rules = rules_of_head(frame.head);
    const CheckedText checked = check_text(rules, stated.guard);
    INFO(checked.refusal);
    CHECK(checked.refusal_id == stated.refusal);
    if (!checked.refusal_id.empty() || !stated.truth) return;
    const CheckedText opposite = check_text(rules, negation(stated.guard));
    INFO(opposite.refusal);

    auto document = compiler::read_frame(frame.json);
    if (!document) FAIL(compiler::error_text(document.error()));
    const std::vector<Ref> slots = bind_frame(*document, rules.shape);
    const Input input{slots, document->ambient};
    judge_everywhere(rules, checked.guards, input, *stated.truth);
    INFO("negated");
    REQUIRE(opposite.guards.size() == 1);
    judge_everywhere(rules, opposite.guards, input, negated(*stated.truth));
}

}  // namespace

TEST_CASE("conformance") {
    std::set<std::string> names;
    for (const std::string& path : case_files()) {
        const CaseFile file = read_cases(path);
        for (const std::string& mistake : file.mistakes)
            FAIL_CHECK(mistake);
        for (const Case& stated : file.cases) {
            run(stated, file.frames[stated.frame]);
            INFO(stated.at << ": a second case of this name");
            CHECK(names.insert(stated.name).second);
        }
    }
    CHECK(names.size() >= kLeastCases);
}

// S17, S19, S20: a verdict or a named refusal, and never the end of the stack.
TEST_CASE("long and deep guards") {
    const CaseFrame frame{
        "frame f {\n}\n",
        R"({"locals": {"n": 1, "o": {"$object": {"type": "demo.A", "attrs": {}}, "$id": 1}}})"};
    const auto repeated = [](std::string_view piece, std::size_t count) {
        std::string text;
        for (std::size_t i = 0; i < count; ++i)
            text += piece;
        return text;
    };
    const auto judged = [&](std::string name, std::string guard, std::optional<Truth> truth,
                            std::string refusal) {
        Case stated;
        stated.name = std::move(name);
        stated.guard = std::move(guard);
        stated.truth = truth;
        stated.refusal = std::move(refusal);
        run(stated, frame);
    };
    judged("S17-sum-of-1000-symbols", "n" + repeated(" + n", 999) + " <= 1000", Truth::yes, {});
    judged("S17-sum-too-large", "n" + repeated(" + n", 999) + " <= 999", Truth::no, {});
    judged("S19-chain-of-9000-steps", "o" + repeated(".a", 9'000) + " is None", Truth::undefined, {});
    judged("S19-chain-of-10000-steps", "o" + repeated(".a", 10'000) + " is None", std::nullopt,
           "limit-operators");
    judged("S20-100000-parentheses", repeated("(", 100'000) + "n" + repeated(")", 100'000) + " == 1",
           std::nullopt, "limit-nesting");
}

// The rows of groups E, O, S and U of the field's cases that one check decides. The others need more than a
// check: a limit (O04, O05, O28, O29, E19), the self-check of what was compiled (E17), a backend beside the
// guards (O31, O32, O34), or what is done with waivers (U34, U35). Those are cases of tests/dispatch and
// tests/backend.
TEST_CASE("every row of the field's cases that one check decides has a case") {
    std::set<std::string> rows;
    for (const std::string& path : case_files())
        for (const Case& stated : read_cases(path).cases)
            rows.insert(stated.name.substr(0, stated.name.find('-')));
    rows.insert({"S17", "S19", "S20"});  // made by the case above
    for (const char* row :
         {"E01", "E02", "E04", "E05", "E07", "E08", "E10", "E11", "E13", "E14", "E16", "O01", "O02",
          "O07", "O08", "O10", "O11", "O13", "O14", "O16", "O17", "O19", "O20", "O22", "O23", "O25",
          "O26", "S01", "S02", "S04", "S05", "S07", "S08", "S10", "S11", "S13", "S14", "S16", "S17",
          "S19", "S20", "S22", "U01", "U02", "U04", "U05", "U07", "U08", "U10", "U11", "U13", "U14",
          "U16", "U17", "U19", "U20", "U22", "U23", "U25", "U26", "U28", "U29", "U31", "U32", "U37"}) {
        INFO(row);
        CHECK(rows.contains(row));
    }
}
