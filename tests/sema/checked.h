// Guard texts through parser and sema, for tables of one line a case.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/guards/guard.h"
#include "grammar/diagnostic.h"

namespace guardc::compiler {

struct CheckedText {
    std::shared_ptr<const grammar::Source> source;
    std::vector<FrameRules> frames;
    grammar::Diagnostics diagnostics;  // of parser and sema
};
CheckedText check_text(std::string text);

// Guards in an entry of `header { .. }`, where header is such as `frame f(x, y)`.
CheckedText check_guards(std::string_view guards, std::string_view header = "frame f(x, y, self)");

// Every diagnostic as `line:column id`, in order.
std::vector<std::string> mistakes(const CheckedText& checked);

// Canonical texts of the guards of the first entry of the first frame.
std::vector<std::string> printed(const CheckedText& checked);

}  // namespace guardc::compiler
