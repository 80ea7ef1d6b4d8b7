// The state of one layout scan (layout.h); its two halves are layout_scanner.cpp (characters) and
// layout_blocks.cpp (brackets, blocks, and going on after an unclosed one).
#pragma once

#include <array>
#include <optional>

#include "grammar/layout.h"

namespace guardc::grammar {

class LayoutScanner {
  public:
    LayoutScanner(std::string_view source, BlockKind top, const Limits& limits, Sink& sink);
    Layout run();

  private:
    static constexpr std::uint32_t kNone = 0xffffffffU;

    struct Open {
        char bracket = '{';
        std::uint32_t at = 0;
        bool block = false;
        BlockKind kind = BlockKind::file;
        std::uint32_t index = 0;  // of the block's line, or of the bracket
        bool implied = false;     // a block whose `{` is missing
    };

    // Where to go on when a bracket turns out never to be closed: the first later line that is not indented
    // below the statement.
    struct Retreat {
        std::uint32_t offset = 0;
        std::size_t comments = 0;
        std::size_t brackets = 0;
        Sink::Mark said;
    };

    // characters
    void step();
    void scan_newline();
    void scan_return();
    void scan_comment();
    void scan_string(std::uint32_t prefix_begin);
    void scan_word();
    void scan_other();
    std::uint32_t unterminated_end(std::uint32_t begin, std::uint32_t line_end) const;
    void blank(std::uint32_t begin, std::uint32_t end);
    void touch(std::uint32_t begin, std::uint32_t end);
    void refuse(Span span, const char* id, std::string message);
    std::uint32_t line_end(std::uint32_t offset) const;
    std::uint32_t indent_of(std::uint32_t line_start) const;

    // brackets and blocks
    bool in_brackets() const { return !stack_.empty() && !stack_.back().block; }
    BlockKind block() const;
    std::optional<BlockKind> block_opened_here() const;
    void open_bracket(char bracket);
    void close_bracket(char bracket);
    void close_inner_bracket(char bracket, char partner);
    void drop_bracket();
    void open_block(BlockKind kind, bool implied);
    bool open_implied_block();
    void close_block(std::uint32_t close);
    void leave_unclosed_blocks(BlockKind opening);
    void report_unclosed_block(const Open& open, std::string hint);
    bool drop_unclosed_brackets(bool may_retreat);
    bool retreat();
    void note_retreat();
    void unmatched(char bracket);
    static std::size_t kind_of(char open) { return open == '(' ? 0 : open == '[' ? 1 : 2; }
    std::uint32_t& open_count(char open) { return open_brackets_[kind_of(open)]; }
    std::uint32_t& beyond_count(char open) { return beyond_brackets_[kind_of(open)]; }
    void drop_brackets();
    void end_statement();
    void add_line(const LogicalLine& line);
    void finish();

    std::string_view source_;
    BlockKind top_;
    const Limits& limits_;
    Sink& sink_;
    Layout layout_;
    std::vector<Open> stack_;
    std::array<std::uint32_t, 3> open_brackets_{};    // in this statement: of each of ( [ {
    std::array<std::uint32_t, 3> beyond_brackets_{};  // those deeper than the limit, which are only counted
    std::optional<Retreat> retreat_;
    std::uint64_t retreat_budget_ = 0;  // bytes that may be read again, so that the scan stays linear
    std::uint32_t at_ = 0;
    std::uint32_t end_ = 0;
    std::uint32_t physical_line_ = 0;  // where it starts
    bool physical_blank_ = true;
    std::uint32_t statement_ = kNone;  // where it starts
    std::uint32_t statement_end_ = 0;
    std::uint32_t statement_line_ = 0;  // start of the physical line on which it starts
    bool broken_ = false;
    std::uint32_t late_brace_ = kNone;  // of a block that is open already
    std::uint32_t missing_closes_ = 0;  // blocks left early: as many `}` come too many
};

}  // namespace guardc::grammar
