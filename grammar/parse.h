// Text to syntax tree. The only door into the grammar; nothing of the parser library shows.
#pragma once

#include <memory>
#include <string_view>

#include "grammar/ast.h"
#include "grammar/diagnostic.h"
#include "grammar/limits.h"
#include "grammar/source.h"

namespace guardc::grammar {

// What could be read, and every mistake. Statements with a mistake are left out of the tree; with no
// error among the diagnostics the tree is the whole text.
struct ParsedFile {
    File file;
    Diagnostics diagnostics;
};
ParsedFile parse_file(const Source& source, const Limits& limits = {});

// One guard, as a backend gives it in a string.
struct ParsedGuard {
    ExprPool pool;
    GuardStatement guard;
    Diagnostics diagnostics;
};
ParsedGuard parse_guard(const Source& source, const Limits& limits = {});

// One path as it stands behind `waive path`; the guard is the path.
ParsedGuard parse_path(const Source& source, const Limits& limits = {});

// One whole waiver as it stands behind `waive` in a block.
struct ParsedWaiver {
    ExprPool pool;
    WaiveStatement waiver;
    Diagnostics diagnostics;
};
ParsedWaiver parse_waiver(const Source& source, const Limits& limits = {});

}  // namespace guardc::grammar
