// Cells of the argument block: live values as their type says, not as the model keeps them.
#include <array>

#include "compiler/plan/builder.h"

namespace guardc::compiler {

namespace {

Kind kind_of_argument(ArgumentType type) {
    switch (type) {
        case ArgumentType::boolean:
            return Kind::boolean;
        case ArgumentType::integer:
            return Kind::integer;
        case ArgumentType::floating:
            return Kind::floating;
        case ArgumentType::text:
            return Kind::string;
        case ArgumentType::dtype:
            return Kind::dtype;
        case ArgumentType::any:
            break;
    }
    return Kind::object;
}

}  // namespace

// The tests of types that stand before have said what the value is; an int beyond 64 bits misses.
std::uint32_t Builder::argument(TermId term, ArgumentType type) {
    if (type == ArgumentType::any) return value(term).reg;
    const CellTag tag = argument_tag(type);
    const Reached reached = value(term);
    if (reached.tag == tag) return reached.reg;
    const std::optional<std::uint32_t> kind = only_kind(kind_of_argument(type));
    const Fact* const row = kind && reached.tag == CellTag::reference
                                ? find_fact(model_.kinds[*kind], argument_fact(type))
                                : nullptr;
    if (row != nullptr && row->result == tag && row->layout.form != LayoutForm::none) {
        if (const auto loaded = load(value_of_kind(term, *kind).reg, *row)) return loaded->reg;
    }
    if (type == ArgumentType::integer) {
        const std::array operands{reached.reg, emitter.constant(Cell::integer(0))};
        return emitter.value({.op = Op::call,
                              .tag = tag,
                              .a = emitter.arguments(operands),
                              .data = static_cast<std::uint32_t>(ValueFunction::add),
                              .count = 2});
    }
    return fact(reached.reg, argument_fact(type), kNoRegister, tag).reg;
}

}  // namespace guardc::compiler
