// The reference evaluator: walks terms, reads objects through helpers only, and *is* the semantics. Slow,
// and the judge of the other engines.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compiler/guards/guard.h"
#include "runtime/model/model.h"
#include "runtime/program/ambient.h"

namespace guardc::compiler {

// What a term is judged against. Slots beyond the span are absent.
struct Surroundings {
    const Model& model;
    std::span<const Ref> slots;
    const AmbientBlock& ambient;
    const FrameShape* shape = nullptr;  // for slots that are declared with one kind; may be null
};

struct Evaluation {
    Truth truth = Truth::undefined;  // of a test; of a value: yes when defined
    Cell value;                      // of a value
};
// Evaluates one term; does not recurse over operands more than the term's depth on its own stack.
Evaluation evaluate(const TermPool& terms, TermId term, const Surroundings& surroundings);

// First guard that does not hold, if any, in the order in which checks ask them
// (compiler/guards/check_order.h).
struct Verdict {
    Truth truth = Truth::yes;  // yes: all hold; no, undefined or error: that of the guard at `failed`
    std::size_t failed = 0;
};
Verdict judge(const TermPool& terms, std::span<const Guard> guards, const Surroundings& surroundings);

}  // namespace guardc::compiler
