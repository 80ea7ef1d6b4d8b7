#include <algorithm>

#include "compiler/sema/frame_check.h"
#include "compiler/sema/guards.h"
#include "compiler/sema/lowering.h"

namespace guardc::compiler {

namespace {

// Several blocks of one backend are one.
BackendRules& rules_of(FrameRules& rules, const std::string& backend) {
    const auto found = std::ranges::find(rules.backends, backend, &BackendRules::backend);
    if (found != rules.backends.end()) return *found;
    rules.backends.push_back({backend, {}, {}});
    return rules.backends.back();
}

}  // namespace

void check_backend(const FileContext& context, const grammar::BackendDecl& backend, CheckedFrame& frame,
                   const std::shared_ptr<const grammar::ExprPool>& pool) {
    Lowering lowering(frame.rules, context.file.pool, context.reporter, &frame.broken);
    BackendRules& rules = rules_of(frame.rules, backend.name);
    Provenance provenance;
    provenance.layer = Layer::backend;
    provenance.owner = backend.name;
    provenance.source = context.source;
    for (const grammar::RequireStatement& require : backend.requires_)
        add_guards(lowering, require.guard, provenance, rules.requires_);
    for (const grammar::WaiveStatement& statement : backend.waives) {
        Waiver waiver{statement, pool, kNoTerm, provenance};
        waiver.provenance.span = statement.span;
        waiver.provenance.because = statement.because.value_or("");
        if (statement.action == grammar::WaiverAction::weaken && statement.weaker != grammar::kNoExpr) {
            const std::vector<Condition> weaker = lowering.conditions_of(statement.weaker);
            if (weaker.empty()) continue;
            if (weaker.size() > 1) {
                context.reporter.error("weaken-shorthand", statement.span,
                                       "a guard is weakened to one guard, not to several",
                                       "waive the guard and require the others");
                continue;
            }
            waiver.weaker = weaker[0].term;
        }
        rules.waives.push_back(std::move(waiver));
    }
}

}  // namespace guardc::compiler
