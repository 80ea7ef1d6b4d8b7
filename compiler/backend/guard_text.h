// The guards of an entry as an engine hands them over: text, a statement a line, as between the braces of an
// entry in a rule file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "grammar/ast.h"
#include "grammar/diagnostic.h"
#include "grammar/limits.h"
#include "grammar/source.h"

namespace guardc::compiler {

struct GuardText {
    std::shared_ptr<const grammar::Source> source;  // exactly the text; all spans lie in it
    grammar::ExprPool pool;
    std::vector<grammar::GuardStatement> guards;
    grammar::Diagnostics diagnostics;
};

GuardText parse_guard_text(std::string name, std::string text, const grammar::Limits& limits = {});

}  // namespace guardc::compiler
