// The second seed: a backend turns a constant into an input, and a new value causes no compile at the frame.
#include <vector>

#include <catch2/catch.hpp>

#include "runtime/value/arena.h"
#include "tests/backend/rule_world.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

constexpr int kCalls = 1000;

const char* const kSeedRules = R"(frame step(x, scale) {
    limit 8 then run_only
    entry "traced" backend "npu" { scale is 0.0 }
}
)";

// A backend whose artefact either bakes `scale` in or reads it at each call, as its rules let it.
struct SeedArtefact {
    double baked = 0;
    bool reads = false;
};

struct Story {
    int compiles = 0, hits = 0, limited = 0, wrong = 0;
};

Story run(bool lift) {
    double scale = 0;
    Callbacks callbacks;
    callbacks.compile = [&](const CompileRequest&) {
        NewEntry made{.name = "traced",
                      .artefact = std::make_shared<SeedArtefact>(SeedArtefact{scale, lift}),
                      .backend = "npu",
                      .guards = "scale is " + std::to_string(scale)};
        if (lift) made.reads = {.names = {"scale"}};
        return made;
    };
    RuleWorld world(kSeedRules, callbacks);
    Backend npu(world.rules, "npu");
    auto lifted = npu.lift("step", "scale", "scale", "read from input 3 at each call");
    REQUIRE(lifted);
    if (!lift) lifted->remove();
    const FrameShape shape = *world.rules->shape("step");
    const AmbientBlock ambient{};
    Story story;
    for (int call = 0; call < kCalls; ++call) {
        scale = call * 0.25;
        ValueArena arena;
        std::vector<Ref> slots(shape.slots.size());
        slots[*shape.find(Scope::local, "scale")] = arena.make_floating(scale);
        const Outcome outcome = world.cache.look_up(
            {.slots = slots, .ambient = ambient, .backend = world.dispatcher.backend("npu")});
        story.compiles += outcome.kind() == OutcomeKind::compile ? 1 : 0;
        story.hits += outcome.kind() == OutcomeKind::hit ? 1 : 0;
        story.limited += outcome.reason() == EagerReason::limit ? 1 : 0;
        const auto* artefact = static_cast<const SeedArtefact*>(outcome.artefact());
        if (artefact == nullptr) continue;
        const double used = artefact->reads ? outcome.lifted()[0].as_floating() : artefact->baked;
        story.wrong += used == scale ? 0 : 1;
    }
    return story;
}

}  // namespace

TEST_CASE("a constant that changes at each of 1,000 calls compiles once when it is lifted") {
    const Story lifted = run(true);
    CHECK(lifted.compiles == 1);
    CHECK(lifted.hits == kCalls - 1);
    CHECK(lifted.wrong == 0);

    const Story guarded = run(false);
    CHECK(guarded.compiles == 8);
    CHECK(guarded.limited == kCalls - 8);
    CHECK(guarded.wrong == 0);
}
