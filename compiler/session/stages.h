// What an entry is at every step on its way to a check, for people who want to look.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/plan/build.h"
#include "compiler/session/session.h"

namespace guardc::compiler {

struct PassStage {
    std::string name;    // "source" is what passes start from
    std::string guards;  // print_guards after it
    bool changed = true;
};

struct EntryStages {
    std::string frame;
    std::string entry;
    std::vector<PassStage> passes;
    CheckProgram check;  // with its plan as text
    std::vector<LiftedSizes> sizes;
};

// Of every entry of sound rules, in their order.
std::expected<std::vector<EntryStages>, SessionFailure> build_stages(const RulesFile& rules);

}  // namespace guardc::compiler
