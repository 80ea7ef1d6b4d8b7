#include "compiler/backend/kind_tests.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace guardc::compiler {
namespace {

std::string_view needed_kind(TermOp op) {
    switch (op) {
        case TermOp::size:
        case TermOp::stride:
        case TermOp::rank:
        case TermOp::storage_offset:
            return "a tensor";
        case TermOp::dtype:
        case TermOp::device:
        case TermOp::requires_grad:
        case TermOp::attribute:
            return "an object with this attribute";
        case TermOp::device_type:
        case TermOp::device_index:
            return "a device";
        case TermOp::item:
            return "a container with this item";
        case TermOp::length:
            return "a value with a length";
        default:
            return {};
    }
}

class Conditions {
  public:
    Conditions(const TermPool& terms, std::span<const Guard> kept) : terms_(terms) {
        for (const Guard& guard : kept)
            if (terms[guard.term].op == TermOp::is_type) typed_.insert(terms.operands(guard.term)[0]);
    }

    void add(TermId root) {
        std::vector<TermId> pending{root};
        while (!pending.empty()) {
            const TermId term = pending.back();
            pending.pop_back();
            if (!seen_.insert(term).second) continue;
            const auto operands = terms_.operands(term);
            pending.insert(pending.end(), operands.rbegin(), operands.rend());
            const std::string_view kind = needed_kind(terms_[term].op);
            if (kind.empty() || typed_.contains(operands[0]) || terms_[operands[0]].op == TermOp::device)
                continue;
            const bool is_known = std::ranges::any_of(found_, [&](const PathCondition& known) {
                return known.value == operands[0] && known.kind == kind;
            });
            if (!is_known) found_.push_back({operands[0], kind, term});
        }
    }

    std::vector<PathCondition> take() && { return std::move(found_); }

  private:
    const TermPool& terms_;
    std::unordered_set<TermId> typed_, seen_;
    std::vector<PathCondition> found_;
};

}  // namespace

std::vector<PathCondition> path_conditions(const TermPool& terms, std::span<const Guard> kept,
                                           std::span<const LiftedValue> lifted) {
    Conditions conditions(terms, kept);
    for (const Guard& guard : kept)
        conditions.add(guard.term);
    for (const LiftedValue& value : lifted)
        conditions.add(value.term);
    return std::move(conditions).take();
}

}  // namespace guardc::compiler
