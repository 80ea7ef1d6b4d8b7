// What a dispatcher may know of an entry beside its check: values that it compares with constants, and
// objects whose identity it tests.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "compiler/guards/guard.h"
#include "compiler/plan/build.h"
#include "runtime/dispatch/entry_code.h"
#include "runtime/model/model.h"

namespace guardc::compiler {

// Checks without guards that lift one value each, one a term: entries that test the same value share them.
using ValueReaders = std::map<TermId, std::shared_ptr<const EntryCode>>;

struct EntryFacts {
    std::vector<EqualityFact> facts;  // the first kMostFacts of the guards
    std::vector<RecordedObject> objects;
};
inline constexpr std::size_t kMostFacts = 16;

// Of guards that all hold on every frame that the entry accepts. Adds the readers that are missing.
EntryFacts facts_of(const TermPool& terms, std::span<const Guard> guards, const FrameShape& shape,
                    const Model& model, const BuildOptions& options, ValueReaders& readers);

}  // namespace guardc::compiler
