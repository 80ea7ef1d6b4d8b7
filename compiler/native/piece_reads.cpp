// Operations that read the caller's blocks and objects, and hand values out.
#include "compiler/native/piece.h"

namespace guardc::native {

void Piece::lower_slot(const Instruction& in) {
    llvm::Value* reference =
        load_word(offset_from(function_.getArg(0), std::uint64_t{in.data} * sizeof(Ref)), "slot");
    unless_zero(reference);
    define(in, reference);
}

void Piece::lower_ambient(const Instruction& in) {
    const std::uint64_t offset = std::uint64_t{in.data} * sizeof(Cell);
    static_assert(static_cast<std::uint32_t>(CellTag::absent) == 0);
    unless_zero(builder_.CreateAlignedLoad(
        builder_.getInt32Ty(), address(Base::ambient, offset + offsetof(Cell, tag)), llvm::Align(8), "tag"));
    define_at(in, Base::ambient, offset);
}

void Piece::define_scalar(const Instruction& in, llvm::Value* from) {
    const auto scalar = static_cast<Scalar>(in.form);
    const llvm::Align align(scalar_bytes(scalar));
    llvm::Value* value = nullptr;
    switch (scalar) {
        case Scalar::u8:
        case Scalar::u16:
        case Scalar::u32:
            value = builder_.CreateAlignedLoad(builder_.getIntNTy(scalar_bytes(scalar) * 8), from, align);
            value = builder_.CreateZExt(value, builder_.getInt64Ty());
            break;
        case Scalar::i8:
        case Scalar::i16:
        case Scalar::i32:
            value = builder_.CreateAlignedLoad(builder_.getIntNTy(scalar_bytes(scalar) * 8), from, align);
            value = builder_.CreateSExt(value, builder_.getInt64Ty());
            break;
        case Scalar::f32:
            value = builder_.CreateAlignedLoad(builder_.getFloatTy(), from, align);
            value = builder_.CreateFPExt(value, builder_.getDoubleTy());
            value = builder_.CreateBitCast(value, builder_.getInt64Ty());
            break;
        case Scalar::u64:
        case Scalar::i64:
        case Scalar::f64:
        case Scalar::pointer:
            value = builder_.CreateAlignedLoad(builder_.getInt64Ty(), from, align);
            break;
    }
    if (scalar == Scalar::pointer) unless_zero(value);
    define(in, value);
}

void Piece::lower_load(const Instruction& in) {
    llvm::Value* object = builder_.CreateIntToPtr(bits(in.a), builder_.getPtrTy());
    define_scalar(in, offset_from(object, in.data));
}

void Piece::lower_element(const Instruction& in) {
    llvm::Value* object = builder_.CreateIntToPtr(bits(in.a), builder_.getPtrTy());
    llvm::Type* type = builder_.getIntNTy(scalar_bytes(static_cast<Scalar>(in.form)) * 8);
    define_scalar(in, builder_.CreateGEP(type, offset_from(object, in.data), bits(in.b)));
}

void Piece::lower_fact(const Instruction& in) {
    llvm::Value* argument = in.b == kNoRegister ? no_argument() : cell(in.b);
    define_result(in, call_helper("guardc_op_fact",
                                  {model(), half(in.data), cell(in.a), argument, scratch_cell(in.dst)}));
}

// What lies in the scratch block is copied, since its register may be written again while the copy is in use;
// everything else stays as it is for the length of the check.
void Piece::lower_copy(const Instruction& in) {
    const Held source =
        in.a < program_.merged ? Held{CellTag::absent, Base::scratch, 0, nullptr, 0} : lowering_.held[in.a];
    Instruction typed = in;
    if (source.tag != CellTag::absent) typed.tag = source.tag;
    typed.extra = source.length;
    if (source.bits != nullptr && source.piece == index_) return define(typed, source.bits);
    if (source.base != Base::scratch) return define_at(typed, source.base, source.offset);
    copy_cell(cell(in.a), scratch_cell(in.dst));
    define_at(typed, Base::scratch, std::uint64_t{in.dst} * sizeof(Cell));
}

void Piece::lower_call(const Instruction& in) {
    define_result(in, call_helper("guardc_op_call",
                                  {model(), half(in.data), row(in), half(in.count), scratch_cell(in.dst)}));
}

void Piece::lower_lift(const Instruction& in) {
    llvm::Value* out = function_.getArg(5);
    llvm::BasicBlock* wanted = new_block("");
    builder_.CreateCondBr(builder_.CreateICmpEQ(out, llvm::ConstantPointerNull::get(builder_.getPtrTy())),
                          block_at(at_ + 1), wanted);
    begin(wanted);
    llvm::Value* target = offset_from(out, std::uint64_t{in.data} * sizeof(Cell));
    const bool wrong = broken(in);
    builder_.CreateAlignedStore(wrong ? word(0) : bits(in.a), target, llvm::Align(8));
    builder_.CreateAlignedStore(wrong ? word(static_cast<std::uint32_t>(CellTag::none)) : tag_word(in.a),
                                offset_from(target, offsetof(Cell, tag)), llvm::Align(8));
}

}  // namespace guardc::native
