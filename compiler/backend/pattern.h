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
    std::vector<TermId> any_names;  // attributes, and tests for one, whose name is `_`
    std::vector<TermId> any_steps;  // of a path: the attributes that stand for `.*`
    bool is_shape = false;          // of a path: it is the whole shape of the tensor that the term names
};

// The guards that `expression` describes. Names, and nothing else, may be new to `rules`.
std::optional<Pattern> check_pattern(FrameRules& rules, const grammar::ExprPool& pool,
                                     grammar::ExprId expression, const Provenance& provenance,
                                     grammar::Diagnostics& diagnostics);

// The value that a path names, `_` allowed in place of keys and indices, `.*` for any number of steps, none
// included; one term. `x.shape` names all sizes of `x`, and how many there are.
std::optional<Pattern> check_path(FrameRules& rules, const grammar::ExprPool& pool,
                                  grammar::ExprId expression, const Provenance& provenance,
                                  grammar::Diagnostics& diagnostics);

// Whether a value is on the path. Takes no longer than the product of their lengths.
bool matches_path(const TermPool& terms, const Pattern& path, TermId value);

// Whether `term` is `pattern` with a constant in place of each wildcard. Does not recurse.
bool matches(const TermPool& terms, const Pattern& pattern, TermId pattern_term, TermId term);

}  // namespace guardc::compiler
