// A file of rules, read and checked.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/guards/guard.h"
#include "compiler/session/test_case.h"
#include "grammar/ast.h"
#include "grammar/diagnostic.h"
#include "grammar/limits.h"

namespace guardc::compiler {

struct RulesFile {
    std::shared_ptr<const grammar::Source> source;
    grammar::File tree;
    std::vector<FrameRules> frames;
    std::vector<TestCase> tests;
    grammar::Diagnostics diagnostics;  // in the order of the text

    bool sound() const { return !grammar::has_errors(diagnostics); }

    // The frame of this name, or the only one where `name` is empty; else null.
    const FrameRules* frame(std::string_view name) const;
};

// Every mistake of grammar and of meaning is among the diagnostics.
RulesFile read_rules(std::string name, std::string text, const grammar::Limits& limits = {});

}  // namespace guardc::compiler
