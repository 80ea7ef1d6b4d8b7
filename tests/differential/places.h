// What can be read in a frame, and how guard text reaches it.
#pragma once

#include <string>
#include <vector>

#include "tests/differential/dice.h"
#include "tests/differential/sketch.h"

namespace guardc::differential {

struct Place {
    std::string path;
    Node value;
    bool stored = true;  // an object lies there; false: computed, such as a size
};

// The places of a frame to a depth of four steps, at most `most`, each under one of its spellings.
std::vector<Place> places_of(const FrameSketch& frame, Dice& dice, std::size_t most);

// `.name`, or `getattr(base, "name")` where the name is none.
std::string attribute_path(const std::string& base, const std::string& name, Dice& dice);

}  // namespace guardc::differential
