// `limit N per PATH`: a count for each object that stands there.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "compiler/session/rules_file.h"
#include "runtime/value/builtin_model.h"
#include "tests/dispatch/rule_frame.h"

using namespace guardc;
using namespace guardc::tests;

namespace {

std::string rules(const char* limits) {
    return fmt::format("frame f(self, x) {{\n{}\n}}\n", limits);
}

}  // namespace

TEST_CASE("O04, O05: 64 instances of one class compile under `limit 8 per self` and are served") {
    RuleFrame frame(rules("limit 8 per self then run_only"));
    for (int id = 1; id <= 64; ++id)
        CHECK(look_up_instance(frame, id, 1) == fmt::format("compile:{}/1", id));
    for (int id = 1; id <= 64; ++id)
        CHECK(look_up_instance(frame, id, 1) == fmt::format("hit:{}/1", id));
    CHECK(frame.frame.entries().size() == 64);

    for (int x = 2; x <= 8; ++x)
        CHECK(look_up_instance(frame, 5, x) == fmt::format("compile:5/{}", x));
    CHECK(look_up_instance(frame, 5, 9) == "eager:limit");  // the ninth shape of one instance
    for (int x = 1; x <= 8; ++x)
        CHECK(look_up_instance(frame, 5, x) == fmt::format("hit:5/{}", x));
    CHECK(look_up_instance(frame, 6, 9) == "compile:6/9");
    CHECK(look_up_instance(frame, 5, 9) == "eager:limit");
}

TEST_CASE("O05: one object with 64 shapes meets the limit at 8; so do 64 objects where limits do not split") {
    RuleFrame one(rules("limit 8 per self then run_only"));
    int compiles = 0;
    for (int x = 1; x <= 64; ++x)
        compiles += look_up_instance(one, 1, x).starts_with("compile") ? 1 : 0;
    CHECK(compiles == 8);

    // An identity guard alone splits nothing; every instance that has an entry is served by it.
    RuleFrame many(rules("limit 8 then run_only"));
    for (int id = 1; id <= 64; ++id)
        CHECK(look_up_instance(many, id, 1) == (id <= 8 ? fmt::format("compile:{}/1", id) : "eager:limit"));
    for (int id = 1; id <= 8; ++id)
        CHECK(look_up_instance(many, id, 1) == fmt::format("hit:{}/1", id));
}

TEST_CASE("a limit per object counts entries that test nothing of the object") {
    RuleFrame frame(rules("limit 2 per self then run_only"));
    const auto any_self = [&](int id, int x) {
        frame.make(fmt::format("x{}", x), fmt::format("x is {}", x));
        return frame.look_up(instance_call(id, x));
    };
    CHECK(any_self(1, 1) == "compile:x1");
    CHECK(any_self(1, 2) == "compile:x2");
    CHECK(any_self(1, 3) == "eager:limit");
    CHECK(any_self(2, 3) == "compile:x3");
    CHECK(any_self(1, 3) == "hit:x3");  // whoever paid for it, it serves
    CHECK(any_self(2, 1) == "hit:x1");
}

TEST_CASE("frames with no object at the path count as one") {
    RuleFrame frame(rules("limit 2 per self then run_only"));
    const auto without = [&](const std::string& locals, int x) {
        frame.make(fmt::format("x{}", x), fmt::format("x is {}", x));
        return frame.look_up(locals + fmt::format(R"("x": {})", x));
    };
    CHECK(without("", 1) == "compile:x1");
    CHECK(without(R"("self": 5, )", 2) == "compile:x2");  // an int has no identity
    CHECK(without("", 3) == "eager:limit");
    CHECK(without(R"("self": 6, )", 3) == "eager:limit");
    CHECK(without(R"("self": null, )", 3) == "compile:x3");  // None is one object
}

TEST_CASE("every policy, for the object only") {
    RuleFrame refuse(rules("limit 1 per self then refuse"));
    CHECK(look_up_instance(refuse, 1, 1) == "compile:1/1");
    CHECK(look_up_instance(refuse, 1, 2) == "refuse");
    CHECK(refuse.message ==
          "frame `f` is at its limit of 1 entry for this object at `self` and none of them "
          "accepts this call");
    CHECK(refuse.last_reasons.size() == 1);
    CHECK(look_up_instance(refuse, 2, 2) == "compile:2/2");

    RuleFrame skip(rules("limit 1 per self then skip"));
    CHECK(look_up_instance(skip, 1, 1) == "compile:1/1");
    CHECK(look_up_instance(skip, 2, 1) == "compile:2/1");
    CHECK(look_up_instance(skip, 1, 2) == "eager:limit");
    CHECK(look_up_instance(skip, 1, 1) == "eager:limit");  // all or nothing
    CHECK(look_up_instance(skip, 2, 1) == "hit:2/1");
    CHECK(skip.frame.set_object_limit("self", {2, AtLimit::skip}));
    CHECK(look_up_instance(skip, 1, 1) == "hit:1/1");
    CHECK(look_up_instance(skip, 1, 2) == "compile:1/2");
    CHECK_FALSE(skip.frame.set_object_limit("x", {}));

    RuleFrame evict(rules("limit 2 per self then evict"));
    for (const int id : {1, 2})
        for (const int x : {1, 2})
            CHECK(look_up_instance(evict, id, x) == fmt::format("compile:{}/{}", id, x));
    CHECK(look_up_instance(evict, 1, 2) == "hit:1/2");
    CHECK(look_up_instance(evict, 1, 3) == "compile:1/3");
    CHECK(look_up_instance(evict, 1, 2) == "hit:1/2");
    CHECK(look_up_instance(evict, 2, 1) == "hit:2/1");
    CHECK(look_up_instance(evict, 2, 2) == "hit:2/2");
    CHECK(evict.frame.counts().evictions == 1);
    CHECK(evict.frame.entries().size() == 4);
}

TEST_CASE("limits of several kinds hold together, and the first that is reached answers") {
    RuleFrame frame(rules("limit 3 then refuse\nlimit 2 per self then run_only\nlimit 1 per x then skip"));
    CHECK(look_up_instance(frame, 1, 1) == "compile:1/1");
    CHECK(look_up_instance(frame, 1, 2) ==
          "eager:limit");  // an int has no identity: `x` counts as one object
    frame.frame.set_object_limit("x", {kNoLimit, AtLimit::skip});
    CHECK(look_up_instance(frame, 1, 2) == "compile:1/2");
    CHECK(look_up_instance(frame, 1, 3) == "eager:limit");
    CHECK(look_up_instance(frame, 2, 3) == "compile:2/3");
    CHECK(look_up_instance(frame, 3, 3) == "refuse");
    frame.frame.set_limit({kNoLimit, AtLimit::run_only});
    CHECK(look_up_instance(frame, 3, 3) == "compile:3/3");
}

TEST_CASE("an entry that comes ready counts for the object that its guards demand, if any") {
    RuleFrame frame(rules("limit 2 per self then run_only"));
    const auto insert = [&](const std::string& guards) {
        const auto id = frame.frame.insert({.name = "ready", .guards = guards});
        REQUIRE(id);
        return *id;
    };
    const EntryId first = insert("is_identity(self, 1)\nx is 1");
    CHECK(look_up_instance(frame, 1, 2) == "compile:1/2");
    CHECK(look_up_instance(frame, 1, 3) == "eager:limit");
    CHECK(look_up_instance(frame, 1, 1) == "hit:ready");
    insert("self.n is 1 and is_identity(self, 2)\nx is 1");
    insert("is_identity(self, 2)\nx is 2");
    insert("is_identity(self, 2)\nx is 3");  // no limit refuses it
    CHECK(look_up_instance(frame, 2, 4) == "eager:limit");
    CHECK(look_up_instance(frame, 2, 3) == "hit:ready");

    // Demands nobody in particular, or something at another place.
    insert("x is 50");
    insert("is_identity(self, 3) or x is 51");
    insert("is_identity(x, 3)");
    CHECK(look_up_instance(frame, 3, 50) == "hit:ready");
    CHECK(look_up_instance(frame, 4, 1) == "compile:4/1");
    CHECK(look_up_instance(frame, 4, 2) == "compile:4/2");
    CHECK(look_up_instance(frame, 4, 3) == "eager:limit");

    // What takes a place counts for whom it demands, else for whom the place counted.
    REQUIRE(frame.frame.replace(first, {.name = "ready", .guards = "is_identity(self, 5)\nx is 1"}));
    CHECK(look_up_instance(frame, 1, 3) == "compile:1/3");
    CHECK(look_up_instance(frame, 1, 4) == "eager:limit");
    CHECK(look_up_instance(frame, 5, 2) == "compile:5/2");
    CHECK(look_up_instance(frame, 5, 3) == "eager:limit");
    REQUIRE(frame.frame.replace(first, {.name = "ready", .guards = "x is 60"}));
    CHECK(look_up_instance(frame, 5, 3) == "eager:limit");
    CHECK(frame.frame.remove(first));
    CHECK(look_up_instance(frame, 5, 3) == "compile:5/3");
}

TEST_CASE("an engine may name the object itself, and a path that nobody can read counts all as one") {
    RuleFrame with_rules(rules("limit 1 per self then run_only"));
    const auto path = with_rules.rules->object_at("f", "self");
    REQUIRE(path != nullptr);
    CHECK(with_rules.rules->object_at("f", "x") == nullptr);
    CHECK(with_rules.rules->object_at("g", "self") == nullptr);

    const auto per_what = [&](std::shared_ptr<const EntryCode> value) {
        return [value](FrameOptions& options) {
            options.limit.count = kNoLimit;
            options.per_object = {{"what", {1, AtLimit::run_only}, value}};
        };
    };
    RuleFrame named(rules(""), per_what(path));
    CHECK(look_up_instance(named, 1, 1) == "compile:1/1");
    CHECK(look_up_instance(named, 1, 2) == "eager:limit");
    CHECK(look_up_instance(named, 2, 2) == "compile:2/2");
    RuleFrame unknown(rules(""), per_what(nullptr));
    CHECK(look_up_instance(unknown, 1, 1) == "compile:1/1");
    CHECK(look_up_instance(unknown, 2, 2) == "eager:limit");
}

TEST_CASE("a model without identity has no objects to count by") {
    Model model = builtin_model();
    model.identity = IdentityForm::none;
    const auto file = compiler::read_rules("test.guard", rules("limit 8 per self then run_only"));
    const auto created = compiler::FrameRuleCompiler::create(file.frames, model);
    REQUIRE_FALSE(created);
    CHECK(created.error().at(0).id == "no-identity");
    CHECK(created.error().at(0).message == "`limit .. per self`: objects of the model `" +
                                               std::string(model.name) + "` have no identity to count by");
}
