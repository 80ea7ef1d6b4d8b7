#include "compiler/plan/build.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "compiler/guards/check_order.h"
#include "compiler/plan/builder.h"
#include "compiler/plan/fuse.h"
#include "compiler/plan/plan_text.h"
#include "compiler/plan/tensors.h"
#include "runtime/value/arena.h"

namespace guardc::compiler {

namespace {

// Whether a term compares the identities of objects, which a model may not have.
bool needs_identity(TermOp op) {
    return op == TermOp::is_same || op == TermOp::is_identity || op == TermOp::distinct;
}

void report_missing_identity(const TermPool& terms, const Guard& guard, const Model& model,
                             grammar::Diagnostics& diagnostics) {
    std::vector<TermId> pending{guard.term};
    std::vector<bool> seen(terms.size(), false);
    while (!pending.empty()) {
        const TermId term = pending.back();
        pending.pop_back();
        if (seen[term]) {
            continue;
        }
        seen[term] = true;
        if (needs_identity(terms[term].op)) {
            diagnostics.push_back(
                {grammar::Severity::error, "no-identity",
                 fmt::format("objects of the model `{}` have no identity to compare", model.name),
                 guard.provenance.span, "compare values, or give the model an identity"});
            return;
        }
        const std::span<const TermId> operands = terms.operands(term);
        pending.insert(pending.end(), operands.begin(), operands.end());
    }
}

// Conditions that must all hold, `and` taken apart: an entry hits when every one is true, and a miss is a
// miss whichever operand it comes from.
void flatten(const TermPool& terms, TermId term, std::vector<TermId>& tests) {
    std::vector<TermId> pending{term};
    while (!pending.empty()) {
        const TermId next = pending.back();
        pending.pop_back();
        if (terms[next].op == TermOp::and_) {
            const std::span<const TermId> operands = terms.operands(next);
            pending.insert(pending.end(), operands.rbegin(), operands.rend());
        } else {
            tests.push_back(next);
        }
    }
}

}  // namespace

std::expected<CheckProgram, grammar::Diagnostics> build_check(const TermPool& terms,
                                                              std::span<const Guard> guards,
                                                              std::span<const LiftedValue> lifted,
                                                              const FrameShape& shape, const Model& model,
                                                              const BuildOptions& options) {
    Builder builder(terms, shape, model);
    grammar::Diagnostics diagnostics;
    PlanText plan(terms, shape, options.keep_plan_text);

    std::vector<TermId> tests;
    std::vector<const Guard*> owners;
    for (const std::size_t index : check_order(terms, guards)) {
        const Guard& guard = guards[index];
        if (model.identity == IdentityForm::none) {
            report_missing_identity(terms, guard, model, diagnostics);
        }
        flatten(terms, guard.term, tests);
        owners.resize(tests.size(), &guard);
    }
    builder.tensors = required_tensors(terms, tests);
    Fusion fusion(builder, options.fuse ? std::span<const TermId>(tests) : std::span<const TermId>());
    for (std::size_t i = 0; i < tests.size(); ++i) {
        if (builder.emitter.environment.holds(tests[i])) {
            plan.already(tests[i]);
            continue;
        }
        const std::size_t unknown_before = builder.unknown_types.size();
        const std::size_t mistakes_before = builder.extern_mistakes.size();
        const std::uint32_t from = builder.emitter.position();
        if (!fusion.emit(tests[i])) {
            builder.condition(tests[i], true, Label::miss());
        }
        plan.made(tests[i], from, builder.emitter.position());
        for (std::size_t type = unknown_before; type < builder.unknown_types.size(); ++type) {
            diagnostics.push_back(
                {grammar::Severity::error,
                 "unknown-type",
                 fmt::format("the model `{}` has no type `{}`", model.name, builder.unknown_types[type]),
                 owners[i]->provenance.span,
                 {}});
        }
        for (std::size_t m = mistakes_before; m < builder.extern_mistakes.size(); ++m) {
            diagnostics.push_back({grammar::Severity::error, builder.extern_mistakes[m].id,
                                   builder.extern_mistakes[m].message, owners[i]->provenance.span,
                                   "a backend binds it with its operands (Backend::bind)"});
        }
    }
    for (std::uint32_t i = 0; i < lifted.size(); ++i) {
        const std::uint32_t reg = builder.argument(lifted[i].term, lifted[i].type);
        builder.emitter.flow({.op = Op::lift, .a = reg, .data = i});
    }
    builder.emitter.flow({.op = Op::hit});
    if (!diagnostics.empty()) {
        return std::unexpected(std::move(diagnostics));
    }

    CheckProgram check;
    check.program = builder.emitter.finish();
    check.literals.words = builder.emitter.literals.take();
    check.literals.handles = builder.emitter.literals.take_handles();
    check.literals.owners = std::move(builder.externs);
    check.literals.owners.push_back(terms.arena());
    check.program.literal_words = static_cast<std::uint32_t>(check.literals.words.size());
    check.lifted.assign(lifted.begin(), lifted.end());
    check.plan_text = plan.take();
    if (const char* fault = verify_program(check.program); fault != nullptr) {
        fmt::print(stderr, "guardc: internal error: malformed program: {}\n{}", fault,
                   print_program(check.program, check.literals));
        std::abort();
    }
    return check;
}

}  // namespace guardc::compiler
