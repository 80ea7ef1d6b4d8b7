#include "compiler/native/pieces.h"

#include <algorithm>

namespace guardc::native {
namespace {

// How an operation takes a register: its bits, or the cell itself in memory.
enum class Take : std::uint8_t { bits, cell, row };

template <typename Visit>
void visit_reads(const Instruction& in, CellTag a, CellTag b, Visit&& visit) {
    const auto whole = stands_inline(in, a, b) ? Take::bits : Take::cell;
    switch (in.op) {
        case Op::slot:
        case Op::ambient:
        case Op::constant:
        case Op::jump:
        case Op::hit:
        case Op::miss:
            return;
        case Op::load:
        case Op::copy:
        case Op::lift:
        case Op::negate:
        case Op::match:
        case Op::range:
            visit(in.a, Take::bits);
            return;
        case Op::element:
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::floor_divide:
        case Op::modulo:
        case Op::compare_integer:
            visit(in.a, Take::bits);
            visit(in.b, Take::bits);
            return;
        case Op::fact:
            visit(in.a, Take::cell);
            if (in.b != kNoRegister) visit(in.b, Take::cell);
            return;
        case Op::kind:
        case Op::strict:
            visit(in.a, Take::cell);
            return;
        case Op::truthy:
            visit(in.a, whole);
            return;
        case Op::same:
        case Op::equal:
        case Op::compare:
            visit(in.a, whole);
            visit(in.b, whole);
            return;
        case Op::call:
        case Op::test_call:
        case Op::extern_call:
            for (std::uint32_t i = 0; i < in.count; ++i)
                visit(in.a + i, Take::row);
            return;
    }
}

std::uint32_t weight(const Program& program, const Instruction& in) {
    if (in.op != Op::match) return 1;
    const auto* first = program.masks.data() + in.extra;
    return 1 + static_cast<std::uint32_t>(in.count - std::count(first, first + in.count, 0ULL));
}

// Constants and ambient fields lie in memory that every operation may be pointed to.
bool has_cell_of_its_own(Op op) {
    return op == Op::constant || op == Op::ambient;
}

}  // namespace

OpClass class_of(Op op) {
    static constexpr OpClass classes[] = {
#define GUARDC_OP(name, shape, meaning) OpClass::shape,
        GUARDC_OPS(GUARDC_OP)
#undef GUARDC_OP
    };
    return classes[static_cast<unsigned>(op)];
}

CellTag tag_after(const Instruction& in) {
    switch (in.op) {
        case Op::slot:
            return CellTag::reference;
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::floor_divide:
        case Op::modulo:
        case Op::negate:
            return CellTag::integer;
        default:
            return in.tag;
    }
}

bool stands_inline(const Instruction& in, CellTag a, CellTag b) {
    const bool number = a == CellTag::integer || a == CellTag::floating;
    switch (in.op) {
        case Op::truthy:
            return a == CellTag::integer || a == CellTag::boolean;
        case Op::equal:
        case Op::compare:
            return number && a == b;
        default:
            return false;
    }
}

Pieces cut_program(const Program& program, std::uint32_t budget) {
    constexpr std::uint32_t kNever = 0xffffffffU;
    Pieces pieces;
    pieces.starts.push_back(0);
    pieces.stored.assign(program.code.size(), false);
    std::vector<std::uint32_t> written(program.registers, kNever);  // where a register was written last
    const auto tag_of = [&](std::uint32_t reg) {
        if (reg >= program.registers || reg < program.merged || written[reg] == kNever)
            return CellTag::absent;
        return tag_after(program.code[written[reg]]);
    };
    std::uint32_t filled = 0;
    for (std::uint32_t at = 0; at < program.code.size(); ++at) {
        const Instruction& in = program.code[at];
        const std::uint32_t more = weight(program, in);
        if (filled != 0 && filled + more > budget) {
            pieces.starts.push_back(at);
            filled = 0;
        }
        filled += more;
        visit_reads(in, tag_of(in.a), tag_of(in.b), [&](std::uint32_t reg, Take take) {
            if (reg < program.merged || written[reg] == kNever) return;
            const Op source = program.code[written[reg]].op;
            const bool elsewhere = written[reg] < pieces.starts.back();
            if (take == Take::row || (!has_cell_of_its_own(source) && (take == Take::cell || elsewhere)))
                pieces.stored[written[reg]] = true;
        });
        if (class_of(in.op) == OpClass::value) {
            written[in.dst] = at;
            if (in.dst < program.merged) pieces.stored[at] = true;
        }
    }
    pieces.starts.push_back(static_cast<std::uint32_t>(program.code.size()));
    return pieces;
}

}  // namespace guardc::native
