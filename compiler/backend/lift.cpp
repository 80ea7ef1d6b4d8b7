#include "compiler/backend/lift.h"

#include "compiler/backend/guard_values.h"
#include "runtime/value/arena.h"
#include "runtime/value/scalars.h"

namespace guardc::compiler {
namespace {

// The type of a constant that an argument can hold.
std::optional<ArgumentType> argument_type(const Value& constant) {
    switch (constant.kind) {
        case Kind::boolean:
            return ArgumentType::boolean;
        case Kind::integer:
            if (as<IntegerValue>(constant).limb_count != 0) return std::nullopt;
            return ArgumentType::integer;
        case Kind::floating:
            return ArgumentType::floating;
        case Kind::string:
            return ArgumentType::text;
        case Kind::dtype:
            return ArgumentType::dtype;
        default:
            return std::nullopt;
    }
}

// Facts that are ints whenever they are defined.
bool is_always_an_int(TermOp op) {
    return op == TermOp::size || op == TermOp::stride || op == TermOp::rank || op == TermOp::storage_offset ||
           op == TermOp::length;
}

}  // namespace

std::optional<Lift> lift_of(TermPool& terms, TermId guard) {
    const TermOp op = terms[guard].op;
    if (op != TermOp::is_constant && op != TermOp::equal) return std::nullopt;
    TermId value = terms.operands(guard)[0];
    TermId constant = terms.operands(guard)[1];
    if (terms[value].op == TermOp::constant) std::swap(value, constant);
    if (!is_reading(terms[value].op) || terms[constant].op != TermOp::constant) return std::nullopt;
    const auto type = argument_type(terms.constant(constant));
    if (!type) return std::nullopt;
    if (is_always_an_int(terms[value].op)) {
        if (*type != ArgumentType::integer) return std::nullopt;  // `x.size(0) == 8.0`
        return Lift{value, *type, kNoTerm};
    }
    ValueArena arena;
    const TermId type_term = terms.make_constant(*arena.make_type(intern_type(argument_value_type(*type))));
    const TermId operands[] = {value, type_term};
    return Lift{value, *type, terms.make(TermOp::is_type, operands)};
}

}  // namespace guardc::compiler
