// Random terms of the shape that sema gives, for tests that hold for all of them.
#pragma once

#include <random>

#include "compiler/terms/term.h"
#include "runtime/program/frame_shape.h"
#include "runtime/value/arena.h"

namespace guardc::compiler {

class RandomTerms {
  public:
    // The shape must hold some locals; what is made may only name what it holds.
    RandomTerms(TermPool& terms, const FrameShape& shape, std::uint64_t seed)
        : terms_(terms), shape_(shape), random_(seed) {}

    TermId test(unsigned depth);

  private:
    unsigned below(unsigned bound) { return std::uniform_int_distribution<unsigned>(0, bound - 1)(random_); }
    TermId make(TermOp op, std::initializer_list<TermId> operands, std::uint32_t data = 0);
    TermId value(unsigned depth);
    TermId place(unsigned depth);
    TermId tensor_fact(unsigned depth);
    TermId number(unsigned depth);
    TermId condition(unsigned depth);  // what `and`, `or`, `not` and `if` hold
    TermId comparison(unsigned depth);
    TermId is_test(unsigned depth);
    TermId constant(unsigned depth);
    const Value* constant_value(unsigned depth);
    const Value* scalar();

    TermPool& terms_;
    const FrameShape& shape_;
    std::mt19937_64 random_;
    ValueArena arena_;
};

}  // namespace guardc::compiler
