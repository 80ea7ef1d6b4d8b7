// Text of a log that is hostile or broken, made fit for comments, strings and reports.
#pragma once

#include <string>
#include <string_view>

namespace guardc::compiler {

// One line of valid UTF-8: control characters and bytes that are no UTF-8 become U+FFFD.
std::string plain_text(std::string_view text);

}  // namespace guardc::compiler
