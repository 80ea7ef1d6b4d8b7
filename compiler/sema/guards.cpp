#include "compiler/sema/guards.h"

#include "compiler/peer/peer_guard.h"

namespace guardc::compiler {

namespace {

bool is_too_large(Lowering& lowering, const Condition& condition) {
    if (lowering.folder().written_size(condition.term) <= kLargestGuard) return false;
    lowering.reporter().error(
        "guard-too-large", condition.span,
        "written out, this guard has more than " + std::to_string(kLargestGuard) + " operations");
    return true;
}

void warn_of_constant(Lowering& lowering, const Condition& condition) {
    if (!lowering.folder().is_closed(condition.term)) return;
    if (lowering.folder().outcome(condition.term) == Truth::yes)
        lowering.reporter().warning("always-holds", condition.span,
                                    "this guard depends on nothing and always holds");
    else
        lowering.reporter().warning("never-holds", condition.span,
                                    "this guard depends on nothing and can never hold",
                                    "no frame is accepted by what has this guard");
}

}  // namespace

void add_guards(Lowering& lowering, const grammar::GuardStatement& statement, const Provenance& base,
                std::vector<Guard>& out) {
    const std::vector<Condition> conditions = statement.peer
                                                  ? peer_conditions(lowering, *statement.peer, statement.span)
                                                  : lowering.conditions_of(statement.expression);
    for (const Condition& condition : conditions) {
        if (is_too_large(lowering, condition)) continue;
        warn_of_constant(lowering, condition);
        Guard guard{condition.term, base};
        guard.provenance.span = condition.span;
        if (statement.because) guard.provenance.because = *statement.because;
        out.push_back(std::move(guard));
    }
}

}  // namespace guardc::compiler
