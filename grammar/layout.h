// The layout scan: one loop over the bytes, before any rule of the grammar runs. It decides what only a look
// at the whole text can decide (where strings, comments, brackets, statements and blocks begin and end), so
// the rules behind it work on one logical line, never recurse, and a mistake in one line stays there.
//
// A newline or `;` ends a statement unless inside brackets. A `{` opens a block when its line starts with
// frame, entry, user, backend or test; inside a test, `frame {`, `globals {` and `state {` are dict values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grammar/ast.h"
#include "grammar/limits.h"
#include "grammar/sink.h"
#include "grammar/words.h"

namespace guardc::grammar {

struct Bracket {
    std::uint32_t open = 0;
    std::uint32_t close = 0;  // offset of the closing bracket
};

struct LogicalLine {
    Span span;            // without blanks around it; of a block: its head, up to the `{`
    bool broken = false;  // a diagnostic was given: leave it out
    bool is_block = false;
    BlockKind kind = BlockKind::file;  // of a block
    std::uint32_t open = 0;            // of a block: offset of `{`
    std::uint32_t close = 0;           // of a block: one past its `}`
    std::uint32_t next = 0;            // index of the line behind it and all that it holds
};

struct Layout {
    std::string text;               // as long as the source; comments and newlines inside brackets are blanks
    std::vector<Bracket> brackets;  // ordered by `open`; blocks are not among them
    std::vector<LogicalLine> lines;  // a block stands before what it holds
    std::vector<Comment> comments;
    bool refused = false;  // over a limit that ends the scan

    // One past the bracket that closes the one at `open`; 0 when there is none.
    std::uint32_t behind_bracket(std::uint32_t open) const;
};

// `top` says what the text is: a file, or the inside of one block.
Layout scan_layout(std::string_view source, BlockKind top, const Limits& limits, Sink& sink);

}  // namespace guardc::grammar
