#include "compiler/backend/guard_values.h"

#include <algorithm>

namespace guardc::compiler {
namespace {

std::string_view fact_kind(TermOp op) {
    switch (op) {
        case TermOp::dtype:
            return "tensor.dtype";
        case TermOp::device:
        case TermOp::device_type:
        case TermOp::device_index:
            return "tensor.device";
        case TermOp::rank:
            return "tensor.rank";
        case TermOp::size:
            return "tensor.size";
        case TermOp::stride:
            return "tensor.stride";
        case TermOp::storage_offset:
            return "tensor.storage_offset";
        case TermOp::requires_grad:
            return "tensor.requires_grad";
        case TermOp::length:
            return "length";
        case TermOp::ambient:
            return "state";
        default:
            return {};
    }
}

std::string_view test_kind(TermOp op) {
    switch (op) {
        case TermOp::is_constant:
            return "constant";
        case TermOp::is_type:
            return "type";
        case TermOp::is_same:
        case TermOp::is_identity:
        case TermOp::distinct:
            return "identity";
        case TermOp::equal:
        case TermOp::not_equal:
            return "equality";
        case TermOp::less:
        case TermOp::less_equal:
        case TermOp::greater:
        case TermOp::greater_equal:
            return "order";
        case TermOp::in_range:
            return "range";
        case TermOp::contains:
            return "contains";
        case TermOp::extern_:
            return "extern";
        case TermOp::has_attribute:
            return "attribute";
        case TermOp::and_:
        case TermOp::or_:
            return "logic";
        default:
            return "truth";
    }
}

}  // namespace

bool is_reading(TermOp op) {
    switch (op) {
        case TermOp::local:
        case TermOp::global:
        case TermOp::attribute:
        case TermOp::item:
        case TermOp::type:
            return true;
        default:
            return !fact_kind(op).empty();
    }
}

std::vector<TermId> values_of(const TermPool& terms, TermId guard) {
    std::vector<TermId> found;
    std::vector<TermId> pending{guard};
    while (!pending.empty()) {
        const TermId term = pending.back();
        pending.pop_back();
        if (is_reading(terms[term].op)) {
            if (std::ranges::find(found, term) == found.end()) found.push_back(term);
            continue;
        }
        const auto operands = terms.operands(term);
        pending.insert(pending.end(), operands.rbegin(), operands.rend());
    }
    return found;
}

TermId base_of(const TermPool& terms, TermId reading) {
    const auto operands = terms.operands(reading);
    return operands.empty() ? kNoTerm : operands[0];
}

std::string_view guard_kind(const TermPool& terms, TermId guard) {
    TermId test = guard;
    while (terms[test].op == TermOp::not_)
        test = terms.operands(test)[0];
    if (terms[test].op != TermOp::is_type) {
        for (const TermId value : values_of(terms, test)) {
            if (const auto kind = fact_kind(terms[value].op); !kind.empty()) return kind;
        }
    }
    return test_kind(terms[test].op);
}

}  // namespace guardc::compiler
