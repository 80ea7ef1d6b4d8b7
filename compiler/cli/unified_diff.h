// Differences of two texts by lines, in the form that `patch` reads.
#pragma once

#include <string>
#include <string_view>

namespace guardc::cli {

// Empty when the texts are equal. The shortest difference where it has at most a few thousand changed lines;
// beyond that what differs is one block, so that time and memory stay linear in the texts.
std::string unified_diff(std::string_view old_name, std::string_view new_name, std::string_view old_text,
                         std::string_view new_text);

}  // namespace guardc::cli
