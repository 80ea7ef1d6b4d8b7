// Values that premises pin to one constant, put in their place.
#pragma once

#include <unordered_map>

#include "compiler/implied/integers.h"
#include "compiler/implied/literals.h"
#include "compiler/terms/term.h"

namespace guardc::compiler {

class KnownConstants {
  public:
    KnownConstants(const TermPool& terms, const Literals& literals, const Integers& integers);

    // Whether `test` is defined and `sense` once every value of the frame in it is such a constant. The
    // reference decides.
    bool proves(TermId test, bool sense) const;

  private:
    const TermPool& terms_;
    const Integers& integers_;
    std::unordered_map<TermId, TermId> constants_;  // by value
};

}  // namespace guardc::compiler
