// Conditions: connectives become jumps, tests become one instruction each.
#include <array>
#include <bit>
#include <cstdlib>

#include "compiler/plan/builder.h"

namespace guardc::compiler {

namespace {

Comparison comparison_of(TermOp op) {
    switch (op) {
        case TermOp::equal:
            return Comparison::equal;
        case TermOp::not_equal:
            return Comparison::not_equal;
        case TermOp::less:
            return Comparison::less;
        case TermOp::less_equal:
            return Comparison::less_equal;
        case TermOp::greater:
            return Comparison::greater;
        default:
            return Comparison::greater_equal;
    }
}

}  // namespace

void Builder::condition(TermId term, bool sense, Label& otherwise) {
    while (terms_[term].op == TermOp::not_) {
        term = terms_.operands(term)[0];
        sense = !sense;
    }
    if (emitter.environment.holds(term)) {
        if (!sense) {
            emitter.jump(otherwise);
        }
        return;
    }
    switch (terms_[term].op) {
        case TermOp::and_:
        case TermOp::or_:
            connective(term, sense, otherwise);
            break;
        case TermOp::conditional:
            conditional_test(term, sense, otherwise);
            break;
        default:
            test(term, sense, otherwise);
            break;
    }
}

void Builder::connective(TermId term, bool sense, Label& otherwise) {
    const std::span<const TermId> operands = terms_.operands(term);
    const bool every = (terms_[term].op == TermOp::and_) == sense;
    if (every) {
        for (const TermId operand : operands) {
            condition(operand, sense, otherwise);
        }
        return;
    }
    Label settled;
    for (const TermId operand : operands.first(operands.size() - 1)) {
        condition(operand, !sense, settled);
    }
    condition(operands.back(), sense, otherwise);
    emitter.bind(settled);
}

void Builder::conditional_test(TermId term, bool sense, Label& otherwise) {
    Label end;
    while (terms_[term].op == TermOp::conditional) {
        const std::span<const TermId> operands = terms_.operands(term);
        Label other;
        condition(operands[0], true, other);
        condition(operands[1], sense, otherwise);
        emitter.jump(end);
        emitter.bind(other);
        term = operands[2];
    }
    condition(term, sense, otherwise);
    emitter.bind(end);
}

void Builder::test(TermId term, bool sense, Label& otherwise) {
    const std::span<const TermId> operands = terms_.operands(term);
    switch (terms_[term].op) {
        case TermOp::is_constant:
            test_constant(term, sense, otherwise);
            break;
        case TermOp::is_type:
            test_type(term, sense, otherwise);
            break;
        case TermOp::is_same:
            test_same(term, sense, otherwise);
            break;
        case TermOp::equal:
        case TermOp::not_equal:
        case TermOp::less:
        case TermOp::less_equal:
        case TermOp::greater:
        case TermOp::greater_equal:
            test_comparison(term, sense, otherwise);
            break;
        case TermOp::in_range:
            test_range(term, sense, otherwise);
            break;
        case TermOp::contains:
            test_call(TestFunction::contains, operands, sense, otherwise);
            break;
        case TermOp::is_identity:
            test_call(TestFunction::identity, operands, sense, otherwise);
            break;
        case TermOp::distinct:
            test_call(TestFunction::distinct, operands, sense, otherwise);
            break;
        case TermOp::no_overlap:
            test_call(TestFunction::no_overlap, operands, sense, otherwise);
            break;
        case TermOp::is_subset:
            test_call(TestFunction::issubset, operands, sense, otherwise);
            break;
        case TermOp::is_instance:
            test_instance(term, sense, otherwise);
            break;
        case TermOp::external:
            emitter.test({.op = Op::truthy, .negated = !sense, .a = lower_slot(term).reg}, otherwise);
            break;
        case TermOp::extern_:
            test_extern(term, sense, otherwise);
            break;
        case TermOp::has_attribute: {
            const Reached base = value(operands[0]);
            const std::uint32_t name = emitter.constant(Cell::text(terms_.name(term)));
            const Reached absent = fact(base.reg, FactId::attribute_absent, name, CellTag::boolean);
            emitter.test({.op = Op::truthy, .negated = sense, .a = absent.reg}, otherwise);
            break;
        }
        case TermOp::is_nan: {
            // The smallest of one number is that number, and undefined of anything else; a NaN differs from
            // itself.
            const std::array operands_read{value(operands[0]).reg};
            const std::uint32_t number =
                emitter.value({.op = Op::call,
                               .a = emitter.arguments(operands_read),
                               .data = static_cast<std::uint32_t>(ValueFunction::minimum),
                               .count = 1});
            emitter.test({.op = Op::equal, .negated = sense, .a = number, .b = number}, otherwise);
            break;
        }
        case TermOp::truthy:
            emitter.test({.op = Op::truthy, .negated = !sense, .a = value(operands[0]).reg}, otherwise);
            break;
        default:  // a value in the place of a condition
            if (kind_of(terms_[term].op).term_class == TermClass::test) {
                std::abort();  // a kind of test without its lowering
            }
            emitter.test({.op = Op::truthy, .negated = !sense, .a = value(term).reg}, otherwise);
            break;
    }
    if (sense) {
        learn(term, emitter.position() - 1);
    }
}

void Builder::test_constant(TermId term, bool sense, Label& otherwise) {
    const std::span<const TermId> operands = terms_.operands(term);
    const Reached subject = value(operands[0]);
    if (subject.tag == CellTag::integer) {
        if (const std::optional<std::int64_t> wanted = constant_integer(operands[1])) {
            const std::uint32_t reg = emitter.constant(Cell::integer(*wanted));
            emitter.test({.op = Op::compare_integer,
                          .form = static_cast<std::uint8_t>(Comparison::equal),
                          .negated = !sense,
                          .a = subject.reg,
                          .b = reg},
                         otherwise);
            return;
        }
    }
    const std::optional<Cell> wanted = constant(operands[1]);
    if (!wanted) {
        unknown_types.push_back(type_name(operands[1]));
    }
    const std::uint32_t index = emitter.literals.add_cell(wanted.value_or(Cell::none()));
    emitter.test({.op = Op::strict, .negated = !sense, .a = subject.reg, .data = index}, otherwise);
}

void Builder::test_type(TermId term, bool sense, Label& otherwise) {
    const std::span<const TermId> operands = terms_.operands(term);
    const Reached subject = value(operands[0]);
    const std::optional<Cell> wanted = constant(operands[1]);
    if (!wanted) {
        unknown_types.push_back(type_name(operands[1]));
    }
    const Reached type = fact(subject.reg, FactId::type, kNoRegister, CellTag::type);
    const std::uint32_t index = emitter.literals.add_cell(wanted.value_or(Cell::none()));
    emitter.test({.op = Op::strict, .negated = !sense, .a = type.reg, .data = index}, otherwise);
}

void Builder::test_same(TermId term, bool sense, Label& otherwise) {
    const std::span<const TermId> operands = terms_.operands(term);
    if (!is_stored_place(terms_[operands[0]].op) || !is_stored_place(terms_[operands[1]].op)) {
        test_call(TestFunction::strict, operands, sense, otherwise);
        return;
    }
    const Reached left = value(operands[0]);
    const Reached right = value(operands[1]);
    emitter.test({.op = Op::same, .negated = !sense, .a = left.reg, .b = right.reg}, otherwise);
}

void Builder::test_comparison(TermId term, bool sense, Label& otherwise) {
    const std::span<const TermId> operands = terms_.operands(term);
    const Comparison comparison = comparison_of(terms_[term].op);
    const Reached left = value(operands[0]);
    const Reached right = value(operands[1]);
    Instruction instruction{
        .form = static_cast<std::uint8_t>(comparison), .negated = !sense, .a = left.reg, .b = right.reg};
    if (left.tag == CellTag::integer && right.tag == CellTag::integer) {
        instruction.op = Op::compare_integer;
    } else if (comparison == Comparison::equal || comparison == Comparison::not_equal) {
        instruction.op = Op::equal;
        instruction.form = 0;
        instruction.negated = (comparison == Comparison::equal) != sense;
    } else {
        instruction.op = Op::compare;
    }
    emitter.test(instruction, otherwise);
}

void Builder::test_range(TermId term, bool sense, Label& otherwise) {
    const std::span<const TermId> operands = terms_.operands(term);
    const Reached subject = value(operands[0]);
    const std::optional<std::int64_t> first = constant_integer(operands[1]);
    const std::optional<std::int64_t> last = constant_integer(operands[2]);
    const std::optional<std::int64_t> step = constant_integer(operands[3]);
    if (subject.tag != CellTag::integer || !first || !last || !step || *step <= 0) {
        test_call(TestFunction::in_range, operands, sense, otherwise);
        return;
    }
    if (*last < *first) {
        if (sense) {
            emitter.jump(otherwise);
        }
        return;
    }
    const std::uint32_t index = emitter.literals.add_word(static_cast<std::uint64_t>(*first));
    emitter.literals.add_word(static_cast<std::uint64_t>(*last));
    emitter.literals.add_word(static_cast<std::uint64_t>(*step));
    emitter.test({.op = Op::range, .negated = !sense, .a = subject.reg, .data = index}, otherwise);
}

// The language's own types of containers have one kind each, whatever a model calls them.
void Builder::test_instance(TermId term, bool sense, Label& otherwise) {
    const std::span<const TermId> operands = terms_.operands(term);
    const std::string type = type_name(operands[1]);
    const Kind kind = type == "builtins.dict"  ? Kind::dict
                      : type == "builtins.set" ? Kind::set
                                               : Kind::frozenset;
    const std::array registers{value(operands[0]).reg,
                               emitter.constant(Cell::integer(static_cast<int>(kind)))};
    emitter.test({.op = Op::test_call,
                  .negated = !sense,
                  .a = emitter.arguments(registers),
                  .data = static_cast<std::uint32_t>(TestFunction::instance),
                  .count = 2},
                 otherwise);
}

void Builder::test_call(TestFunction function, std::span<const TermId> operands, bool sense,
                        Label& otherwise) {
    std::vector<std::uint32_t> registers;
    registers.reserve(operands.size());
    for (const TermId operand : operands) {
        registers.push_back(value(operand).reg);
    }
    const std::uint32_t first = emitter.arguments(registers);
    emitter.test({.op = Op::test_call,
                  .negated = !sense,
                  .a = first,
                  .data = static_cast<std::uint32_t>(function),
                  .count = static_cast<std::uint32_t>(registers.size())},
                 otherwise);
}

void Builder::test_extern(TermId term, bool sense, Label& otherwise) {
    std::vector<std::uint32_t> registers;
    for (const TermId operand : terms_.operands(term))
        registers.push_back(value(operand).reg);
    const auto& declaration = terms_.extern_declaration(term);
    const std::string named = "the predicate `" + terms_.extern_name(term) + "`";
    if (declaration == nullptr) {
        extern_mistakes.push_back({"unbound-extern", "no backend has bound " + named});
        return;
    }
    if (declaration->operands != registers.size()) {
        extern_mistakes.push_back(
            {"extern-operands", named + " takes " + std::to_string(declaration->operands) +
                                    " operands, not " + std::to_string(registers.size())});
        return;
    }
    externs.push_back(declaration);
    const std::uint32_t word = emitter.literals.add_word(std::bit_cast<std::uint64_t>(&declaration->binding));
    emitter.test({.op = Op::extern_call,
                  .negated = !sense,
                  .a = registers.empty() ? kNoRegister : emitter.arguments(registers),
                  .data = word,
                  .count = static_cast<std::uint32_t>(registers.size())},
                 otherwise);
}

void Builder::learn(TermId test, std::uint32_t position) {
    emitter.environment.hold(test, position);
    const Term& node = terms_[test];
    const std::span<const TermId> operands = terms_.operands(test);
    if (node.op == TermOp::equal || node.op == TermOp::is_constant) {
        for (const std::size_t side : {std::size_t{1}, std::size_t{0}}) {
            if (const std::optional<std::int64_t> integer = constant_integer(operands[side])) {
                emitter.environment.settle(operands[1 - side], *integer, position);
            }
        }
    }
    if (node.op == TermOp::is_type) {
        const std::string name = type_name(operands[1]);
        std::uint64_t kinds = 0;
        for (std::uint32_t i = 0; i < model_.kinds.size(); ++i) {
            const char* only_type = model_.kinds[i].type_name;
            kinds |= only_type == nullptr || name == only_type ? 1ULL << i : 0;
        }
        emitter.environment.narrow_references(operands[0], kinds, position);
    }
}

}  // namespace guardc::compiler
