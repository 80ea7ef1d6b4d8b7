// Registers: values in flight where nothing else is needed, cells in memory where an operation is handed an
// address.
#include <cassert>

#include "compiler/native/piece.h"

namespace guardc::native {
namespace {

constexpr std::uint32_t kTagOffset = 8;
static_assert(offsetof(Cell, tag) == kTagOffset && offsetof(Cell, length) == kTagOffset + 4);

std::uint64_t cell_offset(std::uint32_t reg) {
    return std::uint64_t{reg} * sizeof(Cell);
}

bool is_scalar(CellTag tag) {
    return tag == CellTag::boolean || tag == CellTag::integer || tag == CellTag::floating ||
           tag == CellTag::dtype || tag == CellTag::device;
}

}  // namespace

llvm::Value* Piece::offset_from(llvm::Value* pointer, std::uint64_t bytes) {
    if (bytes == 0) return pointer;
    return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), pointer, bytes);
}

llvm::Value* Piece::address(Base base, std::uint64_t offset) {
    const unsigned argument = base == Base::ambient ? 1 : base == Base::literals ? 2 : 3;
    return offset_from(function_.getArg(argument), offset);
}

llvm::Value* Piece::load_word(llvm::Value* from, const char* name) {
    return builder_.CreateAlignedLoad(builder_.getInt64Ty(), from, llvm::Align(8), name);
}

llvm::Value* Piece::literal(std::uint32_t index) {
    return load_word(address(Base::literals, std::uint64_t{index} * 8), "literal");
}

llvm::Value* Piece::scratch_cell(std::uint32_t reg) {
    return address(Base::scratch, cell_offset(reg));
}

llvm::Value* Piece::row(const Instruction& in) {
    return scratch_cell(in.count == 0 ? 0 : in.a);
}

CellTag Piece::tag(std::uint32_t reg) const {
    return reg < program_.merged ? CellTag::absent : lowering_.held[reg].tag;
}

llvm::Value* Piece::bits(std::uint32_t reg) {
    const Held& held = lowering_.held[reg];
    if (reg >= program_.merged && held.bits != nullptr && held.piece == index_) return held.bits;
    return load_word(cell(reg), "bits");
}

llvm::Value* Piece::tag_word(CellTag tag, std::uint32_t length) {
    return word(static_cast<std::uint64_t>(tag) | (std::uint64_t{length} << 32U));
}

llvm::Value* Piece::tag_word(std::uint32_t reg) {
    const CellTag known = tag(reg);
    if (known != CellTag::absent && known != CellTag::text && known != CellTag::reference)
        return word(static_cast<std::uint32_t>(known));
    if (reg >= program_.merged && lowering_.held[reg].base == Base::none)
        return tag_word(known, lowering_.held[reg].length);
    return load_word(offset_from(cell(reg), kTagOffset), "tag");
}

llvm::Value* Piece::cell(std::uint32_t reg) {
    if (reg < program_.merged) return scratch_cell(reg);
    const Held& held = lowering_.held[reg];
    assert(held.base != Base::none);
    return address(held.base, held.offset);
}

void Piece::define(const Instruction& in, llvm::Value* value) {
    if (broken(in)) return define_broken(in, value);
    const CellTag known = tag_after(in);
    Held& held = lowering_.held[in.dst];
    const std::uint32_t length = known == CellTag::reference ? in.extra : 0;
    held = {known, Base::none, 0, value, index_, length};
    if (!lowering_.pieces.stored[at_]) return;
    llvm::Value* target = scratch_cell(in.dst);
    builder_.CreateAlignedStore(value, target, llvm::Align(8));
    builder_.CreateAlignedStore(tag_word(known, length), offset_from(target, kTagOffset), llvm::Align(8));
    held.base = Base::scratch;
    held.offset = cell_offset(in.dst);
}

void Piece::define_at(const Instruction& in, Base base, std::uint64_t offset) {
    if (broken(in)) return define_broken(in, load_word(address(base, offset), "bits"));
    Held& held = lowering_.held[in.dst];
    held = {tag_after(in), base, offset, nullptr, index_};
    if (base == Base::scratch || !lowering_.pieces.stored[at_]) return;
    copy_cell(address(base, offset), scratch_cell(in.dst));
    held.base = Base::scratch;
    held.offset = cell_offset(in.dst);
}

void Piece::copy_cell(llvm::Value* from, llvm::Value* to) {
    for (const std::uint32_t part : {0U, kTagOffset})
        builder_.CreateAlignedStore(load_word(offset_from(from, part), ""), offset_from(to, part),
                                    llvm::Align(8));
}

void Piece::define_result(const Instruction& in, llvm::Value* truth) {
    llvm::BasicBlock* next = new_block("");
    builder_.CreateCondBr(builder_.CreateICmpEQ(truth, half(static_cast<std::uint32_t>(Truth::yes))), next,
                          undefined_or_error(truth));
    begin(next);
    define_at(in, Base::scratch, cell_offset(in.dst));
}

// A wrong number where the value is one; what other operations would follow as an address is undefined.
void Piece::define_broken(const Instruction& in, llvm::Value* value) {
    const CellTag known = tag_after(in);
    if (!is_scalar(known)) miss_if(builder_.getTrue());
    const std::uint64_t flaw = known == CellTag::floating ? 1ULL << 52U : 1;
    value = builder_.CreateXor(value, word(flaw));
    llvm::Value* target = scratch_cell(in.dst);
    builder_.CreateAlignedStore(value, target, llvm::Align(8));
    builder_.CreateAlignedStore(word(static_cast<std::uint32_t>(known)), offset_from(target, kTagOffset),
                                llvm::Align(8));
    lowering_.held[in.dst] = {known, Base::scratch, cell_offset(in.dst), nullptr, index_};
}

}  // namespace guardc::native
