// Guards on the facts of one tensor as one `x is tensor(..)`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/import/shorthands.h"
#include "compiler/import/term_texts.h"
#include "compiler/terms/term.h"

namespace guardc::compiler {

struct TensorFold {
    std::string text;  // means the conjunction of `folded`, no more and no less
    std::vector<TermId> folded;
};

// Of guards on one place. Nothing where no fact besides the type can be folded: the shorthand always tests
// the type.
std::optional<TensorFold> fold_tensor(const TermPool& terms, TermId place, std::span<const TermId> guards,
                                      TermTexts& texts, Shorthands& shorthands);

}  // namespace guardc::compiler
