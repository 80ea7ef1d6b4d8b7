// Whatever the order in which rules come, all that is made of them is the same.
#include <algorithm>
#include <functional>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "compiler/backend/compiled_rules.h"
#include "compiler/terms/print_term.h"
#include "tests/backend/rule_world.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

const char* const kOrderRules = R"(frame f(x, n, scale) {
    entry "e" backend "npu" {
        x is tensor(size=[8, 64])
        n is 3
        scale is 0.5
    }
}
backend "npu" for f {
    waive n is 3 because "the file says so"
}
)";

using Rule = std::function<Backend::Added(Backend&)>;
const std::vector<Rule>& rules() {
    static const std::vector<Rule> all = {
        [](Backend& npu) { return npu.require("f", "n % 3 == 0", "rows"); },
        [](Backend& npu) { return npu.require("f", "n < 90"); },
        [](Backend& npu) { return npu.require("f", "n < 90", "a reason"); },
        [](Backend& npu) { return npu.waive("f", "n is _", "any number"); },
        [](Backend& npu) { return npu.waive("f", "path n", "any number"); },
        [](Backend& npu) { return npu.weaken("f", "n is _", "n in 3..30"); },
        [](Backend& npu) { return npu.weaken("f", "n is _", "n in 3..60"); },
        [](Backend& npu) { return npu.lift("f", "scale", "b"); },
        [](Backend& npu) { return npu.lift("f", "scale", "a"); },
        [](Backend& npu) { return npu.lift("f", "x.shape", "sizes"); },
        [](Backend& npu) { return npu.lift("f", "x.shape", "again"); },
    };
    return all;
}

std::string by_text(const Provenance& by) {
    return by.owner + " " +
           std::string(by.source->text().substr(by.span.begin, by.span.end - by.span.begin)) + " " +
           by.because;
}

// The ledger, the arguments and the program of the entry: all that can be seen of its rules.
std::string made_of(RuleWorld& world) {
    const auto code =
        world.rules->compile({.frame = "f", .name = "e", .backend = "npu", .reads = {.all = true}});
    REQUIRE(code);
    const auto terms = world.rules->terms("f");
    const FrameShape shape = *world.rules->shape("f");
    const auto& built = static_cast<const CompiledRules&>(*(*code)->rules());
    std::string text;
    for (const LedgerRow& row : built.ledger) {
        text += print_term(*terms, row.guard.term, shape) + " " + std::string(guard_state_name(row.state)) +
                " " + std::string(waiver_class_name(row.waiver_class));
        for (const Provenance& by : row.by)
            text += "; by " + by_text(by);
        for (const Provenance& by : row.repeated)
            text += "; also " + by_text(by);
        for (const TermId instead : row.instead)
            text += "; instead " + print_term(*terms, instead, shape);
        text += "\n";
    }
    text += print_arguments(built.arguments, built.sizes);
    CheckProgram check;
    check.program = (*code)->program();
    check.literals.words = (*code)->literals();
    for (const Guard& guard : built.kept)
        text += print_term(*terms, guard.term, shape) + "\n";
    return text + print_program(check.program, check.literals);
}

std::string made_in_order(const std::vector<std::size_t>& order) {
    RuleWorld world(kOrderRules);
    Backend npu(world.rules, "npu");
    std::vector<RuleHandle> handles;
    for (const std::size_t index : order) {
        auto added = rules()[index](npu);
        REQUIRE(added);
        handles.push_back(std::move(*added));
    }
    return made_of(world);
}

}  // namespace

TEST_CASE("the order of registration shows nowhere") {
    std::vector<std::size_t> order(rules().size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    const std::string first = made_in_order(order);
    CHECK(first.find("by npu waive n is 3") != std::string::npos);
    CHECK(first.find("by npu n is _ any number") != std::string::npos);
    // Each rule to the front, each to the end, and all of them the other way round.
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::vector<std::size_t> moved = order;
        std::rotate(moved.begin(), moved.begin() + static_cast<std::ptrdiff_t>(i),
                    moved.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        CHECK(made_in_order(moved) == first);
        moved = order;
        std::rotate(moved.begin() + static_cast<std::ptrdiff_t>(i),
                    moved.begin() + static_cast<std::ptrdiff_t>(i) + 1, moved.end());
        CHECK(made_in_order(moved) == first);
    }
    std::ranges::reverse(order);
    CHECK(made_in_order(order) == first);
}

TEST_CASE("nor does that of any part of them") {
    const bool holds = rc::check("any rules in any two orders", [] {
        const auto wishes = *rc::gen::arbitrary<std::vector<std::uint8_t>>();
        std::vector<std::size_t> order;
        for (const std::uint8_t wish : wishes) {
            const std::size_t index = wish % rules().size();
            if (std::ranges::find(order, index) == order.end()) order.push_back(index);
        }
        std::vector<std::size_t> sorted = order;
        std::ranges::sort(sorted);
        RC_ASSERT(made_in_order(order) == made_in_order(sorted));
    });
    CHECK(holds);
}

TEST_CASE("nor does it where rules come for an artefact of its own, or after the artefact") {
    const auto own = [](bool other_way_round) {
        RuleWorld world(kOrderRules);
        ArtefactScope scope = Backend(world.rules, "npu").artefact("f");
        std::vector<std::string> texts = {"n < 90", "n % 3 == 0"};
        if (other_way_round) std::ranges::reverse(texts);
        for (const std::string& text : texts) {
            REQUIRE(scope.require(text));
            REQUIRE(scope.waive("n is _", text));
        }
        REQUIRE(world.cache.insert({.name = "e", .rules = scope.rules()}));
        return FrameRuleCompiler::ledger(*world.cache.entries()[0]->code)->at(4).by;
    };
    const auto one = own(false), other = own(true);
    REQUIRE(one.size() == 3);
    REQUIRE(other.size() == 3);
    for (std::size_t i = 0; i < one.size(); ++i)
        CHECK(by_text(one[i]) == by_text(other[i]));

    const auto later = [](bool other_way_round) {
        RuleWorld world(kOrderRules);
        REQUIRE(world.insert("e").empty());
        Backend npu(world.rules, "npu");
        std::vector<RuleHandle> handles;
        for (int i = 0; i < 3; ++i)
            handles.push_back(
                std::move(*rules()[static_cast<std::size_t>(other_way_round ? 2 - i : i)](npu)));
        CheckProgram check;
        const auto code = world.cache.entries()[0]->code;
        check.literals.words = code->literals();
        return print_program(code->program(), check.literals);
    };
    CHECK(later(false) == later(true));
}
