// The masked compare: many constant facts of one object at once.
#include "compiler/native/piece.h"

namespace guardc::native {
namespace {

constexpr std::uint64_t kLowHalf = 0xffffffffULL;

}  // namespace

llvm::Value* Piece::word_matches(const Instruction& in, std::uint32_t index) {
    const std::uint64_t mask = program_.masks[in.extra + index];
    llvm::Value* object = builder_.CreateIntToPtr(bits(in.a), builder_.getPtrTy());
    llvm::Value* place = offset_from(object, std::uint64_t{in.data} + std::uint64_t{index} * 8);
    llvm::Value* found = nullptr;
    if (mask <= kLowHalf) {
        found = builder_.CreateAlignedLoad(builder_.getInt32Ty(), place, llvm::Align(4));
        if (mask != kLowHalf) found = builder_.CreateAnd(found, half(static_cast<std::uint32_t>(mask)));
        found = builder_.CreateZExt(found, builder_.getInt64Ty());
    } else {
        found = builder_.CreateAlignedLoad(builder_.getInt64Ty(), place, llvm::Align(8));
        if (mask != ~0ULL) found = builder_.CreateAnd(found, word(mask));
    }
    return builder_.CreateICmpEQ(found, literal(in.b + index));
}

// In order: a word may be there to read only because those before it say what the object is.
void Piece::lower_match(const Instruction& in) {
    llvm::Value* matches = builder_.getTrue();
    bool first = true;
    for (std::uint32_t index = 0; index < in.count; ++index) {
        if (program_.masks[in.extra + index] == 0) continue;
        if (!first) {
            llvm::BasicBlock* next = new_block("");
            builder_.CreateCondBr(matches, next, when_fails(in));
            begin(next);
        }
        matches = word_matches(in, index);
        first = false;
    }
    finish_test(in, matches);
}

}  // namespace guardc::native
