// Random frames.
#pragma once

#include <string>

#include "tests/differential/dice.h"
#include "tests/differential/sketch.h"

namespace guardc::differential {

class FrameGenerator {
  public:
    explicit FrameGenerator(Dice& dice) : dice_(dice) {}

    FrameSketch frame();
    // Any value whose parts nest at most `depth` deep; may be one that was made before (an alias).
    Node value(unsigned depth);
    Node scalar();
    Node scalar(Kind kind);
    Node tensor();
    Node hashable(unsigned depth);
    std::uint64_t fresh_identity() { return ++identities_; }

  private:
    Node integer();
    Node floating();
    Node container(unsigned depth);
    Node object(unsigned depth);
    Node rarity(unsigned depth);  // what few guards are about
    Node dict(unsigned depth);
    std::vector<Node> distinct_keys(std::size_t most);
    Node shared(Node node);  // perhaps with an identity, then kept for aliases
    std::string local_name();

    Dice& dice_;
    std::uint64_t identities_ = 1000;
    std::vector<Node> identified_;
};

}  // namespace guardc::differential
