// What the printer writes, parser and sema read back as the same term.
#include <catch2/catch.hpp>

#include "compiler/sema/sema.h"
#include "compiler/terms/print_term.h"
#include "grammar/parse.h"
#include "tests/sema/random_terms.h"

namespace guardc::compiler {
namespace {

// Under the same frame, into the same pool: equal terms have equal ids.
void check_round_trips(FrameRules& rules, std::uint64_t seed, int count) {
    RandomTerms random(*rules.terms, rules.shape, seed);
    for (int i = 0; i < count; ++i) {
        const TermId term = random.test(4);
        const std::string text = print_term(*rules.terms, term, rules.shape);
        INFO(text);
        const auto source = std::make_shared<const grammar::Source>("text", text);
        const grammar::ParsedGuard parsed = grammar::parse_guard(*source);
        REQUIRE(parsed.diagnostics.empty());
        grammar::Diagnostics diagnostics;
        const std::vector<Guard> guards =
            check_guard(rules, source, parsed.pool, parsed.guard, {}, diagnostics);
        for (const grammar::Diagnostic& diagnostic : diagnostics)
            UNSCOPED_INFO(grammar::render(*source, diagnostic));
        REQUIRE(guards.size() == 1);
        if (guards[0].term != term) CHECK(print_term(*rules.terms, guards[0].term, rules.shape) == text);
        REQUIRE(guards[0].term == term);
    }
}

FrameRules rules_of(bool open, std::initializer_list<const char*> locals) {
    FrameRules rules;
    rules.terms = std::make_shared<TermPool>();
    for (const char* name : locals)
        rules.shape.add(Scope::local, name);
    rules.shape.add(Scope::global, "demo");
    rules.shape.add(Scope::global, "it's \"g\"\\");
    rules.shape.open = open;
    return rules;
}

}  // namespace

TEST_CASE("random guards over parameters read back") {
    FrameRules rules = rules_of(false, {"x", "y", "self"});
    check_round_trips(rules, 1, 4000);
}

TEST_CASE("random guards read back where parameters hide every short spelling") {
    FrameRules rules = rules_of(
        false, {"grad_mode", "float16", "list", "torch", "cuda", "state", "len", "L", "demo", "inf"});
    check_round_trips(rules, 2, 4000);
}

TEST_CASE("random guards read back in an open frame") {
    FrameRules rules = rules_of(true, {"x", "grad_mode", "float16", "list", "torch", "cuda", "in", "L",
                                       "demo", "math", "a b", "EQUALS_MATCH", "KeyValueManager"});
    check_round_trips(rules, 3, 4000);
}

}  // namespace guardc::compiler
