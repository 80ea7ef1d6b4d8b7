#include "compiler/import/subject.h"

namespace guardc::compiler {

const Subject& Subjects::of(TermId term) {
    while (known_.size() <= term)
        known_.push_back(derive(static_cast<TermId>(known_.size())));
    return known_[term];
}

// Operands have smaller ids, so they are known.
Subject Subjects::derive(TermId term) const {
    const TermOp op = terms_[term].op;
    if (op == TermOp::local || op == TermOp::global) return {term, term, false};
    Subject subject;
    for (const TermId operand : terms_.operands(term)) {
        const Subject& part = known_[operand];
        if (subject.place == kNoTerm) subject.place = part.place;
        if (part.relates || (part.root != kNoTerm && subject.root != kNoTerm && part.root != subject.root))
            subject.relates = true;
        if (subject.root == kNoTerm) subject.root = part.root;
    }
    if ((op == TermOp::attribute || op == TermOp::item) && subject.root != kNoTerm) subject.place = term;
    return subject;
}

}  // namespace guardc::compiler
