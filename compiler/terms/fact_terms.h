// Terms that do no more than read one fact of their first operand, with the second, if any, as its argument.
#pragma once

#include <optional>

#include "compiler/terms/term_kinds.h"
#include "runtime/model/fact.h"

namespace guardc::compiler {

constexpr std::optional<FactId> plain_fact(TermOp op) {
    switch (op) {
        case TermOp::key_at:
            return FactId::key_at;
        case TermOp::stored_key:
            return FactId::stored_key;
        case TermOp::type_object:
            return FactId::type_object;
        case TermOp::printed:
            return FactId::printed;
        case TermOp::derived_from:
            return FactId::derived;
        case TermOp::referent:
            return FactId::referent;
        case TermOp::version:
            return FactId::version;
        case TermOp::remaining:
            return FactId::remaining;
        case TermOp::upcoming:
            return FactId::upcoming;
        case TermOp::next_value:
            return FactId::next_value;
        case TermOp::step:
            return FactId::step;
        case TermOp::dispatch_keys:
            return FactId::dispatch_keys;
        default:
            return std::nullopt;
    }
}

}  // namespace guardc::compiler
