// The reference evaluator in the place of an entry's check, so that whoever runs checks can run it too.
#pragma once

#include <memory>

#include "compiler/passes/entry_guards.h"
#include "runtime/dispatch/entry_code.h"
#include "runtime/model/model.h"

namespace guardc::compiler {

// Judges the guards of `entry` as they are; `code` is their program, which lends slots, rules and the layout
// of the argument block but is never run. Unlike other checks it allocates. `terms` is the pool of `entry`,
// which must not grow while the check runs.
std::shared_ptr<const EntryCode> reference_code(const EntryGuards& entry,
                                                std::shared_ptr<const TermPool> terms,
                                                std::shared_ptr<const EntryCode> code, const Model& model);

}  // namespace guardc::compiler
