// Why reuse is still sound without the guards that are gone: told once, on what is finally kept.
#pragma once

#include "compiler/passes/entry_guards.h"

namespace guardc::compiler {

// Fills in the classes of the ledger. Changes no guard.
void classify(EntryGuards& entry);

}  // namespace guardc::compiler
