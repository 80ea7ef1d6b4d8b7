// The passes over the guards of an entry.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "compiler/passes/entry_guards.h"

namespace guardc::compiler {

struct Pass {
    std::string_view name;
    void (*run)(EntryGuards& entry);
};

// In the order in which they run.
std::span<const Pass> entry_passes();

// Hears of each pass what it was given and what it left (print_guards).
using PassListener =
    std::function<void(const Pass& pass, std::string_view guards_before, std::string_view guards_after)>;

// Then says of every guard that is gone why that is sound (compiler/passes/classify.h).
void run_entry_passes(EntryGuards& entry, const PassListener& listener = {});

}  // namespace guardc::compiler
