// Looks for a frame that makes some tests hold and others not.
#pragma once

#include <memory>
#include <optional>

#include "compiler/example/assume.h"

namespace guardc::compiler::example {

struct Demand {
    enum class Kind : std::uint8_t { holds, fails, is_defined } kind = Kind::holds;
    TermId term = kNoTerm;
};

// One way of choosing values, with all that was built for it.
struct Attempt {
    explicit Attempt(const TermPool& terms)
        : arena(std::make_shared<ValueArena>()),
          sketch(terms, *arena),
          realiser(sketch, *arena),
          assume(sketch, realiser) {}

    std::shared_ptr<ValueArena> arena;
    Sketch sketch;
    Realiser realiser;
    Assume assume;
    std::optional<FrameDocument> frame;
    std::vector<std::size_t> failed;  // demands, as the reference evaluator judges the frame
};

// Which of the demands a frame does not meet.
std::vector<std::size_t> unmet(const TermPool& terms, const FrameShape& shape,
                               std::span<const Demand> demands, const FrameDocument& frame);

class Solver {
  public:
    Solver(const TermPool& terms, const FrameShape& shape, std::vector<Demand> demands)
        : terms_(terms), shape_(shape), demands_(std::move(demands)) {}

    // The attempt that met all demands, or null; then `failed()` says which stood in the way at last.
    std::unique_ptr<Attempt> run(std::size_t attempts);
    std::size_t failed() const { return failed_; }

  private:
    std::unique_ptr<Attempt> attempt();
    void judge(Attempt& attempt);
    void assume_all(Attempt& attempt);
    void repair(Attempt& attempt);
    bool repair_one(Attempt& attempt, std::size_t demand);
    bool try_values(Attempt& attempt, std::size_t demand);
    bool try_values(Attempt& attempt, std::size_t demand, bool together);
    bool met(Attempt& attempt, std::size_t demand);
    void forget(Attempt& attempt, std::size_t demand, bool all);
    std::vector<const Value*> numbers_named(TermId root) const;
    std::vector<NodeId> places(Attempt& attempt, TermId term) const;
    std::vector<NodeId> leaves(Attempt& attempt, TermId term) const;
    bool vary(const std::vector<std::size_t>& failed);

    const TermPool& terms_;
    const FrameShape& shape_;
    std::vector<Demand> demands_;
    std::vector<std::size_t> choices_;
    std::vector<bool> has_choice_;
    std::vector<std::size_t> unsettled_;
    std::size_t failed_ = 0;
    std::size_t tries_left_ = 0;
};

}  // namespace guardc::compiler::example
