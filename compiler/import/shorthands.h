// What the language's shorthands stand for, asked of the language itself, so that a fold cannot mean anything
// else. A shorthand that it does not have folds nothing.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/import/understanding.h"
#include "runtime/program/ambient.h"

namespace guardc::compiler {

class Shorthands {
  public:
    explicit Shorthands(Understanding& understanding) : understanding_(understanding) {}

    // Fields that say which attributes a tensor does not have, the one of most first.
    struct Marks {
        std::string_view field;  // "marks=None"
        std::vector<std::string> names;
    };
    const std::vector<Marks>& marks();

    // Whether `guard`, on a tensor of this device, is what `keys=plain` adds. `device` is the constant's
    // term.
    bool is_plain_keys(TermId guard, TermId tensor, TermId device);

    // One `state is default(..)` for guards on ambient state, and the guards that it stands for.
    struct StateFold {
        std::string text;
        std::vector<TermId> folded;
    };
    std::optional<StateFold> fold_state(std::span<const TermId> guards);

  private:
    const std::vector<TermId>& state(const std::string& text);
    // The field of ambient state that is compared with a constant.
    std::optional<AmbientField> field_of(TermId condition) const;

    struct Keys {
        TermOp fact;
        TermId constant;
    };

    Understanding& understanding_;
    std::vector<Marks> marks_;
    std::map<TermId, std::optional<Keys>> plain_keys_;   // by device
    std::map<std::string, std::vector<TermId>> states_;  // conditions by the shorthand's text
};

}  // namespace guardc::compiler
