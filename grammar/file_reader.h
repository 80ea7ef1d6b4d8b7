// The tree of blocks to a File: which statement may stand where, and what a line in the wrong place is.
#pragma once

#include "grammar/ast.h"
#include "grammar/peer.h"
#include "grammar/statements.h"

namespace guardc::grammar {

class FileReader {
  public:
    FileReader(const Layout& layout, const Limits& limits, File& file, Sink& sink)
        : layout_(layout), file_(file), sink_(sink), reading_(layout, limits, file.pool, sink) {}

    void run();

    // A guard in either form, or what else the line turned out to be.
    static std::optional<GuardStatement> read_guard(Reading& reading, Span line);

  private:
    void read_top(const LogicalLine& line, std::uint32_t index);
    void read_frame(const LogicalLine& line, std::uint32_t index);
    void read_frame_statement(FrameDecl& frame, const LogicalLine& line, std::uint32_t index);
    void read_entry(FrameDecl* frame, const LogicalLine& line, std::uint32_t index);
    void read_shared(FrameDecl* frame, const LogicalLine& line, std::uint32_t index);  // `common`, `user`
    void read_backend(const LogicalLine& line, std::uint32_t index);
    void read_test(const LogicalLine& line, std::uint32_t index);
    void read_test_statement(TestDecl& test, bool& has_expect, const LogicalLine& line);
    std::vector<GuardStatement> read_guards(BlockKind kind, const LogicalLine& block, std::uint32_t index);

    // Calls read(line, index) for every line that stands directly in a block.
    template <typename Read>
    void each_line(std::uint32_t first, std::uint32_t last, Read read);

    bool head_is_readable(const LogicalLine& line);
    void misplaced(const LogicalLine& line, BlockKind around, std::string_view hint);

    const Layout& layout_;
    File& file_;
    Sink& sink_;
    Reading reading_;
};

}  // namespace guardc::grammar
