#include "tests/native/written_program.h"

#include <bit>

namespace guardc::native_test {

WrittenProgram::WrittenProgram(std::uint32_t merged)
    : literals{std::bit_cast<std::uint64_t>(&sample_model()), 0} {
    program.merged = program.registers = merged;
}

std::uint32_t WrittenProgram::words(std::initializer_list<std::uint64_t> values) {
    const auto at = static_cast<std::uint32_t>(literals.size());
    literals.insert(literals.end(), values);
    program.literal_words = static_cast<std::uint32_t>(literals.size());
    return at;
}

std::uint32_t WrittenProgram::masks(std::initializer_list<std::uint64_t> values) {
    const auto at = static_cast<std::uint32_t>(program.masks.size());
    program.masks.insert(program.masks.end(), values);
    return at;
}

Reg WrittenProgram::emit(Instruction instruction) {
    program.code.push_back(instruction);
    return instruction.dst;
}

Reg WrittenProgram::slot(std::uint32_t index) {
    program.slots = std::max(program.slots, index + 1);
    return emit({.op = Op::slot, .tag = CellTag::reference, .dst = new_register(), .data = index});
}

Reg WrittenProgram::ambient(AmbientField field) {
    return emit({.op = Op::ambient, .dst = new_register(), .data = static_cast<std::uint32_t>(field)});
}

Reg WrittenProgram::constant(const Cell& cell) {
    const std::uint64_t second = static_cast<std::uint64_t>(cell.tag) | std::uint64_t{cell.length} << 32U;
    return emit(
        {.op = Op::constant, .tag = cell.tag, .dst = new_register(), .data = words({cell.bits, second})});
}

Reg WrittenProgram::load(Reg object, Scalar scalar, std::size_t offset, CellTag tag) {
    return emit({.op = Op::load,
                 .form = static_cast<std::uint8_t>(scalar),
                 .tag = tag,
                 .dst = new_register(),
                 .a = object,
                 .data = static_cast<std::uint32_t>(offset)});
}

Reg WrittenProgram::element(Reg object, Reg index, Scalar scalar, std::size_t offset) {
    return emit({.op = Op::element,
                 .form = static_cast<std::uint8_t>(scalar),
                 .tag = CellTag::integer,
                 .dst = new_register(),
                 .a = object,
                 .b = index,
                 .data = static_cast<std::uint32_t>(offset)});
}

Reg WrittenProgram::fact(Reg object, FactId id, Reg argument, CellTag tag) {
    return emit({.op = Op::fact,
                 .tag = tag,
                 .dst = new_register(),
                 .a = object,
                 .b = argument,
                 .data = static_cast<std::uint32_t>(id)});
}

Reg WrittenProgram::copy(Reg from, CellTag tag) {
    return emit({.op = Op::copy, .tag = tag, .dst = new_register(), .a = from});
}

void WrittenProgram::copy_to(Reg to, Reg from) {
    emit({.op = Op::copy, .dst = to, .a = from});
}

Reg WrittenProgram::arithmetic(Op op, Reg a, Reg b) {
    return emit({.op = op, .tag = CellTag::integer, .dst = new_register(), .a = a, .b = b});
}

Reg WrittenProgram::row(std::initializer_list<Reg> operands) {
    const Reg first = program.registers;
    for (const Reg operand : operands)
        copy(operand);
    return first;
}

Reg WrittenProgram::call(std::uint32_t function, std::initializer_list<Reg> operands) {
    const Reg first = row(operands);
    return emit({.op = Op::call,
                 .dst = new_register(),
                 .a = first,
                 .data = function,
                 .count = static_cast<std::uint32_t>(operands.size())});
}

std::uint32_t WrittenProgram::test(Instruction instruction) {
    emit(instruction);
    return here() - 1;
}

std::uint32_t WrittenProgram::kind(Reg object, std::initializer_list<std::uint32_t> kinds) {
    std::uint64_t set = 0;
    for (const std::uint32_t kind : kinds)
        set |= 1ULL << kind;
    return test({.op = Op::kind, .a = object, .data = masks({set})});
}

std::uint32_t WrittenProgram::match(Reg object, std::size_t offset, std::initializer_list<std::uint64_t> of,
                                    std::initializer_list<std::uint64_t> wanted) {
    return test({.op = Op::match,
                 .a = object,
                 .b = words(wanted),
                 .data = static_cast<std::uint32_t>(offset),
                 .extra = masks(of),
                 .count = static_cast<std::uint32_t>(of.size())});
}

std::uint32_t WrittenProgram::compare(Op op, Comparison comparison, Reg a, Reg b) {
    return test({.op = op, .form = static_cast<std::uint8_t>(comparison), .a = a, .b = b});
}

std::uint32_t WrittenProgram::equals(Reg a, std::int64_t value) {
    const Reg b = integer(value);
    return compare(Op::compare_integer, Comparison::equal, a, b);
}

std::uint32_t WrittenProgram::range(Reg a, std::int64_t first, std::int64_t last, std::int64_t step) {
    const auto at = words({static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last),
                           static_cast<std::uint64_t>(step)});
    return test({.op = Op::range, .a = a, .data = at});
}

std::uint32_t WrittenProgram::strict(Reg a, const Cell& cell) {
    const std::uint64_t second = static_cast<std::uint64_t>(cell.tag) | std::uint64_t{cell.length} << 32U;
    return test({.op = Op::strict, .a = a, .data = words({cell.bits, second})});
}

std::uint32_t WrittenProgram::external(const ExternBinding& binding, Reg row, std::uint32_t count) {
    const auto at = words({std::bit_cast<std::uint64_t>(&binding)});
    return test({.op = Op::extern_call, .a = row, .data = at, .count = count});
}

std::uint32_t WrittenProgram::jump(std::uint32_t target) {
    return test({.op = Op::jump, .target = target});
}

void WrittenProgram::lift(Reg a) {
    emit({.op = Op::lift, .a = a, .data = program.lifted++});
}

}  // namespace guardc::native_test
