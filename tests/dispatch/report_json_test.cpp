// Reports as JSON read back as what they say.
#include "compiler/json/report_json.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "compiler/json/json_text.h"
#include "tests/dispatch/rule_frame.h"

using namespace guardc;
using namespace guardc::tests;

TEST_CASE("a frame's counters as JSON") {
    RuleFrame frame("frame f(x) {\nlimit 2 then run_only\n}\n");
    for (const int x : {1, 2, 1, 3, 3}) {
        frame.make(fmt::format("n \"{}\"", x), fmt::format("x is {}", x));
        frame.look_up(fmt::format(R"("x": {})", x));
    }
    CHECK(
        compiler::report_json(frame.frame.report()) ==
        R"({"frame":"f","state":"open","limit":{"count":2,"then":"run_only"},)"
        R"("counts":{"hits":1,"misses":4,"compiles":2,"eager":2,"evictions":0,"invalidations":0,"refusals":0,)"
        R"("failures":0,"cancels":0,"errors":0,"unmet":0,"eager_no_entry":0,"eager_limit":2,"eager_failed":0,)"
        R"("eager_stance":0},)"
        R"("entries":[{"id":1,"name":"n \"1\"","backend":null,"hits":1,"native":false},)"
        R"({"id":2,"name":"n \"2\"","backend":null,"hits":0,"native":false}],)"
        R"("guards":[{"guard":"x is 1","misses":2},{"guard":"x is 2","misses":1}],"invalidations":[]})");
}

TEST_CASE("any text in a report is quoted") {
    FrameReport report{.frame = "a\"\n\x01", .limit = {kNoLimit, AtLimit::evict}};
    report.entries.push_back({EntryId{7}, "\\", "npu\"", 3, true});
    report.invalidations.push_back({1, EntryId{7}, "\t", "\"died\""});
    const auto tree = compiler::parse_json(compiler::report_json(report));
    REQUIRE(tree);
    CHECK(tree->find("frame")->text == report.frame);
    CHECK(tree->find("limit")->find("count")->form == compiler::JsonForm::null);
    const compiler::JsonNode& entry = tree->find("entries")->members[0].node;
    CHECK(entry.find("backend")->text == "npu\"");
    CHECK(entry.find("native")->boolean);
    CHECK(tree->find("invalidations")->members[0].node.find("reason")->text == "\"died\"");
}
