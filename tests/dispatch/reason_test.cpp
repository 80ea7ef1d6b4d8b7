// Why a frame missed: by the rows of the field's list of complaints.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "runtime/dispatch/limit_warning.h"
#include "runtime/dispatch/mask.h"
#include "tests/dispatch/rule_frame.h"
#include "tests/dispatch/toy_frame.h"

using namespace guardc;
using namespace guardc::tests;

namespace {

std::string texts(const std::vector<ReasonText>& reasons) {
    std::string all;
    for (const ReasonText& reason : reasons)
        all += fmt::format("{}: {} | expected {} | found {}; ", reason.entry, reason.guard, reason.expected,
                           reason.actual);
    return all;
}

struct ReasonRow {
    const char* id;
    const char* guards;
    const char* locals;
    const char* state;
    const char* reason;  // of the entry, first guard
};

const char* const kTensor = R"("x": {"$tensor": {"dtype": "float32", "device": "cpu", "size": [4, 9]}})";

const ReasonRow kReasonRows[] = {
    {"O02: a counter attribute", "self.c == 0",
     R"("self": {"$object": {"type": "demo.N", "attrs": {"c": 3}}})", "{}",
     "e: self.c == 0 | expected 0 | found 3; "},
    {"O07: a float by value", "y == 1.5", R"("y": 2.5)", "{}", "e: y == 1.5 | expected 1.5 | found 2.5; "},
    {"O08: a learning rate", "g[0][\"lr\"] == 0.1", R"("g": [{"lr": 0.09}])", "{}",
     "e: g[0][\"lr\"] == 0.1 | expected 0.1 | found 0.09; "},
    {"O17: names the guard's size", "x.size(1) == 256", kTensor, "{}",
     "e: x.size(1) == 256 | expected 256 | found 9; "},
    {"O11: a dispatch key that is missing",
     "dispatch_keys(x) is DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU)",
     R"("x": {"$tensor": {"dtype": "float32", "device": "cpu", "size": [4], "keys": ["CPU", "BackendSelect"]}})",
     "{}",
     "e: dispatch_keys(x) is DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU) | expected "
     "DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU) | found DispatchKeySet(CPU, "
     "BackendSelect), without ADInplaceOrView, AutogradCPU; "},
    {"O11: the other way round", "dispatch_keys(x) is DispatchKeySet(CPU, BackendSelect)",
     R"("x": {"$tensor": {"dtype": "float32", "device": "cpu", "size": [4]}})", "{}",
     "e: dispatch_keys(x) is DispatchKeySet(CPU, BackendSelect) | expected DispatchKeySet(CPU, "
     "BackendSelect) | found DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), with "
     "ADInplaceOrView, AutogradCPU beside; "},
    {"O22: contains", "1 in d", R"("d": {"$dict": [[2, 0]]})", "{}", nullptr},
    {"R04: names the ambient field", "grad_mode is True", "", R"({"grad_mode": false})",
     "e: grad_mode is True | expected True | found False; "},
    {"R04: a field that was not given", "grad_mode is True", "", "{}", nullptr},
    {"R10: the actual identity", "is_identity(x, 5)", R"("x": {"$list": [], "$id": 6})", "{}", nullptr},
    {"R10: the actual int", "x is 5", R"("x": 6)", "{}", "e: x is 5 | expected 5 | found 6; "},
    {"R02: something undefined", "x.a.b is 5", R"("x": 6)", "{}", nullptr},
};

}  // namespace

TEST_CASE("R02, R04, R10: every miss has a reason, with what was expected and what was found") {
    for (const ReasonRow& row : kReasonRows) {
        INFO(row.id);
        RuleFrame frame("frame f(x, y, d, g, self) {\n}\n",
                        [](FrameOptions& options) { options.callbacks.compile = {}; });
        REQUIRE(frame.frame.insert({.name = "e", .guards = row.guards}));
        const auto document = frame_of(row.locals, row.state);
        CHECK(frame.look_up(document) == "eager");
        const auto slots = compiler::bind_frame(document, *frame.rules->shape("f"));
        const auto reasons =
            frame.frame.reasons({.slots = slots, .ambient = document.ambient}, ReasonsWanted::first);
        REQUIRE(reasons.size() == 1);
        CHECK_FALSE(reasons[0].guard.empty());
        CHECK_FALSE(reasons[0].expected.empty());
        CHECK_FALSE(reasons[0].actual.empty());
        CHECK(reasons[0].owner == "framework");
        if (row.reason != nullptr) CHECK(texts(reasons) == row.reason);
    }
}

TEST_CASE("R01, O31: a backend that differs is a reason like any other") {
    RuleFrame frame("frame f(x) {\n}\n", [](FrameOptions& options) { options.callbacks.compile = {}; });
    REQUIRE(frame.frame.insert({.name = "e", .backend = "npu", .guards = "x is 5"}));
    const auto document = frame_of(R"("x": 5)");
    const auto slots = compiler::bind_frame(document, *frame.rules->shape("f"));
    const Call call{.slots = slots, .ambient = document.ambient, .backend = frame.dispatcher->backend("gpu")};
    CHECK(texts(frame.frame.reasons(call, ReasonsWanted::first)) ==
          "e: backend | expected npu | found gpu; ");
}

TEST_CASE("R13, O17: a reason says where its guard came from, and keeps the whole stack that came with it") {
    // The text of a stack may hold what looks like guards, comments, quotes and brackets.
    const std::string stack =
        "model.py:12 in forward\n  if x == 6 and y is 1:  # \"why\"])\n called from train.py:3\n} x is 7";
    std::string written;
    for (const char character : stack)
        written += character == '\n' ? "\\n" : character == '"' ? "\\\"" : std::string(1, character);
    RuleFrame frame("frame f(x, y) {\n    entry \"e\" {\n        x is 5 because \"" + written +
                    "\"  # train.py:3: x is 8 ] } and y is 2\n    }\n}\n");
    REQUIRE(frame.frame.insert({.name = "e"}));
    CHECK(frame.look_up(R"("x": 5)") == "hit:e");
    const auto reasons = frame.reasons(R"("x": 6)", ReasonsWanted::all);
    REQUIRE(reasons.size() == 1);
    CHECK(reasons[0].guard == "x is 5");
    CHECK(reasons[0].because == stack);
    CHECK(reasons[0].at == "test.guard:3");
}

TEST_CASE("R05: what an entry expects of the state can be read off it") {
    RuleFrame frame("frame f(x) {\n}\n", [](FrameOptions& options) { options.callbacks.compile = {}; });
    REQUIRE(frame.frame.insert({.name = "e", .guards = "grad_mode is True\nx is 5"}));
    const auto document = frame_of(R"("x": 6)", R"({"grad_mode": false})");
    const auto slots = compiler::bind_frame(document, *frame.rules->shape("f"));
    const Call call{.slots = slots, .ambient = document.ambient};
    CHECK(texts(frame.frame.reasons(call, ReasonsWanted::all)) ==
          "e: grad_mode is True | expected True | found False; e: x is 5 | expected 5 | found 6; ");
}

TEST_CASE(
    "R11, O28, O01: one warning for a frame at its limit, with the guard that kept missing and a hint") {
    std::vector<Event> events;
    RuleFrame frame("frame f(x) {\nlimit 8 then run_only\n}\n", [&](FrameOptions& options) {
        options.callbacks.event = [&](const FrameCache&, const Event& event) {
            if (event.kind == EventKind::limit) events.push_back(event);
        };
    });
    for (int x = 0; x < 64; ++x) {
        frame.make(std::to_string(x), fmt::format("x is {}", x));
        CHECK(frame.look_up(fmt::format(R"("x": {})", x)) ==
              (x < 8 ? fmt::format("compile:{}", x) : "eager:limit"));
    }
    REQUIRE(events.size() == 1);
    CHECK(
        events[0].text ==
        "frame `f` has met its limit of 8 entries; calls that no entry accepts compile nothing from now on: "
        "8 of 8 entries miss at `x` (expected 0, 1, 2, 3, .., found 8). Hint: its value differs from call to "
        "call; an entry that takes a range of values (`x in a..b`) or reads it as an input (`waive .. "
        "lift`) serves them all");
    CHECK(events[0].reasons.size() == 8);
    frame.frame.set_limit({9, AtLimit::run_only});
    frame.look_up(R"("x": 63)");
    frame.look_up(R"("x": 62)");
    frame.look_up(R"("x": 61)");
    CHECK(events.size() == 2);  // a limit that is set anew is met anew
}

TEST_CASE("O26: identities of objects fill the limit; the hint says what counts them apart") {
    std::vector<std::string> warnings;
    RuleFrame frame("frame f(self) {\nlimit 8 then run_only\n}\n", [&](FrameOptions& options) {
        options.callbacks.event = [&](const FrameCache&, const Event& event) {
            if (event.kind == EventKind::limit) warnings.push_back(event.text);
        };
    });
    const auto call = [](int id) {
        return fmt::format(R"("self": {{"$object": {{"type": "demo.P", "attrs": {{}}}}, "$id": {}}})", id);
    };
    for (int id = 1; id <= 9; ++id) {
        frame.make(std::to_string(id), fmt::format("is_identity(self, {})", id));
        CHECK(frame.look_up(call(id)) == (id < 9 ? fmt::format("compile:{}", id) : "eager:limit"));
    }
    for (int id = 1; id <= 8; ++id)
        CHECK(frame.look_up(call(id)) == fmt::format("hit:{}", id));
    REQUIRE(warnings.size() == 1);
    CHECK(
        warnings[0].ends_with("Hint: every object at `self` has entries of its own; `limit N per self then "
                              "..` counts for each of them"));
}

TEST_CASE("subjects of guards, as far as their text tells") {
    CHECK(guard_subject("x.size(0) == 8") == "x.size(0)");
    CHECK(guard_subject("x is tensor(float16)") == "x");
    CHECK(guard_subject("is_identity(self.a, 5)") == "is_identity(self.a, ..)");
    CHECK(guard_subject("backend") == "backend");
    CHECK(guard_subject("k not in d") == "k");
    CHECK(guard_subject("") == "");
    CHECK(
        limit_warning("f", "its limit of 0 entries", {}) ==
        "frame `f` has met its limit of 0 entries; calls that no entry accepts compile nothing from now on");
}

TEST_CASE("R14: literals are masked, names stay, equal literals stay equal") {
    const std::string guard = masked(R"(cfg["api_key"] == "s3cret")");
    CHECK(guard.find("api_key") == std::string::npos);
    CHECK(guard.find("s3cret") == std::string::npos);
    CHECK(guard.starts_with("cfg[<str 4-7 #"));
    CHECK(masked(R"(cfg["api_key"] == "s3cret")") == guard);
    CHECK(masked(R"(cfg["api_key"] == "other0")") != guard);
    CHECK(masked("x.size(0) == 128").starts_with("x.size(<number 1 #"));
    CHECK(masked("x1.size(0)").starts_with("x1.size("));
    CHECK(masked("float16") == "float16");
    const std::string numbers = masked("x == 1e-5 + 0x1f - 2.5j");
    CHECK(numbers.starts_with("x == <number 4-7 #"));
    CHECK(numbers.find("> + <number 4-7 #") != std::string::npos);
    CHECK(numbers.find("> - <number 4-7 #") != std::string::npos);
    CHECK(numbers.size() ==
          std::string("x == <number 4-7 #123456> + <number 4-7 #123456> - <number 4-7 #123456>").size());
    CHECK(masked(R"(b'\x00\'s' in d)").ends_with(" in d"));
    CHECK(masked(R"(b'\x00\'s' in d)").starts_with("<str 4-7 #"));
    CHECK(masked("an open \"quote").starts_with("<text 8-15 #"));  // cannot be told: masked whole
    CHECK(masked("ends in a backslash \"a\\").starts_with("<text "));
    CHECK(masked("").empty());
    for (const char* const secret :
         {"471147114711", "\"\\\"s3cret47114711\"", "'s3cret47114711'", "-471147114711.5e+10"})
        CHECK(masked(secret).find("47114711") == std::string::npos);
}

TEST_CASE("R14: a frame that masks shows no literal anywhere") {
    std::string told;
    RuleFrame frame("frame f(cfg) {\nlimit 1 then refuse\n}\n", [&](FrameOptions& options) {
        options.mask_literals = true;
        options.callbacks.event = [&](const FrameCache&, const Event& event) {
            told += event.text;
            for (const ReasonText& reason : event.reasons)
                told += reason.guard + reason.expected + reason.actual;
        };
    });
    frame.make("first", R"(cfg["api_key"] == "s3cret")");
    CHECK(frame.look_up(R"("cfg": {"api_key": "s3cret"})") == "compile:first");
    CHECK(frame.look_up(R"("cfg": {"api_key": "hunter"})") == "refuse");
    told += frame.message + texts(frame.last_reasons) +
            texts(frame.reasons(R"("cfg": {"api_key": "hunter"})", ReasonsWanted::all));
    for (const GuardMisses& guard : frame.frame.report().guards)
        told += guard.guard;
    for (const char* const secret : {"s3cret", "hunter", "api_key"})
        CHECK(told.find(secret) == std::string::npos);
    CHECK(told.find("<str ") != std::string::npos);

    frame.frame.clear();
    frame.make("wrong", R"(cfg["api_key"] == "s3cret" and and)");  // does not parse
    CHECK(frame.look_up(R"("cfg": {"api_key": "s3cret"})") == "eager:failed");
    CHECK(frame.message.find("s3cret") == std::string::npos);
}

TEST_CASE("counters by entry and guard") {
    RuleFrame frame("frame f(x) {\nlimit 3 then refuse\n}\n");
    for (const int x : {1, 2, 1, 1, 3, 4, 5}) {
        frame.make(std::to_string(x), fmt::format("x is {}", x));
        frame.look_up(fmt::format(R"("x": {})", x));
    }
    const FrameReport report = frame.frame.report();
    CHECK(report.frame == "f");
    CHECK(report.state == FrameState::open);
    CHECK(report.limit == LimitPolicy{3, AtLimit::refuse});
    CHECK(report.counts == FrameCounts{.hits = 2, .misses = 5, .compiles = 3, .refusals = 2});
    REQUIRE(report.entries.size() == 3);
    CHECK(report.entries[0].name == "1");
    CHECK(report.entries[0].hits == 2);
    CHECK_FALSE(report.entries[0].native);
    REQUIRE(report.guards.size() == 3);
    CHECK(report.guards[0].guard == "x is 1");
    CHECK(report.guards[0].misses > report.guards[2].misses);
}

TEST_CASE("a tally of guards is bounded") {
    GuardTally tally;
    std::vector<ReasonText> reasons(GuardTally::kGuards + 10);
    for (std::size_t i = 0; i < reasons.size(); ++i)
        reasons[i].guard = std::to_string(i);
    tally.add(reasons);
    tally.add(reasons);
    const auto read = tally.read();
    CHECK(read.size() == GuardTally::kGuards + 1);
    CHECK(read[0] == GuardMisses{GuardTally::kOthers, 20});
}

TEST_CASE("E17: an entry that does not accept its own frame is refused with guard, expected and actual") {
    RuleFrame frame("frame f(x) {\n}\n");
    frame.make("e", "x is 5");
    CHECK(frame.look_up(R"("x": 6)") == "eager:failed");
    CHECK(frame.message.find("x is 5") != std::string::npos);
    CHECK(texts(frame.last_reasons) == "e: x is 5 | expected 5 | found 6; ");
}

TEST_CASE("E19: at the limit every entry has its own reason, in the order of the entries") {
    RuleFrame frame("frame f(self, v) {\nlimit 3 then run_only\n}\n");
    const auto call = [](int v, int mode) {
        return fmt::format(R"("v": {}, "self": {{"$object": {{"type": "demo.M", "attrs": {{"mode": {}}}}}}})",
                           v, mode);
    };
    for (int mode = 1; mode <= 3; ++mode) {
        frame.make(std::to_string(mode), fmt::format("v is 0\nself.mode is {}", mode));
        CHECK(frame.look_up(call(0, mode)) == fmt::format("compile:{}", mode));
    }
    CHECK(frame.look_up(call(0, 4)) == "eager:limit");
    CHECK(texts(frame.reasons(call(0, 4))) ==
          "1: self.mode is 1 | expected 1 | found 4; 2: self.mode is 2 | expected 2 | found 4; "
          "3: self.mode is 3 | expected 3 | found 4; ");
    CHECK(texts(frame.reasons(call(1, 2))) ==
          "1: v is 0 | expected 0 | found 1; 2: v is 0 | expected 0 | found 1; "
          "3: v is 0 | expected 0 | found 1; ");
}
