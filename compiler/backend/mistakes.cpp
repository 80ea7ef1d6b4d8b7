#include "compiler/backend/mistakes.h"

namespace guardc::compiler {

std::string Mistakes::text() const {
    std::string text;
    for (const grammar::Diagnostic& diagnostic : diagnostics)
        text += grammar::render(*source, diagnostic);
    return text;
}

}  // namespace guardc::compiler
