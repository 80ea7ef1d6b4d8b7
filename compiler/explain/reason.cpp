#include "compiler/explain/reason.h"

#include "compiler/explain/words.h"

namespace guardc::compiler {

namespace {

std::string owner_of(const Provenance& provenance) {
    switch (provenance.layer) {
        case Layer::framework:
            return "framework";
        case Layer::user:
            return "user";
        case Layer::backend:
            return provenance.owner;
    }
    return {};
}

}  // namespace

std::vector<Reason> explain(const TermPool& terms, std::span<const Guard> guards, const FrameShape& shape,
                            const Surroundings& surroundings, Reasons which) {
    Explainer explainer(terms, shape, surroundings);
    std::vector<Reason> reasons;
    for (const Guard& guard : guards) {
        const Truth truth = explainer.truth(guard.term);
        if (truth == Truth::yes) continue;
        Words words = explainer.explain(guard.term);
        reasons.push_back({explainer.text(guard.term), std::move(words.expected), std::move(words.actual),
                           owner_of(guard.provenance), guard.provenance.because, place(guard.provenance),
                           truth});
        if (which == Reasons::first) break;
    }
    return reasons;
}

}  // namespace guardc::compiler
