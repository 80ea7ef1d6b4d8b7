// What a test asked for and what it found, as words.
#pragma once

#include <optional>
#include <string>

#include "compiler/reference/evaluator.h"
#include "compiler/reference/seen.h"
#include "runtime/program/frame_shape.h"

namespace guardc::compiler {

struct Words {
    std::string expected;
    std::string actual;
};

class Explainer {
  public:
    Explainer(const TermPool& terms, const FrameShape& shape, const Surroundings& surroundings)
        : terms_(terms), shape_(shape), surroundings_(surroundings), evaluator_(terms, surroundings) {}

    Truth truth(TermId test) { return evaluator_.run(test).truth; }
    // Of a test that does not hold.
    Words explain(TermId test);
    std::string text(TermId term) const;

  private:
    // words.cpp
    TermId deciding_part(TermId test, bool& negated);
    std::string expectation(TermId test, bool negated);
    std::string operand(TermId term);
    std::string comparison(TermId test, bool negated);
    std::string finding(TermId test, bool negated);
    std::string alternatives(TermId test);
    std::string aliasing(TermId test);
    TermId subject(TermId test) const;
    std::optional<Seen> seen(TermId term);

    // undefined.cpp
    TermId first_undefined(TermId term);
    std::string why_undefined(TermId term);
    std::string why_no_item(TermId term);
    std::string why_no_dimension(TermId term);
    std::string why_no_number(TermId term);

    const TermPool& terms_;
    const FrameShape& shape_;
    const Surroundings& surroundings_;
    Evaluator evaluator_;
};

}  // namespace guardc::compiler
