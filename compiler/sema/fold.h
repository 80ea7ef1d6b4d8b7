// Constant subterms are computed by running the reference evaluator, so that folding cannot disagree with
// checking. What is undefined stays as written and is undefined at each check.
#pragma once

#include <cstdint>
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
    // Operations and leaves that the term has when shared ones are counted each time, as its text has;
    // counted up to kCountedSize.
    static constexpr std::uint64_t kCountedSize = std::uint64_t{1} << 40;
    std::uint64_t written_size(TermId term);
    // The outcome of a closed test.
    Truth outcome(TermId term) const;

  private:
    TermPool& terms_;
    // By TermId, as far as they were asked for.
    std::vector<bool> closed_;
    std::vector<std::uint64_t> sizes_;
};

}  // namespace guardc::compiler
