#include <algorithm>
#include <unordered_map>

#include "compiler/sema/frame_check.h"
#include "compiler/sema/guards.h"
#include "compiler/sema/lowering.h"
#include "compiler/sema/sema.h"

namespace guardc::compiler {

namespace {

// A frame that one backend speaks for belongs to it, unless its entries say otherwise.
void assign_backend(FrameRules& rules) {
    if (rules.backends.size() != 1) return;
    for (Entry& entry : rules.entries) {
        if (entry.backend.empty()) entry.backend = rules.backends[0].backend;
    }
}

}  // namespace

CheckedFile check_file(std::shared_ptr<const grammar::Source> source, const grammar::File& file) {
    CheckedFile checked;
    Reporter reporter(kReported);
    const FileContext context{std::move(source), file, reporter};
    std::vector<CheckedFrame> frames;
    frames.reserve(file.frames.size());
    std::unordered_map<std::string, std::size_t> by_name;
    for (const grammar::FrameDecl& frame : file.frames) {
        if (!by_name.emplace(frame.name, frames.size()).second)
            reporter.error("duplicate-frame", frame.name_span,
                           "there are two frames named `" + frame.name + "`");
        frames.push_back(check_frame(context, frame));
    }
    std::shared_ptr<const grammar::ExprPool> pool;
    for (const grammar::BackendDecl& backend : file.backends) {
        const auto found = by_name.find(backend.frame);
        if (found == by_name.end()) {
            unknown_frame(context, backend.frame, backend.frame_span);
            continue;
        }
        if (!pool && !backend.waives.empty()) pool = std::make_shared<grammar::ExprPool>(file.pool);
        check_backend(context, backend, frames[found->second], pool);
    }
    for (CheckedFrame& frame : frames)
        assign_backend(frame.rules);
    check_tests(context, frames);
    for (CheckedFrame& frame : frames)
        checked.frames.push_back(std::move(frame.rules));
    checked.diagnostics = reporter.finish();
    return checked;
}

std::vector<Guard> check_guard(FrameRules& rules, std::shared_ptr<const grammar::Source> source,
                               const grammar::ExprPool& pool, const grammar::GuardStatement& statement,
                               const Provenance& provenance, grammar::Diagnostics& diagnostics) {
    Reporter reporter(kReported);
    Lowering lowering(rules, pool, reporter);
    Provenance base = provenance;
    base.source = std::move(source);
    std::vector<Guard> guards;
    add_guards(lowering, statement, base, guards);
    grammar::Diagnostics found = reporter.finish();
    if (grammar::has_errors(found)) guards.clear();
    diagnostics.insert(diagnostics.end(), found.begin(), found.end());
    return guards;
}

}  // namespace guardc::compiler
