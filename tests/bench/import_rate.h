// How fast logs are imported: the one absolute figure.
#pragma once

#include <optional>

#include "tests/bench/ratios.h"

namespace guardc::bench {

// Clauses a second on one core, from a text in memory to the text of rules, over the largest log of the
// corpus. Nothing, with a line on the standard error, where there is no corpus: it lies beside the checkout,
// or where GUARDC_CORPUS says.
std::optional<Figure> import_rate();

}  // namespace guardc::bench
