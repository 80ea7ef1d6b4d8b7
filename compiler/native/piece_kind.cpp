// The kind test. Where a model keeps the kind in its objects is data that a program does not hold, so code
// asks the model; the common answer is read in place, and for any other the helper is called.
#include <cstddef>

#include "compiler/native/piece.h"
#include "runtime/model/model.h"

namespace guardc::native {
namespace {

static_assert(sizeof(LayoutForm) == 1 && sizeof(Scalar) == 1);
static_assert(offsetof(Layout, form) + 1 == offsetof(Layout, scalar), "both are read as one half word");

constexpr std::uint64_t kLayout = offsetof(Model, tag);
constexpr auto kByteInPlace = static_cast<std::uint16_t>(static_cast<unsigned>(LayoutForm::direct) |
                                                         static_cast<unsigned>(Scalar::u8) << 8U);

}  // namespace

void Piece::lower_kind(const Instruction& in) {
    const std::uint64_t kinds = program_.masks[in.data];
    const auto ask_helper = [&] {
        finish_truth(in, call_helper("guardc_op_kind", {model(), cell(in.a), word(kinds)}));
    };
    if (tag(in.a) != CellTag::reference || !std::has_single_bit(kinds)) return ask_helper();

    llvm::Value* layout = offset_from(model(), kLayout);
    llvm::Value* form = builder_.CreateAlignedLoad(builder_.getInt16Ty(), layout, llvm::Align(2));
    llvm::BasicBlock* in_place = new_block("");
    llvm::BasicBlock* elsewhere = new_block("");
    builder_.CreateCondBr(builder_.CreateICmpEQ(form, builder_.getInt16(kByteInPlace)), in_place, elsewhere);
    begin_cold(elsewhere);
    ask_helper();
    begin(in_place);
    llvm::Value* offset = builder_.CreateAlignedLoad(
        builder_.getInt32Ty(), offset_from(layout, offsetof(Layout, offset)), llvm::Align(4));
    llvm::Value* object = builder_.CreateIntToPtr(bits(in.a), builder_.getPtrTy());
    llvm::Value* place =
        builder_.CreateGEP(builder_.getInt8Ty(), object, builder_.CreateZExt(offset, builder_.getInt64Ty()));
    llvm::Value* kind = builder_.CreateAlignedLoad(builder_.getInt8Ty(), place, llvm::Align(1));
    const auto wanted = static_cast<std::uint8_t>(std::countr_zero(kinds));
    finish_test(in, builder_.CreateICmpEQ(kind, builder_.getInt8(wanted)));
}

}  // namespace guardc::native
