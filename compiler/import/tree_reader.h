// Guard trees, line by line.
#pragma once

#include <string_view>
#include <vector>

#include "compiler/import/dump.h"
#include "compiler/import/node_line.h"

namespace guardc::compiler {

// Reads one tree after the other into entries that are chosen outside. Not copyable: a tree is half-way
// through.
class TreeReader {
  public:
    explicit TreeReader(DumpWriter& writer) : writer_(writer) {}
    TreeReader(TreeReader&&) = default;

    bool is_open() const { return open_; }
    // Open, and without a line.
    bool is_fresh() const { return open_ && fresh_; }
    // A tree begins: its lines go to this entry.
    void begin(EntrySeat seat);
    // A line from its `| ` on, within a tree.
    void line(std::string_view body, std::uint32_t number);
    // The tree ends. Reading on is begin's.
    void end();

  private:
    struct Node {
        std::size_t depth = 0;
        NodeLine line;
        std::string_view path;    // empty: not known
        std::string_view parent;  // path of the parent
        std::string_view text;    // the whole line
        std::uint32_t number = 0;
        std::uint64_t pairs = 0;
        bool pairs_in_a_row = true;
        bool type_tested = false;
        bool occupied = false;  // has a leaf or a node below
    };

    void add_node(std::size_t depth, const NodeLine& line, std::string_view text, std::uint32_t number);
    void add_leaf(std::size_t depth, std::string_view text, std::uint32_t number);
    void add_broken(std::string_view text, std::uint32_t number);
    void add_implied(const Node& node, ClauseRole role, std::string_view kind, std::string text);
    void close_to(std::size_t depth);
    void close(const Node& node);
    void close_dict(const Node& node);

    DumpWriter& writer_;
    EntrySeat seat_;
    bool open_ = false;
    bool fresh_ = false;
    std::vector<Node> nodes_;  // from the root down
};

// `EQUALS_MATCH: L['n'] == 5    # x = x + n  # demo.py:19 in forward`, cut into its parts. False when the
// line has no kind.
bool read_leaf(std::string_view text, Clause& clause);

}  // namespace guardc::compiler
