#include "compiler/session/rules_file.h"

#include <algorithm>
#include <utility>

#include "compiler/backend/check_waivers.h"
#include "compiler/sema/sema.h"
#include "grammar/parse.h"

namespace guardc::compiler {

const FrameRules* RulesFile::frame(std::string_view name) const {
    if (name.empty()) return frames.size() == 1 ? &frames.front() : nullptr;
    const auto found = std::ranges::find(frames, name, &FrameRules::name);
    return found == frames.end() ? nullptr : &*found;
}

RulesFile read_rules(std::string name, std::string text, const grammar::Limits& limits) {
    RulesFile rules;
    rules.source = std::make_shared<const grammar::Source>(std::move(name), std::move(text));
    grammar::ParsedFile parsed = grammar::parse_file(*rules.source, limits);
    CheckedFile checked = check_file(rules.source, parsed.file);
    rules.tree = std::move(parsed.file);
    rules.frames = std::move(checked.frames);
    rules.diagnostics = std::move(parsed.diagnostics);
    rules.diagnostics.insert(rules.diagnostics.end(), checked.diagnostics.begin(), checked.diagnostics.end());
    rules.tests = read_tests(rules.tree, rules.diagnostics);
    if (rules.sound())  // a waiver is judged by what its frame's entries hold, so they must be right first
        for (FrameRules& frame : rules.frames)
            check_waivers(frame, rules.diagnostics);
    std::ranges::stable_sort(rules.diagnostics, {},
                             [](const grammar::Diagnostic& diagnostic) { return diagnostic.span.begin; });
    return rules;
}

}  // namespace guardc::compiler
