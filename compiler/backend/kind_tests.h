// Path conditions: what a value must be before a guard can read on from it. They are not guards, so nobody
// waives them; they follow from what is read.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "compiler/guards/guard.h"
#include "compiler/plan/arguments.h"

namespace guardc::compiler {

struct PathCondition {
    TermId value = kNoTerm;
    std::string_view kind;   // "a tensor"
    TermId reads = kNoTerm;  // the first reading that needs it
};

// Of what is kept and lifted, without values whose exact type a kept guard tests; in order of appearance.
std::vector<PathCondition> path_conditions(const TermPool& terms, std::span<const Guard> kept,
                                           std::span<const LiftedValue> lifted);

}  // namespace guardc::compiler
