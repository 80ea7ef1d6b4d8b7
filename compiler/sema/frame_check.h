// One frame: parameters, dims, clauses, entries and user guards; and the backend blocks that speak for it.
#pragma once

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "compiler/guards/guard.h"
#include "compiler/sema/reporter.h"
#include "grammar/ast.h"

namespace guardc::compiler {

// What the parts of one file share.
struct FileContext {
    std::shared_ptr<const grammar::Source> source;
    const grammar::File& file;
    Reporter& reporter;
};

// A frame being checked. `broken` names its dims with a mistake.
struct CheckedFrame {
    FrameRules rules;
    std::unordered_set<std::string> broken;
};

CheckedFrame check_frame(const FileContext& context, const grammar::FrameDecl& frame);
// `pool` is a copy of the file's that outlives it: waiver patterns keep pointing into it.
void check_backend(const FileContext& context, const grammar::BackendDecl& backend, CheckedFrame& frame,
                   const std::shared_ptr<const grammar::ExprPool>& pool);

// Whether the tests of the file name frames and entries that there are.
void check_tests(const FileContext& context, const std::vector<CheckedFrame>& frames);

void unknown_frame(const FileContext& context, const std::string& name, grammar::Span span);

}  // namespace guardc::compiler
