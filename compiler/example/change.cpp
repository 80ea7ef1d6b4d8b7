#include "compiler/example/change.h"

#include "compiler/example/limits.h"
#include "compiler/example/rules.h"

namespace guardc::compiler::example {

void Changes::of(TermId term) {
    if (full() || depth_ >= kDepth || !seen_.insert(term).second) return;
    ++depth_;
    rule_of(terms()[term].op).mutants(*this, term);
    --depth_;
}

void Changes::add(Change change) {
    if (!full()) all_.push_back(std::move(change));
}

}  // namespace guardc::compiler::example
