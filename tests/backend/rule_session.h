// Two backends that change their rules over one frame while it is called, and artefacts that say what each of
// them has baked in.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "tests/backend/rule_model.h"
#include "tests/backend/rule_world.h"

namespace guardc::compiler {

// What an artefact is good for: the rules that it was made under, and those that its backend has consented
// to. Any number of threads.
class Artefact {
  public:
    explicit Artefact(ModelEntry made) : good_for_{std::move(made)} {}

    void consent(ModelEntry wider) {
        const std::scoped_lock lock(mutex_);
        good_for_.push_back(std::move(wider));
    }
    // Whether a frame is within what the artefact was built for; standing requirements aside, which are no
    // part of that.
    bool is_good_for(const Point& point) const;

  private:
    mutable std::mutex mutex_;
    std::vector<ModelEntry> good_for_;
};

// Every choice is taken from a list of numbers, so that a list is a test case, and a shorter one a simpler
// case.
class RuleSession {
  public:
    explicit RuleSession(std::vector<std::uint16_t> choices);

    // Requires, waives, weakens, lifts, takes back, consents, removes entries or looks up until the list is
    // at its end. Artefacts may ask for more or less by themselves. Empty, or what went wrong first.
    std::string run();

    RuleWorld& world() { return world_; }
    const std::vector<FrameDocument>& frames() const { return frames_; }

  private:
    struct InForce {
        std::vector<std::pair<std::size_t, RuleHandle>> requirements, waivers;
        static std::vector<std::size_t> indices(const std::vector<std::pair<std::size_t, RuleHandle>>& rules);
        bool takes(const Point& point) const;
    };

    std::size_t below(std::size_t end);
    bool is_done() const { return next_choice_ >= choices_.size(); }
    void step();
    void require(const std::string& backend, InForce& rules);
    void waive(const std::string& backend, InForce& rules);
    void take_back(std::vector<std::pair<std::size_t, RuleHandle>>& rules);
    void consent(const std::string& backend, const InForce& rules);
    void remove_entry();
    void look_up(const std::string& backend, const InForce& rules);
    std::expected<NewEntry, CompileFailure> compile();
    void check_entries();
    std::string expected(const Point& point, const std::string& backend, const InForce& rules) const;
    void expect(bool holds, const std::string& what);
    Callbacks callbacks();

    const std::vector<std::uint16_t> choices_;
    std::size_t next_choice_ = 0;
    const std::vector<Point> points_ = all_points();
    std::vector<FrameDocument> frames_;
    ModelEntry next_;
    std::string next_name_;
    int made_ = 0;
    std::map<std::string, ModelEntry> entries_;
    std::string wrong_;
    RuleWorld world_;
    std::map<std::string, InForce> in_force_;  // its handles go before the world
};

}  // namespace guardc::compiler
