// Guard texts judged on frames written as JSON, for tables of one line a case.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/explain/reason.h"

namespace guardc::compiler {

// "yes", "no", "undefined" or "error"; what is wrong with the text or the frame where something is. Where the
// table engine does not agree, that.
std::string judged(std::string_view guards, std::string_view frame, std::string_view header = "frame f");

std::vector<Reason> reasons(std::string_view guards, std::string_view frame,
                            std::string_view header = "frame f");

}  // namespace guardc::compiler
