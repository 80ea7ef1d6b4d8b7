// From the clauses of a dump to guards: what each says, or why it stays open.
#pragma once

#include <vector>

#include "compiler/import/dump.h"
#include "compiler/import/gap.h"
#include "compiler/import/import.h"
#include "compiler/import/known_frame.h"
#include "compiler/import/understanding.h"

namespace guardc::compiler {

// One guard of an entry: a term, or a predicate that only the frame can answer.
struct ImportedGuard {
    TermId term = kNoTerm;
    std::string_view open;  // the predicate's text, when there is no term
    std::string_view why;   // why it is open
    std::string_view note;  // the comment that came with it
    std::uint32_t line = 0;
};

// The kind under which the language reads the clause. Before 2.7 the marks of a tensor were printed as
// attributes that it must not have.
std::string_view meaning_kind(const Clause& clause);

class Resolver {
  public:
    // `known` may be null. All must outlive it.
    Resolver(Dump& dump, Understanding& understanding, ImportReport& report, bool strict)
        : dump_(dump), understanding_(understanding), report_(report), strict_(strict) {}

    // The guards of one entry, in the order of the dump. `known`, which may be null, is a frame that it
    // accepts. Counts and lists what it does.
    std::vector<ImportedGuard> resolve(const DumpFrame& frame, const DumpEntry& entry,
                                       const KnownFrame* known);

  private:
    struct Here {
        const DumpFrame& frame;
        const DumpEntry& entry;
        const KnownFrame* known;
        std::vector<ImportedGuard> guards;
    };
    void printed(Here& here, const Clause& clause);
    void implied(Here& here, const Clause& clause);
    void unread(Here& here, const Clause& clause, std::string_view why);
    bool bind(Here& here, const Clause& clause, Gap gap);
    void leave_open(Here& here, const Clause& clause, Gap gap);
    bool add_text(Here& here, const Clause& clause, std::string_view kind, std::string_view text);
    ImportLine line(const Here& here, const Clause& clause, std::string_view why) const;

    Dump& dump_;
    Understanding& understanding_;
    ImportReport& report_;
    bool strict_;
};

}  // namespace guardc::compiler
