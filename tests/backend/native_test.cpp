// Machine code comes off the call path, and changes no verdict.
#include <catch2/catch.hpp>

#include "runtime/dispatch/checking.h"
#include "tests/backend/rule_world.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

const char* const kNativeRules = R"(
frame f(a, b) {
    entry "small" backend "npu" { a in 0..9 }
    entry "pair" backend "npu" {
        a is 10
        b % 2 == 0
    }
}
)";

std::string verdicts(RuleWorld& world) {
    std::string text;
    for (const char* locals : {R"({"a": 3, "b": 1})", R"({"a": 10, "b": 4})", R"({"a": 10, "b": 3})"}) {
        text += world.look_up(locals) + " ";
    }
    return text;
}

bool all_native(const RuleWorld& world) {
    bool all = true;
    for (const auto& entry : world.cache.entries())
        all = all && entry->code->is_native();
    return all;
}

}  // namespace

TEST_CASE("entries become native when they are told to, with the same verdicts") {
    for (const NativeMode mode : {NativeMode::never, NativeMode::background, NativeMode::at_once}) {
        RuleCompilerOptions options;
        options.native = mode;
        options.engine.verify = true;
        RuleWorld world(kNativeRules, {}, options);
        REQUIRE(world.insert("small").empty());
        REQUIRE(world.insert("pair").empty());
        if (mode == NativeMode::background) world.rules->native().wait_until_idle();
        CHECK(all_native(world) == (mode != NativeMode::never));
        CHECK(verdicts(world) == "hit:small hit:pair eager ");

        const auto handle = Backend(world.rules, "npu").require("f", "b >= 2");
        REQUIRE(handle);
        CHECK(verdicts(world) == "eager hit:pair eager ");  // on the table, perhaps, but at once
        if (mode == NativeMode::background) world.rules->native().wait_until_idle();
        CHECK(all_native(world) == (mode != NativeMode::never));
        CHECK(verdicts(world) == "eager hit:pair eager ");
        CHECK(world.rules->native().failure_count() == 0);
    }
}

TEST_CASE("a queue that goes leaves what waits on the table") {
    RuleCompilerOptions options;
    options.native = NativeMode::background;
    std::vector<std::shared_ptr<const EntryCode>> codes;
    {
        RuleWorld world(kNativeRules, {}, options);
        for (int i = 0; i < 20; ++i) {
            const auto code = world.rules->compile({.frame = "f", .name = "small", .backend = "npu"});
            REQUIRE(code);
            codes.push_back(*code);
        }
    }
    const FrameDocument frame = frame_of(R"({"a": 3, "b": 1})");
    const Ref slots[] = {frame.local("a"), frame.local("b")};
    for (const auto& code : codes) {  // whichever engine each of them got
        CHECK(check_once(*code, {.slots = slots, .ambient = frame.ambient}).status == Status::hit);
    }
}
