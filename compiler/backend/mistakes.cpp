#include "compiler/backend/mistakes.h"

namespace guardc::compiler {

std::string Mistakes::text() const {
    std::string text;
    for (const grammar::Diagnostic& diagnostic : diagnostics) {
        text +=
            source != nullptr ? grammar::render(*source, diagnostic) : "error: " + diagnostic.message + "\n";
    }
    return text;
}

std::string text_of(const std::vector<Mistakes>& mistakes) {
    std::string text;
    for (const Mistakes& each : mistakes)
        text += each.text();
    return text;
}

}  // namespace guardc::compiler
