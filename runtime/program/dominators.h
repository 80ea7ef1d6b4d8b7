// Dominators of a program that only jumps forward, found while it is walked once in order.
#pragma once

#include <cstdint>
#include <vector>

namespace guardc {

// Instruction numbers are nodes; instruction 0 is the root. Because every jump goes forward, all ways into an
// instruction are known before the walk arrives there. Each step costs at most the logarithm of the number
// of instructions: every node keeps one long link beside the one to its immediate dominator.
class Dominators {
  public:
    explicit Dominators(std::size_t instructions);

    // Control can go from `from` to `to`; `from` has been entered already.
    void add_edge(std::uint32_t from, std::uint32_t to);
    // The walk arrives at `node`: no edges into it follow. Returns whether it can be reached at all.
    bool enter(std::uint32_t node);
    // Every way to `node` passes `by`. Both have been entered and can be reached.
    bool dominates(std::uint32_t by, std::uint32_t node) const;

  private:
    static constexpr std::uint32_t kNone = 0xffffffffU;
    struct Node {
        std::uint32_t parent = kNone;  // immediate dominator
        std::uint32_t link = kNone;    // an ancestor further up
        std::uint32_t depth = 0;
    };
    std::uint32_t ancestor_at(std::uint32_t node, std::uint32_t depth) const;
    std::uint32_t common_ancestor(std::uint32_t left, std::uint32_t right) const;

    std::vector<Node> nodes_;
};

}  // namespace guardc
