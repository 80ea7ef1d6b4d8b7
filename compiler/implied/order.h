// What premises say of the order of two values, whatever their type.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "compiler/implied/literals.h"
#include "compiler/terms/term.h"

namespace guardc::compiler {

// How two values can stand to each other; `unordered` is a NaN on one side, or values without an order.
enum Relation : std::uint8_t { kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8 };
using Relations = std::uint8_t;

bool is_comparison(TermOp op);  // one of the six

class Order {
  public:
    Order(const TermPool& terms, const Literals& literals);

    // Whether `left op right` is defined and `sense`; op is one of the six comparisons. `ints`: both are
    // known to be ints, which are always ordered.
    bool proves(TermOp op, TermId left, TermId right, bool sense, bool ints) const;

  private:
    struct Known {
        Relations possible = kLess | kEqual | kGreater | kUnordered;
        bool has_order = false;  // an order comparison of the two is defined
        bool has_equality = false;
    };
    std::map<std::pair<TermId, TermId>, Known> known_;  // smaller id first
};

}  // namespace guardc::compiler
