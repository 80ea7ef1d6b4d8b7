// The readable form of a plan, for `emit --plan`: each guard with the instructions that it took.
#pragma once

#include <cstdint>
#include <string>

#include "compiler/terms/term.h"
#include "runtime/program/frame_shape.h"

namespace guardc::compiler {

class PlanText {
  public:
    PlanText(const TermPool& terms, const FrameShape& shape, bool keep)
        : terms_(terms), shape_(shape), keep_(keep) {}

    void made(TermId test, std::uint32_t from, std::uint32_t to);
    void already(TermId test);  // an earlier step made it
    std::string take() { return std::move(text_); }

  private:
    const TermPool& terms_;
    const FrameShape& shape_;
    bool keep_;
    std::string text_;
};

}  // namespace guardc::compiler
