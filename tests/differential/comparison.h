// Whether the engines agree, and what to print where they do not.
#pragma once

#include <optional>
#include <string>

#include "tests/differential/engines.h"
#include "tests/differential/random_case.h"

namespace guardc::differential {

// A guard set built once and run on many frames.
struct Built {
    GuardSet set;
    Runner fused;
    Runner plain;  // nothing fused
};
// Aborts when the builder refuses what sema accepts, or makes a program that does not pass verification.
Built build(const RandomCase& random_case, GuardSet set);

native::Compiler& native_compiler();  // of this process, verifier on

bool same_answer(const Answer& left, const Answer& right);
std::string answer_text(const Answer& answer);
// Seed, guards, frame and programs: all that is needed to make a case of it.
std::string describe(const RandomCase& random_case, const Built& built, const LiveFrame& frame);

}  // namespace guardc::differential
