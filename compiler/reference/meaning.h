// What every term means, given its operands: one case a row of the table of terms.
#pragma once

#include <span>

#include "compiler/reference/reference.h"

namespace guardc::compiler {

// All operands are defined. Not for what evaluates its operands by need: `and`, `or`, `not`, conditional.
Evaluation meaning(const TermPool& terms, TermId term, std::span<const Cell> operands,
                   const Surroundings& surroundings);

}  // namespace guardc::compiler
