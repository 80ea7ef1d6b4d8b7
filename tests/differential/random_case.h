// Everything that one seed makes: a frame, guards that are mostly about it, and frames close to it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compiler/guards/guard.h"
#include "compiler/json/frame_json.h"
#include "compiler/plan/build.h"
#include "tests/differential/dice.h"
#include "tests/differential/engines.h"

namespace guardc::differential {

struct LiveFrame {
    std::string text;     // one line of a frame file
    std::string changed;  // against the first frame
    compiler::FrameDocument document;
    std::vector<Ref> slots;

    Input input() const { return {slots, document.ambient}; }
};

struct Candidate {
    std::string text;
    std::vector<compiler::Guard> guards;  // a shorthand gives several
    Truth on_first = Truth::undefined;    // of all of them, on the first frame
};

struct CaseSize {
    unsigned candidates = 60;
    unsigned frames = 60;
    unsigned depth = 2;  // of conditions
};

struct RandomCase {
    std::uint64_t seed = 0;
    std::string head;  // the frame's declaration and dims
    compiler::FrameRules rules;
    std::vector<Candidate> candidates;  // what sema accepts
    std::vector<std::string> refused;   // and what it does not, with its first message
    std::vector<LiveFrame> frames;      // the first one is what the guards were read off
};
RandomCase make_case(std::uint64_t seed, const CaseSize& size);

struct GuardSet {
    std::vector<compiler::Guard> guards;
    std::vector<compiler::LiftedValue> lifted;
    std::size_t shapes = 0;  // how many tensors have all their sizes lifted
    std::string text;        // as it was generated, a guard a line
};
// Of one to a dozen candidates; most often such that the first frame hits.
GuardSet make_set(const RandomCase& random_case, Dice& dice);

}  // namespace guardc::differential
