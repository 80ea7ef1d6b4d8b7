// What is known at one point of the program being built: which values have been reached, what kinds they
// can still be, which tests hold, which ints are settled.
//
// The program only jumps forward. What is learned at instruction p holds behind p on the path that falls
// through; where a jump from an instruction at or before p arrives, it no longer does. `forget_from` is how
// the builder says so.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "compiler/terms/term.h"
#include "runtime/model/cell.h"

namespace guardc::compiler {

struct Reached {
    std::uint32_t reg = 0;
    CellTag tag = CellTag::absent;  // absent: only known at run time
    std::uint64_t kinds = ~0ULL;    // of a reference: kinds of the model that are still possible
};

class Environment {
  public:
    const Reached* find(TermId term) const;
    bool holds(TermId test) const { return tests_.contains(test); }
    std::optional<std::int64_t> integer(TermId value) const;

    void reach(TermId term, const Reached& reached, std::uint32_t position);
    // From here on the value is at hand as `reached`, which says more.
    void replace(TermId term, const Reached& reached, std::uint32_t position);
    // The value, if it is a reference, has one of these kinds; it need not be a reference. Only of what was
    // reached.
    void narrow_references(TermId term, std::uint64_t kinds, std::uint32_t position);
    void hold(TermId test, std::uint32_t position);
    void settle(TermId value, std::int64_t integer, std::uint32_t position);

    // Drops everything learned at `position` or later.
    void forget_from(std::uint32_t position);

  private:
    struct Step {
        std::uint32_t position;
        enum class What : std::uint8_t { reached, narrowed, held, settled } what;
        TermId term;
        Reached before;
    };
    std::unordered_map<TermId, Reached> reached_;
    std::unordered_set<TermId> tests_;
    std::unordered_map<TermId, std::int64_t> integers_;
    std::vector<Step> steps_;  // in order of position
};

}  // namespace guardc::compiler
