// In which order a check asks its guards.
#pragma once

#include <span>
#include <vector>

#include "compiler/guards/guard.h"

namespace guardc::compiler {

// Indices into `guards`. Guards that ask native predicates come last, the cheaper ones (by the costs that
// their predicates declare) before the dearer ones; everything else keeps its order. So a predicate runs, and
// its errors count, only when all that reads the frame alone holds.
std::vector<std::size_t> check_order(const TermPool& terms, std::span<const Guard> guards);

}  // namespace guardc::compiler
