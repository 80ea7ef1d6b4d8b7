#include "compiler/sema/frame_check.h"

#include <unordered_map>

#include "compiler/sema/clauses.h"
#include "compiler/sema/dims.h"
#include "compiler/sema/guards.h"
#include "compiler/sema/lowering.h"
#include "runtime/program/ambient.h"

namespace guardc::compiler {

namespace {

void add_parameters(FrameRules& rules, const grammar::FrameDecl& frame, Reporter& reporter) {
    rules.shape.open = !frame.has_parameters;
    std::unordered_set<std::string_view> names;
    for (const grammar::Parameter& parameter : frame.parameters) {
        if (!names.insert(parameter.name).second) {
            reporter.error("duplicate-parameter", parameter.span,
                           "the parameter `" + parameter.name + "` is given twice");
            continue;
        }
        if (parse_ambient(parameter.name))
            reporter.warning("hidden-state", parameter.span,
                             "the parameter hides ambient state `" + parameter.name + "`",
                             "the state is still `state." + parameter.name + "`");
        rules.shape.slots.push_back({Scope::local, parameter.name, ~0ULL});
    }
}

}  // namespace

CheckedFrame check_frame(const FileContext& context, const grammar::FrameDecl& frame) {
    CheckedFrame checked;
    FrameRules& rules = checked.rules;
    rules.name = frame.name;
    rules.terms = std::make_shared<TermPool>();
    add_parameters(rules, frame, context.reporter);
    checked.broken = check_dims(rules, frame.dims, context.file.pool, context.reporter);
    Lowering lowering(rules, context.file.pool, context.reporter, &checked.broken);
    check_clauses(rules, frame, lowering);
    Provenance framework;
    framework.source = context.source;
    std::vector<Guard> common;
    for (const grammar::GuardStatement& statement : frame.common_guards)
        add_guards(lowering, statement, framework, common);
    std::unordered_set<std::string> names;
    for (const grammar::EntryDecl& declared : frame.entries) {
        if (!names.insert(declared.name).second)
            context.reporter.error("duplicate-entry", declared.name_span,
                                   "the frame has two entries named \"" + declared.name + "\"");
        Entry entry;
        entry.name = declared.name;
        entry.backend = declared.backend.value_or("");
        entry.span = declared.span;
        entry.guards = common;
        for (const grammar::GuardStatement& statement : declared.guards)
            add_guards(lowering, statement, framework, entry.guards);
        rules.entries.push_back(std::move(entry));
    }
    Provenance user;
    user.layer = Layer::user;
    user.source = context.source;
    for (const grammar::GuardStatement& statement : frame.user_guards)
        add_guards(lowering, statement, user, rules.user_guards);
    return checked;
}

}  // namespace guardc::compiler
