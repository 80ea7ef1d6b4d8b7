// The guards of one block as lines that a person reads: grouped by what they speak of, facts of one tensor
// folded, places of one identity together, with the places that they came from.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/import/guard_lines.h"
#include "compiler/import/resolve.h"
#include "compiler/import/shorthands.h"
#include "compiler/import/subject.h"
#include "compiler/import/term_texts.h"

namespace guardc::compiler {

class EntryWriter {
  public:
    EntryWriter(const TermPool& terms, TermTexts& texts, Shorthands& shorthands)
        : terms_(terms), texts_(texts), shorthands_(shorthands), subjects_(terms) {}

    // Adds the lines of guards, none of them twice, of a frame with these parameters, which `texts` has
    // begun.
    void write(const std::vector<const ImportedGuard*>& guards, const std::vector<std::string>& parameters,
               GuardLines& lines);

    // The locals that the guards name, in their order, behind those that are there.
    void add_locals(const std::vector<ImportedGuard>& guards, const FrameShape& shape,
                    std::vector<std::string>& names);

  private:
    struct Row {
        std::uint32_t section = 0, root = 0, place = 0, rank = 0;
        const ImportedGuard* guard = nullptr;
    };
    using Rows = std::vector<Row>::const_iterator;

    Row row_of(const ImportedGuard& guard);
    TermId named_around(const Row& row);
    void gather_identities(const std::vector<const ImportedGuard*>& guards);
    void write_place(Rows first, Rows last, GuardLines& lines);
    void write_state(Rows first, Rows last, GuardLines& lines);
    void write_identity(Rows first, Rows last, GuardLines& lines);
    void write_open(const ImportedGuard& guard, GuardLines& lines);
    bool is_marking(TermId term) const;

    const TermPool& terms_;
    TermTexts& texts_;
    Shorthands& shorthands_;
    bool state_is_hidden_ = false;  // by a parameter of this name
    Subjects subjects_;
    std::unordered_map<TermId, std::uint32_t> roots_, places_;  // in the order of an entry
    std::unordered_map<TermId, std::uint32_t> identities_;      // numbers, and how many places have them
    std::vector<Row> rows_;
};

}  // namespace guardc::compiler
