// Tests whose truth is known because guards hold, and values that are defined because those tests are.
#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/terms/term.h"

namespace guardc::compiler {

struct Literal {
    TermId test;
    bool sense;  // what the test is, being defined
};

class Literals {
  public:
    // Everything in `kept` is true.
    Literals(const TermPool& terms, std::span<const TermId> kept);

    const std::vector<Literal>& all() const { return all_; }
    bool holds(TermId test, bool sense) const;
    bool is_defined(TermId value) const { return defined_.contains(value); }
    // Values that are defined, operands before what holds them.
    std::vector<TermId> defined_values() const;

  private:
    void learn(TermId test, bool sense);
    void define_operands(TermId test);

    const TermPool& terms_;
    std::vector<Literal> all_;
    std::unordered_map<TermId, bool> senses_;
    std::unordered_set<TermId> defined_;
};

}  // namespace guardc::compiler
