#include "tests/reference/judged.h"

#include "compiler/json/frame_json.h"
#include "compiler/sema/sema.h"
#include "grammar/parse.h"
#include "runtime/value/builtin_model.h"

namespace guardc::compiler {
namespace {

struct Case {
    std::string mistake;
    FrameRules rules;
    FrameDocument frame;
    std::vector<Ref> slots;
};

Case prepare(std::string_view guards, std::string_view frame, std::string_view header) {
    Case prepared;
    const auto source = std::make_shared<const grammar::Source>(
        "test.guard", std::string(header) + " {\nentry \"e\" {\n" + std::string(guards) + "\n}\n}\n");
    const grammar::ParsedFile parsed = grammar::parse_file(*source);
    CheckedFile checked = check_file(source, parsed.file);
    grammar::Diagnostics diagnostics = parsed.diagnostics;
    diagnostics.insert(diagnostics.end(), checked.diagnostics.begin(), checked.diagnostics.end());
    for (const grammar::Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity == grammar::Severity::error)
            prepared.mistake += grammar::render(*source, diagnostic);
    }
    auto document = read_frame(frame);
    if (!document) prepared.mistake += error_text(document.error());
    if (!prepared.mistake.empty()) return prepared;
    prepared.rules = std::move(checked.frames.at(0));
    prepared.frame = std::move(*document);
    prepared.slots = bind_frame(prepared.frame, prepared.rules.shape);
    return prepared;
}

}  // namespace

std::string judged(std::string_view guards, std::string_view frame, std::string_view header) {
    const Case prepared = prepare(guards, frame, header);
    if (!prepared.mistake.empty()) return prepared.mistake;
    const Surroundings surroundings{builtin_model(), prepared.slots, prepared.frame.ambient};
    const Verdict verdict = judge(*prepared.rules.terms, prepared.rules.entries.at(0).guards, surroundings);
    switch (verdict.truth) {
        case Truth::yes:
            return "yes";
        case Truth::no:
            return "no";
        case Truth::undefined:
            return "undefined";
        case Truth::error:
            return "error";
    }
    return "";
}

std::vector<Reason> reasons(std::string_view guards, std::string_view frame, std::string_view header) {
    const Case prepared = prepare(guards, frame, header);
    if (!prepared.mistake.empty()) return {{prepared.mistake, {}, {}, {}, {}, {}, Truth::error}};
    const Surroundings surroundings{builtin_model(), prepared.slots, prepared.frame.ambient};
    return explain(*prepared.rules.terms, prepared.rules.entries.at(0).guards, prepared.rules.shape,
                   surroundings, Reasons::all);
}

}  // namespace guardc::compiler
