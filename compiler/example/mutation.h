// Makes one guard of an example fail by a small change, and sees what becomes of the others.
#pragma once

#include "compiler/example/change.h"
#include "compiler/example/example.h"
#include "compiler/example/solver.h"

namespace guardc::compiler::example {

class Mutation {
  public:
    // All three outlive it. Every guard must hold in the frame of `base`.
    Mutation(const ExampleGuards& guards, Attempt& base, std::span<const Demand> demands);

    // `alone`: only a change after which all other demands are met.
    std::optional<Mutant> violate(std::size_t guard, bool alone);

  private:
    struct Undo {
        NodeId id;
        Node node;
    };
    bool apply(const Change& change);
    void undo();
    void save(NodeId id);
    std::string describe(const Change& change, const FrameDocument& frame);
    std::vector<NodeId> read_by(TermId term);
    std::vector<std::size_t> others_reading(const Change& change, std::size_t guard) const;
    std::vector<Change> removals(std::size_t guard);

    const ExampleGuards& guards_;
    Attempt& base_;
    std::span<const Demand> demands_;
    std::vector<std::vector<std::size_t>> readers_;  // by node: the demands that go through it
    std::vector<Undo> undo_;
};

}  // namespace guardc::compiler::example
