#include "compiler/explain/reason.h"

#include <numeric>

#include "compiler/explain/words.h"
#include "compiler/guards/check_order.h"

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
    // The first is the one at which the check missed.
    std::vector<std::size_t> order(guards.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (which == Reasons::first) order = check_order(terms, guards);
    for (const std::size_t index : order) {
        const Guard& guard = guards[index];
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
