// The index tells entries apart by one value; what it leaves out could not have accepted the call.
#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <rapidcheck.h>

#include "runtime/dispatch/entry_index.h"
#include "runtime/value/arena.h"
#include "runtime/value/builtin_model.h"
#include "tests/dispatch/rule_frame.h"

using namespace guardc;
using namespace guardc::tests;

namespace {

// The index over the entries of a frame, and how many of them it asks about a call; -1: all.
int asked(RuleFrame& frame, const std::string& locals) {
    std::vector<std::shared_ptr<const Entry>> entries = frame.frame.entries();
    std::vector<const EntryCode*> codes;
    for (const auto& entry : entries)
        codes.push_back(entry->code.get());
    const EntryIndex index(codes);
    const compiler::FrameDocument document = frame_of(locals);
    const auto slots = compiler::bind_frame(document, *frame.rules->shape("f"));
    const auto candidates =
        index.candidates(this_thread().scratch, {.slots = slots, .ambient = document.ambient});
    return candidates.first == index.every().first ? -1
                                                   : static_cast<int>(candidates.last - candidates.first);
}

void insert(RuleFrame& frame, const std::string& guards) {
    const auto count = frame.frame.entries().size();
    REQUIRE(frame.frame.insert({.name = fmt::format("e{}", count), .guards = guards}));
}

struct IndexCase {
    const char* what;
    std::vector<const char*> entries;
    const char* locals;
    int asked;
    const char* outcome;
};

const IndexCase kIndexCases[] = {
    {"one constant each", {"x is 1", "x is 2", "x is 3", "x is 4"}, R"("x": 3)", 1, "hit:e2"},
    {"no constant is equal", {"x is 1", "x is 2", "x is 3", "x is 4"}, R"("x": 5)", 0, "eager"},
    {"too few entries to pay", {"x is 1", "x is 2", "x is 3"}, R"("x": 3)", -1, "hit:e2"},
    {"an absent value satisfies none", {"x is 1", "x is 2", "x is 3", "x is 4"}, R"("y": 5)", 0, "eager"},
    {"the fact that tells most",
     {"y is 0\nx is 1", "y is 0\nx is 2", "y is 0\nx is 3", "y is 1\nx is 4"},
     R"("x": 3, "y": 0)",
     1,
     "hit:e2"},
    {"no fact in common", {"x is 1", "x is 2", "y is 3", "x is 4"}, R"("x": 4)", -1, "hit:e3"},
    {"one entry tests no constant", {"x is 1", "x is 2", "x > 2", "x is 4"}, R"("x": 4)", -1, "hit:e2"},
    {"all constants are the same",
     {"x is 1\ny > 9", "x is 1\ny > 8", "x is 1\ny > 7", "x is 1\ny > 6"},
     R"("x": 1, "y": 8)",
     -1,
     "hit:e2"},
    {"a fact behind `or` is none",
     {"x is 1 or y is 1", "x is 2", "x is 3", "x is 4"},
     R"("x": 7, "y": 1)",
     -1,
     "hit:e0"},
    {"inside `and`", {"x is 1 and y is 1", "x is 2", "x is 3", "x is 4"}, R"("x": 1, "y": 1)", 1, "hit:e0"},
    {"order among those that are left",
     {"x is 1\ny > 1", "x is 1", "x is 2", "x is 3", "x is 1\ny > 0"},
     R"("x": 1, "y": 1)",
     3,
     "hit:e1"},
    {"== takes equals of another type",
     {"x == 1", "x == 2", "x == 3", "x == 4"},
     R"("x": true)",
     1,
     "hit:e0"},
    {"a float that is an int", {"x == 1", "x == 2", "x == 3", "x == 4"}, R"("x": 3.0)", 1, "hit:e2"},
    {"a strict test keeps them apart", {"x is 1", "x is 2", "x is 3", "x is 4"}, R"("x": 3.0)", 1, "eager"},
    {"strings", {"x is \"a\"", "x is \"b\"", "x == \"c\"", "x is \"d\""}, R"("x": "c")", 1, "hit:e2"},
    {"mixed constants", {"x is None", "x is 2", "x is \"c\"", "x is 0.5"}, R"("x": null)", 1, "hit:e0"},
    {"a value without a hash asks all",
     {"x == 1", "x == 2", "x == 3", "x == 100000000000000000000000"},
     R"("x": 100000000000000000000000)",
     -1,
     "hit:e3"},
    {"zeros", {"x is 0", "x is 0.0", "x is -0.0", "x is 1"}, R"("x": -0.0)", 3, "hit:e2"},
    {"sizes of tensors",
     {"x.size(0) == 1", "x.size(0) == 2", "x.size(0) == 3", "x.size(0) == 4"},
     R"("x": {"$tensor": {"dtype": "float32", "device": "cpu", "size": [3, 9]}})",
     1,
     "hit:e2"},
    {"no tensor at all",
     {"x.size(0) == 1", "x.size(0) == 2", "x.size(0) == 3", "x.size(0) == 4"},
     R"("x": 3)",
     0,
     "eager"},
    {"identities",
     {"is_identity(x, 11)", "is_identity(x, 12)", "is_identity(x, 13)", "is_identity(x, 14)"},
     R"("x": {"$list": [], "$id": 13})",
     1,
     "hit:e2"},
    {"identity and value are different facts",
     {"is_identity(x, 11)", "x is 12", "is_identity(x, 13)", "x is 14"},
     R"("x": 14)",
     -1,
     "hit:e3"},
};

}  // namespace

TEST_CASE("what the index asks, and what comes of it") {
    for (const IndexCase& c : kIndexCases) {
        INFO(c.what);
        RuleFrame frame("frame f(x, y) {\n}\n",
                        [](FrameOptions& options) { options.callbacks.compile = {}; });
        for (const char* const guards : c.entries)
            insert(frame, guards);
        CHECK(asked(frame, c.locals) == c.asked);
        CHECK(frame.look_up(c.locals) == c.outcome);
    }
}

TEST_CASE("machine code for what the index reads, and calls that name backends") {
    RuleFrame frame(
        "frame f(x, y) {\n}\n", [](FrameOptions& options) { options.callbacks.compile = {}; },
        compiler::NativeMode::at_once);
    for (int i = 0; i < 6; ++i)
        REQUIRE(frame.frame.insert({.name = fmt::format("e{}", i),
                                    .backend = i % 2 == 0 ? "npu" : "gpu",
                                    .guards = fmt::format("x is {}", i % 3)}));
    CHECK(frame.frame.entries()[0]->code->facts().at(0).value->is_native());
    CHECK(frame.look_up(R"("x": 1)", "npu") == "hit:e4");
    CHECK(frame.look_up(R"("x": 1)", "gpu") == "hit:e1");
    CHECK(frame.look_up(R"("x": 2)", "any") == "hit:e2");
    CHECK(frame.look_up(R"("x": 7)", "npu") == "eager");
}

TEST_CASE("equal numbers have equal hashes, whatever their types") {
    ValueArena arena;
    const auto hash = [](const Value* value) {
        return value_hash(builtin_model(), Cell::reference(value), HashBy::value);
    };
    CHECK(rc::check("int and float", [&] {
        const auto number = *rc::gen::arbitrary<std::int64_t>();
        const auto floating = static_cast<double>(number);
        const auto of_int = hash(arena.make_integer(number));
        RC_ASSERT(of_int == value_hash(builtin_model(), Cell::integer(number), HashBy::value));
        if (floating < 9.2e18 && static_cast<std::int64_t>(floating) == number)
            RC_ASSERT(of_int == hash(arena.make_floating(floating)));
    }));
    CHECK(hash(arena.make_floating(0.0)) == hash(arena.make_floating(-0.0)));
    CHECK_FALSE(hash(arena.make_floating(__builtin_nan(""))));
    CHECK_FALSE(hash(arena.make_floating(1e300)));
}
