// Random guards: whenever an example is found, every engine takes it, and its mutants miss in every engine.
#include <iostream>

#include <catch2/catch.hpp>

#include "compiler/example/example.h"
#include "tests/differential/random_case.h"
#include "tests/differential/scale.h"
#include "tests/example/judging.h"

using namespace guardc;
using namespace guardc::compiler;
using namespace guardc::differential;

TEST_CASE("examples of random guard sets") {
    const std::uint64_t sets = number_from("GUARDC_EXAMPLE_SETS", kSanitized ? 12 : 150);
    constexpr std::uint64_t kSetsOfACase = 6;
    std::size_t tried = 0, satisfiable = 0, found = 0, missed = 0, mutants = 0, alone = 0, unviolated = 0;
    const std::uint64_t first = first_seed();
    for (std::uint64_t seed = first; tried < sets; ++seed) {
        const RandomCase random_case =
            make_case(seed, {.candidates = 40, .frames = 8, .depth = 1 + static_cast<unsigned>(seed % 3)});
        Dice dice(seed ^ 0xe7);
        for (std::uint64_t i = 0; i < kSetsOfACase; ++i) {
            const GuardSet set = make_set(random_case, dice);
            if (set.guards.empty()) continue;
            ++tried;
            INFO("seed " << seed << "\n" << random_case.head << "\n" << set.text);
            std::vector<TermId> lifted;
            for (const LiftedValue& value : set.lifted)
                lifted.push_back(value.term);
            const bool hits_somewhere = std::ranges::any_of(random_case.frames, [&](const auto& frame) {
                return by_reference(*random_case.rules.terms, set.guards, set.lifted, frame.input()).status ==
                       Status::hit;
            });
            satisfiable += hits_somewhere ? 1 : 0;
            FrameShape shape = random_case.rules.shape;
            for (SlotDeclaration& slot : shape.slots)
                slot.kinds = ~0ULL;  // an engine's promises are no guards
            const auto example = Example::find({*random_case.rules.terms, shape, set.guards, lifted});
            if (!example) {
                if (hits_somewhere) ++missed;
                if (hits_somewhere && std::getenv("GUARDC_SHOW_MISSED") != nullptr)
                    std::cout << "seed " << seed << ", no example:\n" << set.text << "\n";
                continue;
            }
            ++found;
            example_tests::Judges judges(*random_case.rules.terms, shape, set.guards, set.lifted);
            CHECK(judges.against((*example)->frame(), true) == "");
            for (std::size_t guard = 0; guard < set.guards.size(); ++guard) {
                const auto mutant = (*example)->violate(guard);
                if (!mutant) {
                    ++unviolated;
                    // It holds where there is nothing to read, so that nothing can be taken away from it.
                    const FrameDocument nothing;
                    const std::vector<Ref> slots(shape.slots.size(), nullptr);
                    CHECK(by_reference(*random_case.rules.terms, {&set.guards[guard], 1}, {},
                                       {slots, nothing.ambient})
                              .status == Status::hit);
                    continue;
                }
                ++mutants;
                alone += mutant->only ? 1 : 0;
                INFO(mutant->changed);
                CHECK(judges.against(mutant->frame, false) == "");
            }
        }
    }
    std::cout << tried << " random guard sets, " << satisfiable << " of them hit a frame that is known; "
              << found << " examples found, " << missed << " of the satisfiable without; " << mutants
              << " mutants, " << alone << " by one guard alone, " << unviolated << " guards without\n";
    CHECK(found > 0);
    CHECK(mutants > 0);
    if (kSanitized) return;  // shares of a dozen sets say nothing
    CHECK(found * 2 > tried);
    CHECK(missed * 3 < satisfiable);
    // Guards of a random set often say the same twice.
    CHECK(alone * 2 > mutants);
}
