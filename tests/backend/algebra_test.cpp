// The kept set, whatever the order of the rules.
#include <algorithm>
#include <random>
#include <set>

#include <catch2/catch.hpp>

#include "tests/backend/rule_model.h"
#include "tests/backend/rule_world.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

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
