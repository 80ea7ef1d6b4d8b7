// What must be so before an entry is built: lifted values reach the artefact, waivers are proved where the
// frame asks for that.
#pragma once

#include <vector>

#include "compiler/backend/compiled_rules.h"
#include "compiler/backend/mistakes.h"
#include "compiler/passes/entry_guards.h"

namespace guardc::compiler {

// `entry` has gone through the passes. With `proved_only`, what was waived must be implied by what is kept,
// or be lifted.
std::vector<Mistakes> policy_mistakes(const EntryGuards& entry, const EntrySource& source, bool proved_only);

}  // namespace guardc::compiler
