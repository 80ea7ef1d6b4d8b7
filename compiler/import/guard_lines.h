// Guards of one block as lines: pieces of text that stand together as far as a line is wide.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/terms/term.h"

namespace guardc::compiler {

// What is written in one piece, where it came from, and a term for each text of a place in it.
struct Piece {
    std::string text;
    std::vector<std::string_view> notes;
    std::vector<TermId> mentions;
};

class GuardLines {
  public:
    static constexpr std::size_t kWidth = 140;
    static constexpr std::string_view kIndent = "        ";  // of a line in a block

    void add(Piece piece);
    // What follows belongs together. A group of one line may share it with its neighbours, unless it is
    // `alone`.
    void begin_group(bool alone = false);

    const std::vector<TermId>& mentions() const { return mentions_; }

    // Appends the block: `entry "0/1" { x is 3 }` where it may stand on one line and is short, else a line
    // each.
    void write(std::string_view head, bool may_join, std::string& out) const;

  private:
    struct Line {
        std::string text;
        std::vector<std::string_view> notes;
        bool begins_group = false, alone = false;
    };
    std::vector<Line> packed() const;
    static bool joins(Line& line, const Line& next);
    static void add_notes(std::vector<std::string_view>& notes, const std::vector<std::string_view>& more);
    static std::string comment(const std::vector<std::string_view>& notes);

    std::vector<Line> lines_;
    std::vector<TermId> mentions_;
    bool begins_group_ = true, alone_ = false;
};

}  // namespace guardc::compiler
