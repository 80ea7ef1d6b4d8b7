// Constant subterms are computed by running the reference evaluator, so that folding cannot disagree with
// checking. What is undefined stays as written and is undefined at each check.
#pragma once

#include <vector>

#include "compiler/reference/reference.h"
#include "compiler/terms/term.h"

namespace guardc::compiler {

class Folder {
  public:
    explicit Folder(TermPool& terms) : terms_(terms) {}

    // A constant of the same value where `term` is a value that depends on nothing; else `term`.
    TermId fold(TermId term);
    // Whether the term depends on no frame and no state.
    bool is_closed(TermId term);
    // The outcome of a closed test.
    Truth outcome(TermId term) const;

  private:
    TermPool& terms_;
    std::vector<bool> closed_;  // by TermId, as far as it was asked for
};

}  // namespace guardc::compiler
