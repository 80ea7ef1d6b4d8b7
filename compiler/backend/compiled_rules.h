// What the rule compiler keeps of an entry's rules: enough to build it anew, narrower, and to say why it
// missed.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/backend/equality_facts.h"
#include "compiler/backend/ledger.h"
#include "compiler/backend/mistakes.h"
#include "compiler/backend/standing.h"
#include "compiler/guards/guard.h"
#include "compiler/passes/pipeline.h"
#include "compiler/plan/build.h"
#include "runtime/dispatch/entry_code.h"

namespace guardc::compiler {

// What an entry is built from. `standing` are the rules of its backend at the instant at which its artefact
// was begun, what the artefact asks for itself, and every requirement that came later; what widens gets in
// when the backend consents.
struct EntrySource {
    std::string name;
    std::string backend;
    std::shared_ptr<const std::vector<Guard>> framework;
    std::shared_ptr<const BackendStanding> standing;  // null: nothing is asked for
    std::shared_ptr<const OwnRules> own;              // null: nothing
    ArgumentsRead reads;
};

struct CompiledRules : EntryRules {
    std::string frame;
    EntrySource source;
    std::vector<Guard> kept;             // what the check tests
    std::vector<LiftedValue> arguments;  // cell by cell
    std::vector<LiftedSizes> sizes;      // which cells are one shape
    Ledger ledger;
};

struct EntryBuild {
    FrameRules& rules;  // its terms may grow
    const Model& model;
    const BuildOptions& options;
    ValueReaders& readers;
};

// Source guards, passes, program. The frame's lock is held.
std::expected<std::shared_ptr<const EntryCode>, std::vector<Mistakes>> build_entry(const EntryBuild& build,
                                                                                   EntrySource source);

// The check that all of `requirements` hold; null when there are none.
std::expected<std::shared_ptr<const EntryCode>, grammar::Diagnostics> build_requirements(
    const EntryBuild& build, const BackendStanding& standing);

// The check without guards that lifts the object that a limit counts by. A model without identity is a
// diagnostic.
std::expected<std::shared_ptr<const EntryCode>, grammar::Diagnostics> build_object_path(
    const EntryBuild& build, LiftedValue path);

// `source` with every requirement of `now` that it lacks; nothing when it lacks none.
std::optional<EntrySource> narrowed(const EntrySource& source, const BackendStanding& now);

}  // namespace guardc::compiler
