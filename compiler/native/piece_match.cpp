// The masked compare: many constant facts of one object at once.
#include "compiler/native/piece.h"

namespace guardc::native {
namespace {

constexpr std::uint64_t kLowHalf = 0xffffffffULL;

// So many words are joined before a branch: more would cost reads that an early miss spares.
constexpr std::uint32_t kJoined = 8;

}  // namespace

// The bits of the word that the mask picks out.
llvm::Value* Piece::masked_word(const Instruction& in, std::uint32_t index) {
    const std::uint64_t mask = program_.masks[in.extra + index];
    llvm::Value* object = builder_.CreateIntToPtr(bits(in.a), builder_.getPtrTy());
    llvm::Value* place = offset_from(object, std::uint64_t{in.data} + std::uint64_t{index} * 8);
    if (mask <= kLowHalf) {
        llvm::Value* found = builder_.CreateAlignedLoad(builder_.getInt32Ty(), place, llvm::Align(4));
        if (mask != kLowHalf) found = builder_.CreateAnd(found, half(static_cast<std::uint32_t>(mask)));
        return builder_.CreateZExt(found, builder_.getInt64Ty());
    }
    llvm::Value* found = builder_.CreateAlignedLoad(builder_.getInt64Ty(), place, llvm::Align(8));
    return mask == ~0ULL ? found : builder_.CreateAnd(found, word(mask));
}

// In order, since a word may be there to read only because those before it say what the object is; but from
// where the program says that all the rest is there, several words are looked at before a branch.
void Piece::lower_match(const Instruction& in) {
    std::vector<std::uint32_t> words;
    for (std::uint32_t index = 0; index < in.count; ++index) {
        if (program_.masks[in.extra + index] != 0) words.push_back(index);
    }
    llvm::Value* matches = builder_.getTrue();
    for (std::size_t at = 0; at < words.size();) {
        if (at != 0) {
            llvm::BasicBlock* next = new_block("");
            builder_.CreateCondBr(matches, next, when_fails(in));
            begin(next);
        }
        const bool joined = in.form != 0 && words[at] + 1U >= in.form;
        const std::size_t end = joined ? std::min(at + kJoined, words.size()) : at + 1;
        if (end == at + 1) {
            matches = builder_.CreateICmpEQ(masked_word(in, words[at]), literal(in.b + words[at]));
            ++at;
            continue;
        }
        llvm::Value* difference = nullptr;
        for (; at < end; ++at) {
            llvm::Value* more = builder_.CreateXor(masked_word(in, words[at]), literal(in.b + words[at]));
            difference = difference == nullptr ? more : builder_.CreateOr(difference, more);
        }
        matches = builder_.CreateICmpEQ(difference, word(0));
    }
    finish_test(in, matches);
}

}  // namespace guardc::native
