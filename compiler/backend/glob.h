// Names and texts by pattern.
#pragma once

#include <string_view>

namespace guardc::compiler {

// Whether the whole of `text` is `pattern` with some run of characters, perhaps none, in place of each `*`.
// Takes time in the product of their lengths at most.
bool glob_matches(std::string_view pattern, std::string_view text);

}  // namespace guardc::compiler
