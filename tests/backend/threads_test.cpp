// Backends change their rules while other threads look frames up.
#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include <catch2/catch.hpp>

#include "tests/backend/rule_model.h"
#include "tests/backend/rule_world.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

// What an artefact of exactly one frame relies on: it is for this `a`, whatever backends say of `b` and `c`.
struct ExactArtefact {
    int a;
};

Callbacks exact_engine() {
    Callbacks callbacks;
    callbacks.compile = [](const CompileRequest& request) {
        const int a = *static_cast<const int*>(request.call().context);
        const std::string text = std::to_string(a);
        return NewEntry{.name = text,
                        .artefact = std::make_shared<ExactArtefact>(ExactArtefact{a}),
                        .backend = {},
                        .guards = "a is " + text + "\nb is 2\nc is 0.5",
                        .reads = {.all = true}};
    };
    return callbacks;
}

}  // namespace

TEST_CASE("no look-up is served by an artefact outside what it was built for while rules change") {
    RuleWorld world("frame f(a, b, c) {\nlimit 4 then evict\non failure retry 1000000000\n}\n",
                    exact_engine());
    const std::vector<Point> points = all_points();
    std::vector<FrameDocument> frames;
    for (const Point& point : points)
        frames.push_back(frame_at(point));
    const FrameShape shape = *world.rules->shape("f");
    const BackendKey npu = world.dispatcher.backend("npu");

    std::atomic<bool> stop{false};
    std::atomic<int> wrong{0}, hits{0}, floor{0};
    std::vector<RuleHandle> handles;  // outlive the look-ups: what is taken back no longer binds
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 2; ++t) {
        threads.emplace_back([&, t] {
            std::mt19937 dice(t);
            while (!stop) {
                const std::size_t i = dice() % points.size();
                int a = points[i].a;
                const auto slots = bind_frame(frames[i], shape);
                const int required = floor;
                const Outcome outcome = world.cache.look_up(
                    {.slots = slots, .ambient = frames[i].ambient, .backend = npu, .context = &a});
                if (outcome.entry() == nullptr) continue;
                ++hits;
                if (static_cast<ExactArtefact*>(outcome.artefact())->a != a || a < required) ++wrong;
            }
        });
    }
    threads.emplace_back([&] {
        Backend backend(world.rules, "npu");
        for (int round = 0; !stop; ++round) {
            const auto waived = backend.waive("f", round % 2 == 0 ? "b is _" : "c is _ lift");
            const auto weakened = backend.waive("f", "b is _ weaken b in 0..9");
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    threads.emplace_back([&] {
        for (int next = 1; !stop; ++next) {
            if (next < 4) {
                handles.push_back(
                    std::move(*Backend(world.rules, "npu").require("f", "a >= " + std::to_string(next))));
                floor = next;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
    });
    threads.emplace_back([&] {
        while (!stop) {
            for (const auto& entry : world.cache.entries())
                world.cache.remove(entry->id);
            std::this_thread::sleep_for(std::chrono::milliseconds(3));
        }
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    stop = true;
    for (std::thread& thread : threads)
        thread.join();
    CHECK(wrong == 0);
    CHECK(hits > 0);
}
