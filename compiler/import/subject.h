// What a guard speaks of: by this imported guards are grouped.
#pragma once

#include <vector>

#include "compiler/terms/term.h"

namespace guardc::compiler {

struct Subject {
    TermId root = kNoTerm;   // the local or global; kNoTerm: none
    TermId place = kNoTerm;  // the stored value, `L['x'].a["k"]`; kNoTerm: none
    bool relates = false;    // more than one local or global
};

// Of every term of a pool, as far as it has grown.
class Subjects {
  public:
    explicit Subjects(const TermPool& terms) : terms_(terms) {}
    const Subject& of(TermId term);

  private:
    Subject derive(TermId term) const;

    const TermPool& terms_;
    std::vector<Subject> known_;
};

}  // namespace guardc::compiler
