// Mistakes in texts that came as strings, with the text they are in.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "grammar/diagnostic.h"
#include "grammar/source.h"

namespace guardc::compiler {

struct Mistakes {
    std::shared_ptr<const grammar::Source> source;  // null: in no text
    grammar::Diagnostics diagnostics;

    std::string text() const;  // rendered, a caret into the source each
};

// Mistakes in several texts.
std::string text_of(const std::vector<Mistakes>& mistakes);

}  // namespace guardc::compiler
