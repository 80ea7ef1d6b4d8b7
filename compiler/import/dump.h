// What a log of guards holds, before anything is understood: frames, entries, and the lines of each.
//
// Texts are views into the inputs, or into what the dump keeps; the inputs must outlive it.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace guardc::compiler {

enum class ClauseRole : std::uint8_t {
    printed,  // one leaf line of a tree, or one conjunct of a flat text
    implied,  // what a node of a tree tests although no leaf says so
    missing,  // such a test whose expected value the dump does not hold
    broken,   // a line in the place of a clause that is none
};

struct Clause {
    ClauseRole role = ClauseRole::printed;
    std::string_view kind;  // "TENSOR_MATCH"; empty: the text is in guardc's own form
    std::string_view text;
    std::string_view note;   // the comment behind the text, with its `#`
    std::string_view place;  // path of the tree's node that it is a leaf of; empty: none, or not known
    std::uint32_t line = 0;
};

struct DumpEntry {
    std::string name;
    std::vector<Clause> clauses;
};

struct DumpFrame {
    std::string name;
    std::string place_file;  // where the function stands; empty: not told
    std::uint32_t place_line = 0;
    std::string origin;  // of a `# file:` line
    std::string input;   // the log that it was read from
    std::vector<DumpEntry> entries;
};

// A line that belongs to guards and is in no entry: nothing can rest on it.
struct StrayLine {
    std::string input;
    std::uint32_t line = 0;
    std::string_view text;
};

struct Dump {
    std::vector<DumpFrame> frames;
    std::vector<StrayLine> stray;

    // Texts that are in no input: decoded or put together.
    std::string_view keep(std::string text) { return kept_.emplace_back(std::move(text)); }

  private:
    std::deque<std::string> kept_;
};

// Where an entry stands in a dump; valid while the dump grows.
struct EntrySeat {
    std::size_t frame = 0;
    std::size_t entry = 0;
};

// Finds the frames of one input by what tells them apart there, and adds to a dump.
class DumpWriter {
  public:
    DumpWriter(Dump& dump, std::string input) : dump_(dump), input_(std::move(input)) {}

    std::size_t frame(const std::string& key, std::string_view name);
    // A new entry named `name`, or `name #2` when there is one of this name.
    EntrySeat entry(std::size_t frame, std::string_view name);
    void add(EntrySeat seat, const Clause& clause) { clauses(seat).push_back(clause); }
    std::vector<Clause>& clauses(EntrySeat seat) {
        return dump_.frames[seat.frame].entries[seat.entry].clauses;
    }
    void stray(std::uint32_t line, std::string_view text) { dump_.stray.push_back({input_, line, text}); }
    void forget_frames() { by_key_.clear(); }
    DumpFrame& operator[](std::size_t frame) { return dump_.frames[frame]; }
    Dump& dump() { return dump_; }

  private:
    Dump& dump_;
    std::string input_;
    std::unordered_map<std::string, std::size_t> by_key_;
    // How many entries want a name, by the number of their frame and the name.
    std::unordered_map<std::string, unsigned> wanted_;
};

}  // namespace guardc::compiler
