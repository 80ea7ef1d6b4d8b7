// Mistakes in a text that came as a string, with the text they are in.
#pragma once

#include <memory>
#include <string>

#include "grammar/diagnostic.h"
#include "grammar/source.h"

namespace guardc::compiler {

struct Mistakes {
    std::shared_ptr<const grammar::Source> source;
    grammar::Diagnostics diagnostics;

    std::string text() const;  // rendered, a caret into the source each
};

}  // namespace guardc::compiler
