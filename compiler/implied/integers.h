// What premises say of ints: which values are exact ints, where they lie, which of them are equal.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/implied/int_range.h"
#include "compiler/implied/literals.h"
#include "compiler/terms/term.h"

namespace guardc::compiler {

// The constant as an int of 64 bits, where it is one (not a bool).
std::optional<std::int64_t> integer_constant(const TermPool& terms, TermId term);

class Integers {
  public:
    Integers(const TermPool& terms, const Literals& literals);

    // Defined, and an exact int; of any size.
    bool is_exact(TermId value) const;
    // Defined, an exact int within 64 bits, and one of these. Also of arithmetic that no premise has.
    std::optional<IntRange> range(TermId value) const;
    // Both defined exact ints within 64 bits, and one number.
    bool same(TermId left, TermId right) const;

  private:
    TermId root(TermId value) const;
    void find_exact(TermId value);
    void join(TermId left, TermId right);
    void bound(const Literal& literal);
    void bound(TermId value, TermOp op, std::int64_t constant);
    void narrow(TermId value, const IntRange& range);
    // Of values whose operands are at hand.
    using AtHand = std::unordered_map<TermId, std::optional<IntRange>>;
    std::optional<IntRange> one(TermId value, const AtHand& at_hand) const;
    std::optional<IntRange> computed(TermId value, const AtHand& at_hand) const;
    bool fits(TermId value) const { return fits_.contains(value); }

    const TermPool& terms_;
    const Literals& literals_;
    std::unordered_set<TermId> exact_;  // defined exact ints
    std::unordered_set<TermId> fits_;   // of these: within 64 bits
    std::unordered_map<TermId, TermId> parents_;
    std::unordered_map<TermId, IntRange> ranges_;  // by root
};

}  // namespace guardc::compiler
