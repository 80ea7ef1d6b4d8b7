// Guard sets kept with their frames, to see what a broken operation does to them.
#pragma once

#include <memory>
#include <vector>

#include "tests/differential/comparison.h"

namespace guardc::differential {

struct Specimen {
    std::shared_ptr<const RandomCase> random_case;
    Built built;
};
// Of a few dozen seeds; the same at each call.
std::vector<Specimen>& specimens();

// Whether a wrong result of `op` can end in a wrong verdict only. What reads memory by a layout relies on the
// tests before it, so nothing of that sort may follow.
bool may_be_broken(const Program& program, Op op);

// Whether some engine's answer by `run` differs from the reference on a frame of this specimen.
template <class Run>
bool is_noticed(const Specimen& specimen, const Run& run) {
    for (const LiveFrame& frame : specimen.random_case->frames) {
        const Answer wanted = by_reference(*specimen.random_case->rules.terms, specimen.built.set.guards,
                                           specimen.built.set.lifted, frame.input());
        if (!same_answer(wanted, run(frame.input()))) return true;
    }
    return false;
}

}  // namespace guardc::differential
