// Guard texts to checked guards, for tests.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/guards/guard.h"
#include "compiler/sema/sema.h"
#include "grammar/parse.h"

namespace guardc::differential {

// The test's own mistakes.
[[noreturn]] inline void give_up(const std::string& what, const std::string& text) {
    std::fprintf(stderr, "%s\n%s\n", what.c_str(), text.c_str());
    std::abort();
}

// Rules without entries, of a text that must be right: a frame's declaration and dims.
inline compiler::FrameRules rules_of_head(const std::string& head) {
    auto source = std::make_shared<grammar::Source>("rules.guard", head);
    const grammar::ParsedFile parsed = grammar::parse_file(*source);
    compiler::CheckedFile checked = compiler::check_file(source, parsed.file);
    for (const grammar::Diagnostics* diagnostics :
         {&std::as_const(parsed.diagnostics), &std::as_const(checked.diagnostics)})
        for (const grammar::Diagnostic& diagnostic : *diagnostics)
            if (diagnostic.severity == grammar::Severity::error)
                give_up(grammar::render(*source, diagnostic), head);
    if (checked.frames.size() != 1) give_up("not one frame", head);
    return std::move(checked.frames[0]);
}

// The guards of a text; none, and its first mistake, when it is refused.
struct CheckedText {
    std::vector<compiler::Guard> guards;
    std::string refusal;
    std::string refusal_id;
};
inline CheckedText check_text(compiler::FrameRules& rules, std::string_view text) {
    auto source = std::make_shared<grammar::Source>("guard", std::string(text));
    grammar::ParsedGuard parsed = grammar::parse_guard(*source);
    CheckedText checked;
    grammar::Diagnostics diagnostics = std::move(parsed.diagnostics);
    if (!grammar::has_errors(diagnostics)) {
        compiler::Provenance provenance;
        provenance.source = source;
        checked.guards =
            compiler::check_guard(rules, source, parsed.pool, parsed.guard, provenance, diagnostics);
    }
    const auto error =
        std::ranges::find(diagnostics, grammar::Severity::error, &grammar::Diagnostic::severity);
    if (error == diagnostics.end()) return checked;
    return {{}, error->message, error->id};
}

}  // namespace guardc::differential
