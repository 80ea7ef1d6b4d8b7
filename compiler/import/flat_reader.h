// The flat form: guards as conjuncts of a Python function, or one expression a line.
#pragma once

#include <cstddef>
#include <string_view>

#include "compiler/import/conjunct.h"
#include "compiler/import/dump.h"

namespace guardc::compiler {

// True where a function of guards begins: `def __guard_0_for_forward(L, G, ..):`, `lambda L: ..`.
bool is_flat_function(std::string_view line);

// What the function of guards in this line is called in the dump: entry "0" of frame "forward".
struct FlatName {
    std::string_view frame;
    std::string_view entry;
};
FlatName flat_name(std::string_view line);

struct FlatEnd {
    std::size_t offset = 0;  // the first byte behind the function
    std::uint32_t lines = 0;
};
// Reads the function that begins at `offset` of the text, in line `line`.
FlatEnd read_flat_function(DumpWriter& writer, EntrySeat seat, std::string_view text, std::size_t offset,
                           std::uint32_t line);

// One conjunct by itself, perhaps with a comment behind it.
void read_conjunct(DumpWriter& writer, EntrySeat seat, std::string_view text, std::uint32_t line,
                   FlatForm form);

}  // namespace guardc::compiler
