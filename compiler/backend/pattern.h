// Waiver patterns as terms: `_` becomes a constant that no guard has, and sema does the rest, so that a
// pattern may be written in any form that a guard may.
#pragma once

#include <optional>
#include <vector>

#include "compiler/guards/guard.h"
#include "grammar/ast.h"
#include "grammar/diagnostic.h"

namespace guardc::compiler {

struct Pattern {
    std::vector<TermId> terms;      // a shorthand stands for several guards, each of which is meant
    std::vector<TermId> wildcards;  // the constants that stand for `_`
};

// The guards that `expression` describes. Names, and nothing else, may be new to `rules`.
std::optional<Pattern> check_pattern(FrameRules& rules, const grammar::ExprPool& pool,
                                     grammar::ExprId expression, const Provenance& provenance,
                                     grammar::Diagnostics& diagnostics);

// The value that a path names, `_` allowed in place of keys and indices; one term.
std::optional<Pattern> check_path(FrameRules& rules, const grammar::ExprPool& pool,
                                  grammar::ExprId expression, const Provenance& provenance,
                                  grammar::Diagnostics& diagnostics);

// Whether `term` is `pattern` with a constant in place of each wildcard. Does not recurse.
bool matches(const TermPool& terms, const Pattern& pattern, TermId pattern_term, TermId term);

}  // namespace guardc::compiler
