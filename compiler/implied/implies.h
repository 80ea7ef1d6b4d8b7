// Whether guards that are kept prove another guard. One question with two answers, of which only `yes` says
// anything: a prover may answer more of them, and none of those that stand here otherwise.
#pragma once

#include <memory>
#include <span>

#include "compiler/terms/term.h"

namespace guardc::compiler {

enum class Implied : std::uint8_t { unknown, yes };

// What a set of guards says, gone through once for any number of questions. `terms` outlives it and may grow
// meanwhile.
class Premises {
  public:
    Premises(const TermPool& terms, std::span<const TermId> kept);
    ~Premises();
    Premises(const Premises&) = delete;
    Premises& operator=(const Premises&) = delete;

    // Yes: on every frame of every model on which all that is kept is true, `guard` is defined and true.
    // Decides guards that are equal but for how they are written, constants, intervals, steps and exact types
    // of one value, ints that are tied by `==`, and what follows from these by arithmetic and connectives.
    Implied imply(TermId guard) const;

  private:
    struct Parts;
    struct Proof;
    std::unique_ptr<const Parts> parts_;
};

Implied implies(const TermPool& terms, std::span<const TermId> kept, TermId guard);

}  // namespace guardc::compiler
