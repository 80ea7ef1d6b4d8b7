// Which guards a waiver speaks of.
#pragma once

#include <optional>
#include <string>

#include "compiler/backend/pattern.h"
#include "compiler/guards/guard.h"
#include "grammar/ast.h"
#include "grammar/diagnostic.h"

namespace guardc::compiler {

// A selector whose text has been checked against one frame. Good for that frame's terms.
//   pattern  the guard itself, `_` for any constant: `scale is _`
//   path     every guard on exactly this value, `.*` for any number of steps; `x.shape`: on any size of `x`
//            and on how many there are. A guard on other values besides is not selected: it does not belong
//            to the path alone.
//   id       the guard whose canonical text has this hash
//   kind     every guard of this kind (compiler/backend/guard_values.h)
//   text     every guard whose canonical text matches, `*` for any run of characters
class GuardSelector {
  public:
    // Nothing after a mistake, which is reported with spans in the waiver's source.
    static std::optional<GuardSelector> check(FrameRules& rules, const Waiver& waiver,
                                              grammar::Diagnostics& diagnostics);

    bool selects(const TermPool& terms, const FrameShape& shape, TermId guard) const;

    // Whether it is a path to the whole shape of a tensor, which is lifted as one.
    bool is_shape() const { return pattern_.is_shape; }

  private:
    bool is_on_path(const TermPool& terms, TermId guard) const;

    grammar::Selector form_ = grammar::Selector::pattern;
    Pattern pattern_;
    std::string text_;
};

}  // namespace guardc::compiler
