// Pass `waive`: framework guards that the entry's backend waived are gone; what was lifted or weakened has
// its type test or its weaker guard in their place. User guards and requirements are never touched, so
// nothing that another layer requires is lost.
#pragma once

#include "compiler/passes/entry_guards.h"

namespace guardc::compiler {

// Starts the ledger: one row for each guard.
void waive(EntryGuards& entry);

}  // namespace guardc::compiler
