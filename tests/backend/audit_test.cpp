// What was waived, evaluated on the side.
#include "compiler/backend/audit.h"

#include <catch2/catch.hpp>

#include "tests/backend/rule_world.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

const char* const kRules = R"(frame f(x, scale, flag) {
    entry "e" {
        x is tensor(float16, size=[8])
        scale is 0.5
        flag is True
    }
}
backend "npu" for f {
    waive x.size(0) == 8        because "any batch"
    waive scale is _ lift       because "input 3"
    waive flag is True weaken flag is bool
}
)";

std::string audited_frame(int size, const char* scale = "0.5", const char* flag = "true") {
    return R"({"x": {"$tensor": {"dtype": "float16", "device": "cpu", "size": [)" + std::to_string(size) +
           R"(]}}, "scale": )" + scale + ", \"flag\": " + flag + "}";
}

struct AuditWorld {
    explicit AuditWorld(const AuditOptions& options, const char* rules = kRules)
        : world(rules), audit(world.rules, options) {
        REQUIRE(world.insert("e").empty());
    }

    Outcome look_up(const std::string& locals) {
        document = frame_of(locals);
        slots = bind_frame(document, *world.rules->shape("f"));
        return audit.look_up(world.cache, {.slots = slots, .ambient = document.ambient});
    }

    RuleWorld world;
    Audit audit;
    FrameDocument document;
    std::vector<Ref> slots;
};

}  // namespace

TEST_CASE("an audit counts and changes no verdict") {
    AuditWorld world({.rate = 1});
    for (int size = 1; size <= 12; ++size)
        CHECK(world.look_up(audited_frame(size)).kind() == OutcomeKind::hit);
    CHECK(world.look_up(audited_frame(8, "0.25", "false")).kind() == OutcomeKind::hit);
    CHECK(world.look_up(audited_frame(8, "1")).kind() ==
          OutcomeKind::eager);  // missed by itself: nothing to audit

    const auto report = world.audit.report();
    REQUIRE(report.size() == 3);
    CHECK(report[0].guard == "flag is True");
    CHECK(report[0].waiver_class == WaiverClass::weakened);
    CHECK((report[0].held == 12 && report[0].missed == 1));
    CHECK(report[1].guard == "scale is 0.5");
    CHECK(report[1].waiver_class == WaiverClass::lifted);
    CHECK(report[1].values == std::vector<std::pair<std::string, std::uint64_t>>{{"0.5", 12}, {"0.25", 1}});
    CHECK(report[2].guard == "x.size(0) == 8");
    CHECK((report[2].held == 2 && report[2].missed == 11 && report[2].undefined == 0));
    CHECK(report[2].values.size() == Audit::kValuesKept);
    CHECK(report[2].values[0] == std::pair<std::string, std::uint64_t>{"1", 1});
    CHECK(report[2].other_values == 4);
}

TEST_CASE("an audit looks at the share of look-ups that it was told") {
    const struct {
        double rate;
        std::uint64_t of_1000;
    } cases[] = {{0, 0}, {0.01, 10}, {0.1, 100}, {0.5, 500}, {1, 1000}, {7, 1000}, {-1, 0}};
    for (const auto& c : cases) {
        AuditWorld world({.rate = c.rate});
        for (int i = 0; i < 1000; ++i)
            world.look_up(audited_frame(8));
        const auto report = world.audit.report();
        INFO(c.rate);
        CHECK((report.empty() ? 0 : report[0].held) == c.of_1000);
    }
}

TEST_CASE("U35: a strict audit reports and refuses what a waived guard would have turned away") {
    AuditWorld world({.strict = true});
    CHECK(world.look_up(audited_frame(8)).kind() == OutcomeKind::hit);
    CHECK(world.look_up(audited_frame(8, "0.25")).kind() == OutcomeKind::hit);  // lifted: meant to change
    const Outcome refused = world.look_up(audited_frame(64));
    CHECK(refused.kind() == OutcomeKind::refuse);
    CHECK(refused.message() == "entry `e` serves this call only because guards are waived");
    REQUIRE(refused.reasons().size() == 1);
    CHECK(refused.reasons()[0].guard == "x.size(0) == 8");
    CHECK(refused.reasons()[0].actual == "64");
    CHECK(world.look_up(audited_frame(8, "0.5", "false")).kind() == OutcomeKind::refuse);

    // No call had a size of 0 or 1, where compilers specialise.
    CHECK(world.audit.report()[2].unverified == std::vector<std::int64_t>{0, 1});
    CHECK(world.look_up(audited_frame(1)).kind() == OutcomeKind::refuse);
    CHECK(world.audit.report()[2].unverified == std::vector<std::int64_t>{0});
    CHECK(audit_text(world.audit.report()).find("    not verified for size 0\n") != std::string::npos);
}

TEST_CASE("an audit of an entry without waivers finds nothing") {
    AuditWorld world({.strict = true}, "frame f(x, scale, flag) {\nentry \"e\" {\nscale is 0.5\n}\n}\n");
    CHECK(world.look_up(audited_frame(8)).kind() == OutcomeKind::hit);
    CHECK(world.audit.report().empty());
}
