// Logs of every form, line by line, into a dump.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "compiler/import/dump.h"
#include "compiler/import/log_line.h"
#include "compiler/import/trace_header.h"
#include "compiler/import/tree_reader.h"

namespace guardc::compiler {

// Is told the number of bytes that are read, now and then.
using ReadProgress = std::function<void(std::size_t)>;

class LogReader {
  public:
    LogReader(Dump& dump, std::string input) : writer_(dump, std::move(input)) {}

    // All of one input. `text` must outlive the dump.
    void read(std::string_view text, const ReadProgress& progress = {});

  private:
    // What one process logs about one compile; lines of several are mixed in a log.
    struct Stream {
        explicit Stream(DumpWriter& writer) : tree(writer) {}
        TreeReader tree;
        EntrySeat seat;                  // of the tree
        std::vector<Clause> above;       // of the tree, which holds them again
        bool in_shape_function = false;  // printed beside the tree, which holds the same conditions
        bool in_list = false;            // of expressions
        EntrySeat list;
    };

    void line(std::string_view text, std::uint32_t number);
    void heading(std::string_view text);  // `# file: ..`, `# --- frame 0/1`
    void logged(const LogLine& line, std::uint32_t number);
    void guards_line(Stream& stream, const CompileId& id, std::string_view body, std::uint32_t number);
    void recompiled(const CompileId& id, std::string_view body);
    bool payload(std::string_view text, std::uint32_t number);
    void end_payload();
    void guard_list(std::string_view json, std::uint32_t number);
    void code_line(std::string_view json, std::uint32_t number);
    void flat_function(std::string_view text, std::size_t& offset, std::uint32_t& number,
                       std::string_view first);

    Stream& stream(const std::string& key);
    void begin_tree(Stream& stream, const CompileId& id);
    void end_tree(Stream& stream);
    EntrySeat open_entry(const CompileId& id);
    EntrySeat list_entry(Stream& stream, const CompileId& id);
    std::size_t frame_of(const CompileId& id);

    DumpWriter writer_;
    std::map<std::string, Stream, std::less<>> streams_;
    CompileId headed_;  // of the last `# --- frame N/M`
    std::string origin_;
    TraceTable trace_;
    TraceHeader header_;  // whose payload is being read
    std::string gathered_;
    std::uint32_t gathered_line_ = 0;
};

}  // namespace guardc::compiler
