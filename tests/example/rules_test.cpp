// Every kind of term says what makes it hold, and what makes it fail.
#include "compiler/example/rules.h"

#include <catch2/catch.hpp>

using namespace guardc;
using namespace guardc::compiler;
using namespace guardc::compiler::example;

TEST_CASE("every kind of term has its rules") {
    REQUIRE(all_rules().size() == term_kinds().size());
    for (const TermKind& kind : term_kinds()) {
        INFO(kind.name);
        const Rule& rule = all_rules()[static_cast<std::size_t>(kind.op)];
        CHECK(rule.op == kind.op);
        CHECK((kind.term_class == TermClass::test ? rule.witness != nullptr : rule.steering != nullptr));
        CHECK((kind.term_class == TermClass::test ? rule.steering == nullptr : rule.witness == nullptr));
        CHECK(rule.mutants != nullptr);
        // Nothing but a constant may have nothing to change.
        CHECK((rule.mutants == mutate_nothing) == (kind.op == TermOp::constant));
    }
}
