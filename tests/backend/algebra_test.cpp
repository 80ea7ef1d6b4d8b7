// Random rules of two backends and a user, coming and going, against the model.
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <catch2/catch.hpp>

#include "runtime/dispatch/checking.h"
#include "tests/backend/rule_model.h"
#include "tests/backend/rule_world.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

const std::string kFrame =
    "frame f(a, b, c) {\nlimit 6 then evict\non failure retry 1000000\nuser { b < 4 }\n}\n";

using Dice = std::mt19937;

std::size_t below(Dice& dice, std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(dice);
}

std::string lines(const std::vector<std::size_t>& guards) {
    std::string text;
    for (const std::size_t guard : guards)
        text += std::string(kFramework[guard].text) + "\n";
    return text;
}

// The rules of one backend that are in force, each with what takes it back.
struct InForce {
    std::vector<std::pair<std::size_t, RuleHandle>> requirements, waivers;

    static std::vector<std::size_t> indices(const std::vector<std::pair<std::size_t, RuleHandle>>& rules) {
        std::vector<std::size_t> found;
        for (const auto& rule : rules)
            found.push_back(rule.first);
        return found;
    }
    bool takes(const Point& point) const {
        return std::ranges::all_of(requirements,
                                   [&](const auto& rule) { return kRequirements[rule.first].holds(point); });
    }
};

// Two backends over one frame, and the model of every entry that was ever made.
class Session {
  public:
    explicit Session(unsigned seed) : dice_(seed), world_(kFrame, callbacks()) {}

    void step() {
        const std::string backend = below(dice_, 2) == 0 ? "npu" : "gpu";
        InForce& rules = in_force_[backend];
        switch (below(dice_, 8)) {
            case 0:
                require(backend, rules);
                break;
            case 1:
                waive(backend, rules);
                break;
            case 2:
                take_back(rules.requirements);
                break;
            case 3:
                take_back(rules.waivers);
                break;
            default:
                look_up(backend, rules);
                break;
        }
        check_entries();
    }

  private:
    Callbacks callbacks() {
        Callbacks callbacks;
        callbacks.compile = [this](const CompileRequest&) {
            return NewEntry{.name = next_name_,
                            .artefact = {},
                            .backend = {},
                            .guards = lines(next_.framework),
                            .reads = {.all = true}};
        };
        return callbacks;
    }

    void require(const std::string& backend, InForce& rules) {
        const std::size_t index = below(dice_, kRequirements.size());
        auto handle = Backend(world_.rules, backend).require("f", kRequirements[index].text);
        REQUIRE(handle);
        rules.requirements.emplace_back(index, std::move(*handle));
        for (auto& [name, entry] : entries_) {
            if (entry.backend == backend) entry.requirements.push_back(index);
        }
    }

    void waive(const std::string& backend, InForce& rules) {
        const std::size_t index = below(dice_, kWaivers.size());
        auto handle = Backend(world_.rules, backend).waive("f", kWaivers[index].text);
        REQUIRE(handle);
        rules.waivers.emplace_back(index, std::move(*handle));
    }

    void take_back(std::vector<std::pair<std::size_t, RuleHandle>>& rules) {
        if (!rules.empty())
            rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(below(dice_, rules.size())));
    }

    // What the model says of this look-up. `next_` is what a compile would make.
    std::string expected(const Point& point, const std::string& backend, const InForce& rules) {
        for (const auto& entry : world_.cache.entries()) {
            if (entry->backend == backend && entries_.at(entry->name).accepts(point))
                return "hit:" + entry->name;
        }
        if (!rules.takes(point)) return "eager:require";
        return next_.accepts(point) ? "compile:" + next_name_ : "eager:failed";
    }

    void look_up(const std::string& backend, const InForce& rules) {
        const Point point = points_[below(dice_, points_.size())];
        next_ = {backend, {}, InForce::indices(rules.waivers), InForce::indices(rules.requirements)};
        for (std::size_t guard = 0; guard < kFramework.size(); ++guard) {
            if (kFramework[guard].holds(point) && below(dice_, 2) == 0) next_.framework.push_back(guard);
        }
        next_name_ = "e" + std::to_string(++made_);
        const std::string wanted = expected(point, backend, rules);
        const std::string outcome = world_.look_up(frame_at(point), backend);
        CHECK(outcome == wanted);
        if (outcome.starts_with("compile:")) entries_[next_name_] = next_;
    }

    // Every live entry accepts exactly what the model says, on every point.
    void check_entries() {
        if (++steps_ % 10 != 0) return;
        const FrameShape shape = *world_.rules->shape("f");
        for (const auto& entry : world_.cache.entries()) {
            const ModelEntry& model = entries_.at(entry->name);
            for (std::size_t i = 0; i < points_.size(); ++i) {
                const auto slots = bind_frame(frames_[i], shape);
                const Call call{.slots = slots, .ambient = frames_[i].ambient};
                if ((check_once(*entry->code, call).status == Status::hit) != model.accepts(points_[i])) {
                    FAIL_CHECK(entry->name << " at a = " << points_[i].a << ", b = " << points_[i].b
                                           << ", c = " << points_[i].c);
                }
            }
        }
    }

    static std::vector<FrameDocument> frames_at(const std::vector<Point>& points) {
        std::vector<FrameDocument> frames;
        for (const Point& point : points)
            frames.push_back(frame_at(point));
        return frames;
    }

    Dice dice_;
    const std::vector<Point> points_ = all_points();
    const std::vector<FrameDocument> frames_ = frames_at(points_);
    ModelEntry next_;
    std::string next_name_;
    int made_ = 0;
    int steps_ = 0;
    std::map<std::string, ModelEntry> entries_;
    RuleWorld world_;
    std::map<std::string, InForce> in_force_;  // its handles go before the world
};

// The kept guards of an entry as a set, from a block of rules in the order given.
std::set<std::string> kept_set(const std::vector<std::size_t>& guards,
                               const std::vector<std::string>& rules) {
    std::string block;
    for (const std::string& rule : rules)
        block += rule + "\n";
    std::string text = kept(lines(guards), block, "a, b, c");
    text = text.substr(0, text.find(" | "));  // `waive?` warns where there is nothing to waive
    std::set<std::string> set;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(", ", at), text.size());
        set.insert(text.substr(at, std::min(text.find("  # ", at), end) - at));
        at = end + 2;
    }
    return set;
}

}  // namespace

TEST_CASE("rules that come and go serve no frame that an artefact was not built for") {
    for (unsigned seed = 1; seed <= 6; ++seed) {
        INFO("seed " << seed);
        Session session(seed);
        for (int i = 0; i < 250; ++i)
            session.step();
    }
}

TEST_CASE("the kept set is what the algebra says, in any order of the rules") {
    Dice dice(7);
    for (int round = 0; round < 60; ++round) {
        ModelEntry model;
        std::vector<std::string> rules;
        for (std::size_t i = 0; i < kFramework.size(); ++i) {
            if (below(dice, 3) != 0) model.framework.push_back(i);
        }
        for (std::size_t i = 0; i < kWaivers.size(); ++i) {
            if (below(dice, 2) != 0) continue;
            model.waived.push_back(i);
            rules.push_back("waive? " + std::string(kWaivers[i].text));
        }
        for (std::size_t i = 0; i < kRequirements.size(); ++i) {
            if (below(dice, 3) != 0) continue;
            model.requirements.push_back(i);
            rules.push_back("require " + std::string(kRequirements[i].text));
        }
        std::set<std::string> wanted;
        for (const ModelGuard& guard : model.kept())
            wanted.insert(guard.text);
        wanted.erase(kUser.text);
        const bool lifts =
            std::ranges::count(model.waived, 2) != 0 && std::ranges::count(model.framework, 2) != 0;
        if (lifts) wanted.insert("lift c");
        for (int shuffle = 0; shuffle < 3; ++shuffle) {
            std::ranges::shuffle(rules, dice);
            CHECK(kept_set(model.framework, rules) == wanted);
        }
    }
}
