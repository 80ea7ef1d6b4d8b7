// Names, types and shorthands: syntax tree to checked rules. All mistakes at once.
#pragma once

#include <memory>
#include <vector>

#include "compiler/guards/guard.h"
#include "grammar/ast.h"
#include "grammar/diagnostic.h"

namespace guardc::compiler {

struct CheckedFile {
    std::vector<FrameRules> frames;
    grammar::Diagnostics diagnostics;
};

// `source` must be what `file` was parsed from. Frames without an error are complete; a frame with one holds
// what could be checked.
CheckedFile check_file(std::shared_ptr<const grammar::Source> source, const grammar::File& file);

// One guard that comes as a string, against the names, dims and slots of `rules` (whose shape grows when it
// is open). A shorthand may give several guards; none when there are errors.
std::vector<Guard> check_guard(FrameRules& rules, std::shared_ptr<const grammar::Source> source,
                               const grammar::ExprPool& pool, const grammar::GuardStatement& statement,
                               const Provenance& provenance, grammar::Diagnostics& diagnostics);

}  // namespace guardc::compiler
