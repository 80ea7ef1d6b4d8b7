// Why a term has no value.
#include "compiler/explain/describe.h"
#include "compiler/explain/words.h"
#include "compiler/reference/arithmetic.h"
#include "compiler/reference/identity.h"
#include "runtime/program/ambient.h"
#include "runtime/value/containers.h"

namespace guardc::compiler {

// The innermost term that is undefined: what it stands on is not.
TermId Explainer::first_undefined(TermId term) {
    while (true) {
        const auto operands = terms_.operands(term);
        TermId next = kNoTerm;
        for (const TermId operand : operands) {
            const Truth found = evaluator_.run(operand).truth;
            if (found == Truth::undefined) {
                next = operand;
                break;
            }
            if (terms_[term].op == TermOp::conditional) {
                const TermId chosen = operands[found == Truth::yes ? 1 : 2];
                if (evaluator_.run(chosen).truth == Truth::undefined) next = chosen;
                break;
            }
        }
        if (next == kNoTerm) return term;
        term = next;
    }
}

std::string Explainer::why_undefined(TermId term) {
    const Term& node = terms_[term];
    const auto operands = terms_.operands(term);
    const std::optional<Seen> base = operands.empty() ? std::nullopt : seen(operands[0]);
    const std::string found = base ? describe(*base) : "";
    switch (node.op) {
        case TermOp::local:
            return "no local `" + shape_.slots[node.data].name + "`";
        case TermOp::global:
            return "no global `" + shape_.slots[node.data].name + "`";
        case TermOp::derived:
            return "the frame does not tell `" + shape_.slots[node.data].name + "`";
        case TermOp::numbered_type:
            return "no type in the frame's `types` has the number " + shape_.slots[node.data].name;
        case TermOp::external:
            return "the frame gives no verdict on `" + shape_.slots[node.data].name + "`";
        case TermOp::ambient:
            return "no state `" + std::string(ambient_name(static_cast<AmbientField>(node.data))) + "`";
        case TermOp::attribute:
            return "no attribute `" + terms_.name(term) + "`";
        case TermOp::has_attribute:
            return "only running its code could tell about the attribute `" + terms_.name(term) + "`";
        case TermOp::item:
            return why_no_item(term);
        case TermOp::length:
            return found + ", which has no length";
        case TermOp::dtype:
        case TermOp::device:
        case TermOp::requires_grad:
        case TermOp::rank:
        case TermOp::storage_offset:
            return found + ", which is no tensor with `" + std::string(kind_of(node.op).spelling) + "`";
        case TermOp::size:
        case TermOp::stride:
            return why_no_dimension(term);
        case TermOp::device_type:
        case TermOp::device_index:
            return found + ", which is no device";
        case TermOp::is_same:
        case TermOp::is_identity:
        case TermOp::distinct:
            return "a value without an identity";
        case TermOp::contains:
            return operands.size() > 1 ? "whether it is in there only running code could tell" : "";
        case TermOp::truthy:
            return found + ", whose truth only running code could tell";
        case TermOp::equal:
        case TermOp::not_equal: {
            const std::optional<Seen> other = seen(operands[1]);
            return found + " and " + (other ? describe(*other) : "") +
                   ", whose equality only running code could tell";
        }
        case TermOp::less:
        case TermOp::less_equal:
        case TermOp::greater:
        case TermOp::greater_equal: {
            const std::optional<Seen> other = seen(operands[1]);
            return found + " and " + (other ? describe(*other) : "") + ", which have no order";
        }
        default:
            return why_no_number(term);
    }
}

std::string Explainer::why_no_item(TermId term) {
    const auto operands = terms_.operands(term);
    const std::optional<Seen> base = seen(operands[0]);
    const std::optional<Seen> key = seen(operands[1]);
    if (!base || !key) return "no item";
    if (is_mapping(base->kind)) return "no key " + describe(*key);
    const std::optional<std::uint64_t> length = length_of(*base);
    const bool sequence = base->kind == Kind::list || base->kind == Kind::tuple || base->kind == Kind::size;
    if (sequence && length && exact_integer(*key))
        return "index " + describe(*key) + " is out of range (length " + std::to_string(*length) + ")";
    return describe(*base) + ", which has no item " + describe(*key);
}

std::string Explainer::why_no_dimension(TermId term) {
    const auto operands = terms_.operands(term);
    const std::optional<Seen> base = seen(operands[0]);
    const std::optional<Seen> index = seen(operands[1]);
    if (!base || !index) return "no size";
    if (base->kind != Kind::tensor) return describe(*base) + ", which is no tensor";
    const std::optional<Cell> rank = fact(*base, FactId::rank);
    if (!rank) return "a tensor whose sizes cannot be checked";
    return "dimension " + describe(*index) + " is out of range (rank " + std::to_string(rank->as_integer()) +
           ")";
}

std::string Explainer::why_no_number(TermId term) {
    const TermOp op = terms_[term].op;
    for (const TermId operand : terms_.operands(term)) {
        const std::optional<Seen> value = seen(operand);
        if (!value) continue;
        const std::optional<Number> number = number_of(*value);
        if (!number) return describe(*value) + ", which is no number";
        if (number->form == Number::Form::big) return describe(*value) + ", which is beyond 64 bits";
    }
    const bool division = op == TermOp::divide || op == TermOp::floor_divide || op == TermOp::modulo;
    if (division) {
        const std::optional<Seen> divisor = seen(terms_.operands(term)[1]);
        const std::optional<Number> number = divisor ? number_of(*divisor) : std::nullopt;
        if (number && order(*number, Number{}) == 0) return "a division by zero";
    }
    return "`" + text(term) + "` has no result within 64 bits";
}

}  // namespace guardc::compiler
