// Makes guards hold, or fail, by asking the places that they read for values.
#pragma once

#include <span>

#include "compiler/example/realise.h"
#include "compiler/reference/reference.h"

namespace guardc::compiler::example {

// Which way is taken where there are several: the digits of a number, one for each choice.
class Choices {
  public:
    void start(std::size_t number) {
        left_ = number;
        taken_ = false;
    }
    std::size_t take(std::size_t ways) {
        if (ways < 2) return 0;
        taken_ = true;
        const std::size_t way = left_ % ways;
        left_ /= ways;
        return way;
    }
    bool any() const { return taken_; }
    bool exhausted() const { return left_ != 0 || !taken_; }  // a larger number makes no other choice

  private:
    std::size_t left_ = 0;
    bool taken_ = false;
};

class Assume {
  public:
    Assume(Sketch& sketch, Realiser& realiser);

    // True when what was asked of the places makes the test hold (or fail); false when that depends on what
    // several places hold together. `passing`: then one of them is asked, and the others keep what they hold.
    bool assume(TermId test, bool wanted, std::size_t guard, std::size_t choices, bool passing = false);
    const Choices& choices() const { return choices_; }

    // For the rules of the table (compiler/example/rules.h).
    bool test(TermId term, bool wanted);
    bool steer(TermId term, const Goal& goal);
    bool ask(NodeId place, const Goal& goal);
    std::size_t choose(std::size_t ways) { return choices_.take(ways); }
    Sketch& sketch() { return sketch_; }
    Realiser& realiser() { return realiser_; }
    const TermPool& terms() const { return sketch_.terms(); }
    std::size_t guard() const { return guard_; }
    bool passing() const { return passing_; }
    bool reads(TermId term) const { return reads_[term]; }  // anything but constants

    // What terms give as things stand; nothing where that is undefined or not known.
    std::optional<Cell> now(TermId term);
    Truth truth_now(TermId term);
    const Value* value_now(TermId term);

  private:
    Evaluation evaluate(TermId term);

    Sketch& sketch_;
    Realiser& realiser_;
    std::vector<bool> reads_;
    Choices choices_;
    std::size_t guard_ = 0;
    bool passing_ = false;
    unsigned depth_ = 0;
    Surroundings nowhere_;
};

}  // namespace guardc::compiler::example
