// The walk over two containers side by side, on a stack of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include "runtime/program/equality.h"

namespace guardc {

// Compares one pair of values; a fresh one for each comparison. The stack is large, so it is not filled
// before it is used.
class PairWalk {
  public:
    explicit PairWalk(Budget& budget) : budget_(budget) {}

    Truth compare(Sense sense, const Operand& left, const Operand& right, bool inside) noexcept;

  private:
    enum class Stage : std::uint8_t {
        pairs,   // parts at the same place belong together
        key,     // find the partner of part `index` of the left side
        search,  // among all parts of the right side, since no look-up can tell
        value,   // the partner of a dict key is found: compare the values
        verify,  // the partner of a set element is found: in the strict sense, compare it
    };
    struct Frame {
        Operand left, right;
        Operand partner;      // of stage value and verify
        std::uint64_t count;  // parts of either side
        std::uint64_t index;
        std::uint64_t probe;  // of stage search: how many were tried
        Family family;
        Sense sense;
        Stage stage;
        bool unsure;  // some candidate of the search could not be told from the key
        bool twice;   // sets: inclusion has to be shown the other way too
        bool turned;  // and now is
    };
    struct Pair {
        Operand left, right;
        Sense sense;
    };

    // Settles a pair of leaves at once (false) or pushes a frame (true).
    bool open(const Pair& pair, bool inside, Truth& outcome);
    bool open_strict(const Pair& pair, Truth& outcome);
    bool push(Family family, const Pair& pair, Truth& outcome);
    // The next pair that a frame needs compared; false when the frame is settled instead.
    bool next(Frame& frame, Pair& pair, Truth& outcome);
    bool next_key(Frame& frame, Pair& pair, Truth& outcome);
    bool next_probe(Frame& frame, Pair& pair, Truth& outcome);
    bool next_value(Frame& frame, Pair& pair, Truth& outcome);
    // Takes the outcome of the pair it asked for; true when that settles the frame.
    bool accept(Frame& frame, Truth& outcome);

    Frame& frame(std::uint32_t depth) { return *std::launder(reinterpret_cast<Frame*>(frames_) + depth); }

    Budget& budget_;
    std::uint32_t depth_ = 0;
    alignas(Frame) std::byte frames_[kComparisonDepth * sizeof(Frame)];
};

}  // namespace guardc
