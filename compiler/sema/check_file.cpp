#include <algorithm>
#include <unordered_map>

#include "compiler/sema/frame_check.h"
#include "compiler/sema/guards.h"
#include "compiler/sema/lowering.h"
#include "compiler/sema/sema.h"

namespace guardc::compiler {

namespace {

std::vector<std::string_view> frame_names(const grammar::File& file) {
    std::vector<std::string_view> names;
    for (const grammar::FrameDecl& frame : file.frames)
        names.push_back(frame.name);
    return names;
}

// A frame that one backend speaks for belongs to it, unless its entries say otherwise.
void assign_backend(FrameRules& rules) {
    if (rules.backends.size() != 1) return;
    for (Entry& entry : rules.entries) {
        if (entry.backend.empty()) entry.backend = rules.backends[0].backend;
    }
}

void check_test(const FileContext& context, const grammar::TestDecl& test,
                const std::vector<CheckedFrame>& frames) {
    const auto names = frame_names(context.file);
    const FrameRules* rules = nullptr;
    for (const CheckedFrame& frame : frames) {
        if (test.frame ? frame.rules.name == *test.frame : frames.size() == 1) rules = &frame.rules;
    }
    if (rules == nullptr) {
        if (test.frame)
            context.reporter.error("unknown-frame", test.title_span,
                                   "there is no frame `" + *test.frame + "`",
                                   did_you_mean(*test.frame, names));
        else
            context.reporter.error("unknown-frame", test.title_span,
                                   "the test does not say which frame it is for",
                                   "write `test \"..\" for NAME {`");
        return;
    }
    if (test.expect != grammar::TestDecl::Expect::entry) return;
    std::vector<std::string_view> entries;
    for (const Entry& entry : rules->entries)
        entries.push_back(entry.name);
    if (std::ranges::find(entries, test.expected_entry) == entries.end())
        context.reporter.error("unknown-entry", test.expect_span,
                               "frame `" + rules->name + "` has no entry \"" + test.expected_entry + "\"",
                               did_you_mean(test.expected_entry, entries));
}

}  // namespace

CheckedFile check_file(std::shared_ptr<const grammar::Source> source, const grammar::File& file) {
    CheckedFile checked;
    Reporter reporter(checked.diagnostics);
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
            const auto names = frame_names(file);
            reporter.error("unknown-frame", backend.frame_span, "there is no frame `" + backend.frame + "`",
                           did_you_mean(backend.frame, names));
            continue;
        }
        if (!pool && !backend.waives.empty()) pool = std::make_shared<grammar::ExprPool>(file.pool);
        check_backend(context, backend, frames[found->second], pool);
    }
    for (CheckedFrame& frame : frames)
        assign_backend(frame.rules);
    for (const grammar::TestDecl& test : file.tests)
        check_test(context, test, frames);
    for (CheckedFrame& frame : frames)
        checked.frames.push_back(std::move(frame.rules));
    // Expressions are read from their leaves up, people read from the top down.
    put_in_text_order(checked.diagnostics);
    return checked;
}

std::vector<Guard> check_guard(FrameRules& rules, std::shared_ptr<const grammar::Source> source,
                               const grammar::ExprPool& pool, const grammar::GuardStatement& statement,
                               const Provenance& provenance, grammar::Diagnostics& diagnostics) {
    const std::size_t before = diagnostics.size();
    Reporter reporter(diagnostics);
    Lowering lowering(rules, pool, reporter);
    Provenance base = provenance;
    base.source = std::move(source);
    std::vector<Guard> guards;
    add_guards(lowering, statement, base, guards);
    put_in_text_order(diagnostics, before);
    const bool broken =
        std::any_of(diagnostics.begin() + static_cast<std::ptrdiff_t>(before), diagnostics.end(),
                    [](const auto& found) { return found.severity == grammar::Severity::error; });
    return broken ? std::vector<Guard>() : guards;
}

}  // namespace guardc::compiler
