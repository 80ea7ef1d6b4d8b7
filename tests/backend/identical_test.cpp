// With waivers and audit off, nothing is left of them in the check.
#include <catch2/catch.hpp>

#include "compiler/backend/audit.h"
#include "compiler/native/native.h"
#include "tests/backend/rule_world.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

std::shared_ptr<const EntryCode> code_of(RuleWorld& world) {
    REQUIRE(world.insert("e").empty());
    return world.cache.entries().back()->code;
}

// Constants behind the header; those that point to values are as many, of one kind.
std::vector<std::uint64_t> constants(const EntryCode& code) {
    return {code.literals().begin() + kLiteralHeaderWords, code.literals().end()};
}

bool same_check(const EntryCode& left, const EntryCode& right) {
    return left.program() == right.program() && constants(left) == constants(right);
}

// What the machine code of a program is, in full.
std::string machine_code(const EntryCode& code) {
    static const auto compiler = native::load_compiler();
    REQUIRE(compiler);
    const auto listing = (*compiler)->list(code.program());
    REQUIRE(listing);
    return listing->ir + listing->assembly;
}

std::string text(const char* guards, const char* block) {
    return std::string("frame f(x, n, scale) {\nentry \"e\" backend \"npu\" {\n") + guards + "\n}\n}\n" +
           (*block == 0 ? "" : std::string("backend \"npu\" for f {\n") + block + "\n}\n");
}

}  // namespace

TEST_CASE("a check with waived guards is the check of an entry that never had them") {
    const struct {
        const char* guards;
        const char* block;
        const char* without;
    } cases[] = {
        {"n in 1..9\nscale is 0.5", "waive scale is _", "n in 1..9"},
        {"x is tensor(float16, size=[8, 64])\nn is 3", "waive x.size(0) == 8",
         "x is tensor(float16, size=[None, 64])\nn is 3"},
        {"n in 1..9\nscale is 0.5", "waive path n\nwaive path scale", ""},
        {"n % 8 == 0\nn in 8..64 step 8", "waive n % 8 == 0", "n in 8..64 step 8"},
    };
    for (const auto& c : cases) {
        INFO(c.guards << "\n" << c.block);
        RuleWorld waived(text(c.guards, c.block)), plain(text(c.without, "")), full(text(c.guards, ""));
        const auto code = code_of(waived);
        const auto never_had = code_of(plain), has = code_of(full);
        CHECK(same_check(*code, *never_had));
        CHECK_FALSE(same_check(*code, *has));
        CHECK(machine_code(*code) == machine_code(*never_had));
        CHECK(machine_code(*code) != machine_code(*has));
        // An audit looks beside the check, not into it.
        Audit audit(waived.rules, {.strict = true});
        const FrameDocument document = frame_of(R"({"n": 8})");
        const auto slots = bind_frame(document, *waived.rules->shape("f"));
        audit.look_up(waived.cache, {.slots = slots, .ambient = document.ambient});
        CHECK(waived.cache.entries().back()->code == code);
    }
}

TEST_CASE("a waiver that was taken back leaves nothing behind") {
    RuleWorld world(text("n in 1..9\nscale is 0.5", "")), plain(text("n in 1..9\nscale is 0.5", ""));
    {
        auto waived = Backend(world.rules, "npu").waive("f", "scale is _");
        REQUIRE(waived);
    }
    CHECK(same_check(*code_of(world), *code_of(plain)));
}
