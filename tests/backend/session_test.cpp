// Any interleaving of rules that come and go, by two backends over a framework and a user.
#include <atomic>
#include <random>
#include <thread>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tests/backend/rule_session.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

std::vector<std::uint16_t> dice(unsigned seed, std::size_t count) {
    std::mt19937 random(seed);
    std::vector<std::uint16_t> numbers(count);
    for (std::uint16_t& number : numbers)
        number = static_cast<std::uint16_t>(random());
    return numbers;
}

}  // namespace

TEST_CASE("no frame is served by an artefact outside what it was built for") {
    const bool holds = rc::check("any list of changes and calls", [] {
        const auto choices = *rc::gen::resize(400, rc::gen::arbitrary<std::vector<std::uint16_t>>());
        const std::string wrong = RuleSession(choices).run();
        if (!wrong.empty()) RC_FAIL(wrong);
    });
    CHECK(holds);
}

TEST_CASE("long sessions") {
    for (unsigned seed = 1; seed <= 6; ++seed) {
        INFO("seed " << seed);
        CHECK(RuleSession(dice(seed, 2500)).run() == "");
    }
}

TEST_CASE("the session notices an artefact that serves too much") {
    // The model of an entry whose waiver the artefact does not know of.
    const Artefact artefact({"npu", {0}, {}, {}});
    CHECK(artefact.is_good_for({1, 0, 0}));
    CHECK_FALSE(artefact.is_good_for({2, 0, 0}));
}

TEST_CASE("the same while other threads look up") {
    RuleSession session(dice(99, 3000));
    const std::vector<Point> points = all_points();
    const FrameShape shape = *session.world().rules->shape("f");
    std::atomic<bool> stop{false};
    std::atomic<int> served{0}, wrong{0};
    std::vector<std::thread> readers;
    for (unsigned t = 0; t < 2; ++t) {
        readers.emplace_back([&, t] {
            std::mt19937 random(t);
            // What a miss would compile belongs to the thread that changes the rules.
            const StanceScope only_what_is_there(Stance::run_only);
            const BackendKey backends[] = {session.world().dispatcher.backend("npu"),
                                           session.world().dispatcher.backend("gpu")};
            while (!stop) {
                const std::size_t i = random() % points.size();
                const auto slots = bind_frame(session.frames()[i], shape);
                const Outcome outcome = session.world().cache.look_up({.slots = slots,
                                                                       .ambient = session.frames()[i].ambient,
                                                                       .backend = backends[random() % 2]});
                const auto* const artefact = static_cast<const Artefact*>(outcome.artefact());
                if (artefact == nullptr) continue;
                ++served;
                wrong += artefact->is_good_for(points[i]) ? 0 : 1;
                for (const Cell& cell : outcome.lifted())
                    wrong += cell.as_floating() == (points[i].c == 0 ? 0.5 : 0.25) ? 0 : 1;
            }
        });
    }
    const std::string told = session.run();
    stop = true;
    for (std::thread& reader : readers)
        reader.join();
    CHECK(told == "");
    CHECK(wrong == 0);
    CHECK(served > 0);
}
