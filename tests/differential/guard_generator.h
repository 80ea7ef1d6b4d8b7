// Random guard texts: facts read off a frame, which hold of it, and conditions of any shape, some of which
// make no sense on purpose.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/differential/dice.h"
#include "tests/differential/frame_generator.h"
#include "tests/differential/places.h"

namespace guardc::differential {

// The literal for what an expression yields on the frame at hand; nothing when it is undefined or has none.
using Solver = std::function<std::optional<std::string>(std::string_view expression)>;

class GuardGenerator {
  public:
    GuardGenerator(Dice& dice, FrameGenerator& values, std::vector<Place> places, Solver solve);

    std::string guard(unsigned depth);  // a fact or a condition, perhaps turned around
    // Holds of the frame, save where the language has no word for the fact.
    std::string fact();
    // Any condition.
    std::string condition(unsigned depth);
    std::string integer(unsigned depth);  // an expression that mostly yields an int
    // Adds a name that stands for an int.
    void add_dim(std::string name) {
        places_.push_back({std::move(name), sketch_integer(std::int64_t{1}), false});
    }

  private:
    std::string fact_about(const Place& place);
    std::string number_fact(const Place& place);
    std::string container_fact(const Place& place);
    std::string object_fact(const Place& place);
    std::string tensor_fact(const Place& place);
    std::string relation_fact();
    std::string solved();

    std::string value(unsigned depth);   // of any type
    std::string number(unsigned depth);  // an expression that mostly yields a number
    std::string arithmetic(unsigned depth, bool integers);
    std::string place_or(std::string otherwise);
    std::string bits(unsigned depth);
    std::string real_function(unsigned depth);
    std::string reading();
    std::string relation();
    std::string comparison(unsigned depth);
    std::string identity_test(unsigned depth);
    std::string membership(unsigned depth);
    std::string type_literal();
    std::string literal();
    std::string small_integer();
    const Place& place() { return dice_.pick(places_); }
    const Place* place_where(bool (*accepts)(const Place&));

    Dice& dice_;
    FrameGenerator& values_;
    std::vector<Place> places_;
    Solver solve_;
};

}  // namespace guardc::differential
