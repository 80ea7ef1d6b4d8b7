#include "tests/sema/checked.h"

#include "compiler/sema/sema.h"
#include "compiler/terms/print_term.h"
#include "grammar/parse.h"

namespace guardc::compiler {

CheckedText check_text(std::string text) {
    CheckedText checked;
    checked.source = std::make_shared<const grammar::Source>("test.guard", std::move(text));
    grammar::ParsedFile parsed = grammar::parse_file(*checked.source);
    CheckedFile file = check_file(checked.source, parsed.file);
    checked.frames = std::move(file.frames);
    checked.diagnostics = std::move(parsed.diagnostics);
    checked.diagnostics.insert(checked.diagnostics.end(), file.diagnostics.begin(), file.diagnostics.end());
    return checked;
}

CheckedText check_guards(std::string_view guards, std::string_view header) {
    return check_text(std::string(header) + " {\nentry \"e\" {\n" + std::string(guards) + "\n}\n}\n");
}

std::vector<std::string> mistakes(const CheckedText& checked) {
    std::vector<std::string> found;
    for (const grammar::Diagnostic& diagnostic : checked.diagnostics) {
        const grammar::Position at = checked.source->position(diagnostic.span.begin);
        found.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + " " + diagnostic.id);
    }
    return found;
}

std::vector<std::string> printed(const CheckedText& checked) {
    std::vector<std::string> texts;
    const FrameRules& rules = checked.frames.at(0);
    for (const Guard& guard : rules.entries.at(0).guards)
        texts.push_back(print_term(*rules.terms, guard.term, rules.shape));
    return texts;
}

}  // namespace guardc::compiler
