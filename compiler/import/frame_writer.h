// An imported frame as the text of rules: what all its entries share stands once, and repeated places have
// names.
#pragma once

#include <string>
#include <vector>

#include "compiler/import/dump.h"
#include "compiler/import/entry_writer.h"
#include "compiler/import/understanding.h"

namespace guardc::compiler {

class FrameWriter {
  public:
    explicit FrameWriter(Understanding& understanding)
        : rules_(understanding.rules()),
          texts_(rules_),
          shorthands_(understanding),
          writer_(understanding.terms(), texts_, shorthands_) {}

    // Appends a frame, whose entries have these guards, in the order of the dump.
    void write(const DumpFrame& frame, const std::vector<std::vector<ImportedGuard>>& entries,
               std::string& out);

  private:
    // Guards that every entry has, in the order of the first, and what each has beside them.
    struct Shared {
        std::vector<const ImportedGuard*> common;
        std::vector<std::vector<const ImportedGuard*>> rest;
    };
    static Shared share(const std::vector<std::vector<ImportedGuard>>& entries);

    // The lines of the shared block, then of the entries.
    std::vector<GuardLines> lines_of(const Shared& shared, const std::vector<std::string>& parameters);

    static std::string body_of(const DumpFrame& frame, const Shared& shared,
                               const std::vector<GuardLines>& lines);

    const FrameRules& rules_;
    TermTexts texts_;
    Shorthands shorthands_;
    EntryWriter writer_;
};

}  // namespace guardc::compiler
