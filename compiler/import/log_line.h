// One line of a log: what the logger put in front, and what was logged.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace guardc::compiler {

struct LogLine {
    std::string_view prefix;    // empty: the line stands by itself
    std::string_view artifact;  // "guards", "recompiles", ..; empty: the prefix names none
    std::string_view body;
};

// Anchored on the artifact's tag, on the `| +- ` of a tree, or on the heading of one. A line with none of
// them is all body.
LogLine split_log_line(std::string_view line);

// Where a `| | +- WORD` begins in the line, whatever stands before it; npos: nowhere.
std::size_t tree_anchor(std::string_view line);

// Which compile a line is about, as far as the prefix tells.
struct CompileId {
    bool known = false;
    std::string frame;   // with what tells processes apart: rank, pid, compiled autograd
    std::string entry;   // "0/1"
    std::string number;  // of the frame alone
};
CompileId compile_id(std::string_view prefix);

}  // namespace guardc::compiler
