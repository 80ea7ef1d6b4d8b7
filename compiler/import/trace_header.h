// Header lines of a structured trace log (TORCH_TRACE): JSON behind a log prefix, its payload on the lines
// that follow, each behind a tab.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "compiler/import/log_line.h"

namespace guardc::compiler {

enum class TracePayload : std::uint8_t {
    none,    // not a header, or one whose payload says nothing of guards
    tree,    // `dynamo_cpp_guards_str`
    guards,  // `dynamo_guards`: a JSON list of {"code": ..}
    other,   // of something else
};

struct TraceHeader {
    TracePayload payload = TracePayload::none;
    CompileId id;
};

// What headers of one log say of later ones: the names of files, and of the functions that are compiled.
struct TraceTable {
    struct Function {
        std::string name;
        std::string file;
        std::uint32_t line = 0;
    };
    std::map<std::uint64_t, std::string> strings;
    std::map<std::string, Function, std::less<>> functions;  // by CompileId::frame
};

// Reads a line that is a header, or gives payload none. What it tells goes into the table.
TraceHeader read_trace_header(std::string_view line, TraceTable& table);

}  // namespace guardc::compiler
