#include "tests/reference/judged.h"

#include "compiler/json/frame_json.h"
#include "compiler/plan/build.h"
#include "compiler/sema/sema.h"
#include "grammar/parse.h"
#include "runtime/program/interpreter.h"
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

// What the table engine says, or why there is no program.
std::string by_table(const Case& prepared) {
    const std::vector<Guard>& guards = prepared.rules.entries.at(0).guards;
    const auto check = build_check(*prepared.rules.terms, guards, {}, prepared.rules.shape, builtin_model());
    if (!check) return check.error().at(0).message;
    if (const char* fault = verify_program(check->program)) return fault;
    std::vector<Cell> scratch(check->program.registers);
    std::vector<Ref> slots = prepared.slots;
    slots.resize(std::max<std::size_t>(slots.size(), check->program.slots));
    switch (run_program(check->program, slots.data(), prepared.frame.ambient.data(),
                        check->literals.words.data(), scratch.data(), nullptr, nullptr)) {
        case Status::hit:
            return "hit";
        case Status::miss:
            return "miss";
        case Status::error:
            return "error";
    }
    return "";
}

std::string_view word(Truth truth) {
    switch (truth) {
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

}  // namespace

std::string judged(std::string_view guards, std::string_view frame, std::string_view header) {
    const Case prepared = prepare(guards, frame, header);
    if (!prepared.mistake.empty()) return prepared.mistake;
    const Surroundings surroundings{builtin_model(), prepared.slots, prepared.frame.ambient};
    const Verdict verdict = judge(*prepared.rules.terms, prepared.rules.entries.at(0).guards, surroundings);
    const std::string table = by_table(prepared);
    const std::string_view agreed = verdict.truth == Truth::yes     ? "hit"
                                    : verdict.truth == Truth::error ? "error"
                                                                    : "miss";
    if (table != agreed) return "reference: " + std::string(word(verdict.truth)) + ", table: " + table;
    return std::string(word(verdict.truth));
}

std::vector<Reason> reasons(std::string_view guards, std::string_view frame, std::string_view header) {
    const Case prepared = prepare(guards, frame, header);
    if (!prepared.mistake.empty()) return {{prepared.mistake, {}, {}, {}, {}, {}, Truth::error}};
    const Surroundings surroundings{builtin_model(), prepared.slots, prepared.frame.ambient};
    return explain(*prepared.rules.terms, prepared.rules.entries.at(0).guards, prepared.rules.shape,
                   surroundings, Reasons::all);
}

}  // namespace guardc::compiler
