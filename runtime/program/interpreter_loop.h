// The loop of the table engine. A template, so that tests can run a version in which one operation is
// broken and see that the suite notices; the engine itself uses NoFault, which costs nothing.
#pragma once

#include <bit>

#include "runtime/program/check.h"
#include "runtime/program/integer_arithmetic.h"
#include "runtime/program/operations.h"
#include "runtime/program/program.h"
#include "runtime/program/scalar_read.h"

namespace guardc {

// What a fault may do: change what a value operation yields, turn a test around, take a jump for a step (or
// the other way round), change what is lifted, swap hit and miss.
struct NoFault {
    void value(Op, Cell&) const {}
    bool test(Op, bool holds) const { return holds; }
    bool flow(Op) const { return false; }  // true: the operation does what it should not
};

// Breaks one operation; for tests.
struct BrokenOp {
    Op broken;

    void value(Op op, Cell& cell) const {
        if (op != broken) return;
        // Still a value that may be read: a neighbouring number, or another sort of value altogether.
        switch (cell.tag) {
            case CellTag::integer:
            case CellTag::dtype:
            case CellTag::boolean:
                cell.bits ^= 1U;
                break;
            case CellTag::floating:
                cell = Cell::floating(cell.as_floating() + 1);
                break;
            case CellTag::none:
                cell = Cell::boolean(false);
                break;
            default:
                cell = Cell::none();
        }
    }
    bool test(Op op, bool holds) const { return (op == broken) != holds; }
    bool flow(Op op) const { return op == broken; }
};

namespace interpreter {

inline Cell literal_cell(const std::uint64_t* words) {
    return {words[0], static_cast<CellTag>(words[1] & 0xffffffffU),
            static_cast<std::uint32_t>(words[1] >> 32U)};
}

inline bool compare_integers(std::uint8_t comparison, std::int64_t left, std::int64_t right) {
    switch (static_cast<Comparison>(comparison)) {
        case Comparison::equal:
            return left == right;
        case Comparison::not_equal:
            return left != right;
        case Comparison::less:
            return left < right;
        case Comparison::less_equal:
            return left <= right;
        case Comparison::greater:
            return left > right;
        case Comparison::greater_equal:
            return left >= right;
    }
    return false;
}

inline bool match_words(const char* place, const std::uint64_t* masks, const std::uint64_t* wanted,
                        std::uint32_t count) {
    for (std::uint32_t word = 0; word < count; ++word)
        if (masks[word] != 0 &&
            (read_as<std::uint64_t>(place + std::size_t{8} * word) & masks[word]) != wanted[word])
            return false;
    return true;
}

inline Truth kind_in_set(const Model& model, const Cell& object, std::uint64_t kinds) {
    if (object.tag != CellTag::reference || model.tag.form != LayoutForm::direct)
        return guardc_op_kind(&model, &object, kinds);
    const std::uint64_t index =
        read_scalar(model.tag.scalar, static_cast<const char*>(object.as_reference()) + model.tag.offset);
    return truth(index < 64 && ((kinds >> index) & 1U) != 0);
}

}  // namespace interpreter

template <class Fault>
Status interpret(const Program& program, const Ref* slots, const Cell* ambient, const std::uint64_t* literals,
                 Cell* scratch, Cell* out, const Fault& fault) noexcept {
    // Null in the blocks of programs that read no object.
    const Model* const model = std::bit_cast<const Model*>(literals[0]);
    const Instruction* const code = program.code.data();
    const std::uint64_t* const masks = program.masks.data();
    const Instruction* at = code;

    const auto place = [&](const Instruction& instruction) {
        return static_cast<const char*>(scratch[instruction.a].as_reference()) + instruction.data;
    };

    for (;;) {
        const Instruction& instruction = *at;
        const auto a = [&]() -> const Cell& { return scratch[instruction.a]; };
        const auto b = [&]() -> const Cell& { return scratch[instruction.b]; };
        // Value operations leave `result` and fall to the end of their group; tests leave `outcome`.
        Cell result;
        std::int64_t number = 0;
        Truth outcome = Truth::yes;

        switch (instruction.op) {
            case Op::slot: {
                const Ref object = slots[instruction.data];
                if (object == nullptr) return Status::miss;
                result = Cell::reference(object);
                result.length = instruction.extra;
                goto value;
            }
            case Op::ambient:
                result = ambient[instruction.data];
                if (result.tag == CellTag::absent) return Status::miss;
                goto value;
            case Op::constant:
                result = interpreter::literal_cell(literals + instruction.data);
                goto value;
            case Op::load:
            case Op::element: {
                const auto scalar = static_cast<Scalar>(instruction.form);
                const char* from = place(instruction);
                if (instruction.op == Op::element) from += b().as_integer() * scalar_bytes(scalar);
                result = {read_scalar(scalar, from), instruction.tag, instruction.extra};
                if (scalar == Scalar::pointer && result.bits == 0) return Status::miss;
                goto value;
            }
            case Op::fact: {
                const Cell no_argument;
                outcome = guardc_op_fact(
                    model, instruction.data, &a(),
                    instruction.b == kNoRegister ? &no_argument : &scratch[instruction.b], &result);
                goto called;
            }
            case Op::copy:
                result = a();
                goto value;
            case Op::add:
                if (!add_integers(a().as_integer(), b().as_integer(), number)) return Status::miss;
                goto integer;
            case Op::subtract:
                if (!subtract_integers(a().as_integer(), b().as_integer(), number)) return Status::miss;
                goto integer;
            case Op::multiply:
                if (!multiply_integers(a().as_integer(), b().as_integer(), number)) return Status::miss;
                goto integer;
            case Op::floor_divide:
                if (!floor_divide_integers(a().as_integer(), b().as_integer(), number)) return Status::miss;
                goto integer;
            case Op::modulo:
                if (!modulo_integers(a().as_integer(), b().as_integer(), number)) return Status::miss;
                goto integer;
            case Op::negate:
                if (!negate_integer(a().as_integer(), number)) return Status::miss;
                goto integer;
            case Op::call:
                outcome = guardc_op_call(model, instruction.data, &a(), instruction.count, &result);
                goto called;

            case Op::kind:
                outcome = interpreter::kind_in_set(*model, a(), masks[instruction.data]);
                goto test;
            case Op::match:
                outcome = truth(interpreter::match_words(place(instruction), masks + instruction.extra,
                                                         literals + instruction.b, instruction.count));
                goto test;
            case Op::same:
                outcome = guardc_op_same(model, &a(), &b());
                goto test;
            case Op::strict: {
                const Cell constant = interpreter::literal_cell(literals + instruction.data);
                outcome = guardc_op_strict(model, &a(), &constant);
                goto test;
            }
            case Op::equal:
                outcome = guardc_op_equal(model, &a(), &b());
                goto test;
            case Op::compare:
                outcome = guardc_op_compare(model, instruction.form, &a(), &b());
                goto test;
            case Op::compare_integer:
                outcome = truth(
                    interpreter::compare_integers(instruction.form, a().as_integer(), b().as_integer()));
                goto test;
            case Op::range: {
                const std::uint64_t* const words = literals + instruction.data;
                outcome = truth(is_in_steps(a().as_integer(), static_cast<std::int64_t>(words[0]),
                                            static_cast<std::int64_t>(words[1]),
                                            static_cast<std::int64_t>(words[2])));
                goto test;
            }
            case Op::truthy:
                outcome = guardc_op_truthy(model, &a());
                goto test;
            case Op::test_call:
                outcome = guardc_op_test_call(model, instruction.data, &a(), instruction.count);
                goto test;
            case Op::extern_call:
                outcome = guardc_op_extern(literals[instruction.data],
                                           instruction.count == 0 ? scratch : &a(), instruction.count);
                goto test;

            case Op::jump:
                if (fault.flow(Op::jump)) {
                    ++at;
                    continue;
                }
                if (instruction.target == kMiss) return Status::miss;
                at = code + instruction.target;
                continue;
            case Op::lift:
                out[instruction.data] = a();
                if (fault.flow(Op::lift)) out[instruction.data] = Cell{};
                ++at;
                continue;
            case Op::hit:
                return fault.flow(Op::hit) ? Status::miss : Status::hit;
            case Op::miss:
                return fault.flow(Op::miss) ? Status::hit : Status::miss;
        }

    called:
        if (outcome != Truth::yes) return outcome == Truth::error ? Status::error : Status::miss;
        goto value;
    integer:
        result = Cell::integer(number);
    value:
        fault.value(instruction.op, result);
        scratch[instruction.dst] = result;
        ++at;
        continue;

    test:
        if (outcome > Truth::yes) return outcome == Truth::error ? Status::error : Status::miss;
        if (fault.test(instruction.op, outcome == Truth::yes) != instruction.negated) {
            ++at;
        } else {
            if (instruction.target == kMiss) return Status::miss;
            at = code + instruction.target;
        }
    }
}

}  // namespace guardc
