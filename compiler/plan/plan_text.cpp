#include "compiler/plan/plan_text.h"

#include <fmt/format.h>

#include "compiler/terms/print_term.h"

namespace guardc::compiler {

void PlanText::made(TermId test, std::uint32_t from, std::uint32_t to) {
    if (keep_) {
        text_ +=
            fmt::format("{:>11}  {}\n", fmt::format("{}..{}", from, to), print_term(terms_, test, shape_));
    }
}

void PlanText::already(TermId test) {
    if (keep_) {
        text_ += fmt::format("{:>11}  {}\n", "with above", print_term(terms_, test, shape_));
    }
}

}  // namespace guardc::compiler
