// Pass `deduplicate`: a guard that stands twice is tested once, where it stands first. The ledger lists the
// other places.
#pragma once

#include "compiler/passes/entry_guards.h"

namespace guardc::compiler {

// Needs the ledger that `waive` made.
void deduplicate(EntryGuards& entry);

}  // namespace guardc::compiler
