// "Did you mean": the nearest of a few known words.
#pragma once

#include <span>
#include <string_view>

namespace guardc::grammar {

// Insertions, deletions, replacements and swaps of neighbours; anything beyond `limit` counts as limit + 1.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

// The candidate within a distance that a slip explains (1 up to five letters, then 2); empty when none is, or
// when the word is one of them.
std::string_view closest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace guardc::grammar
