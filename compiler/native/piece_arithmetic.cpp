// Arithmetic on 64-bit integers, as Python has it: division rounds down, what leaves 64 bits is undefined.
#include <limits>

#include "compiler/native/piece.h"

namespace guardc::native {
namespace {

constexpr auto kLeast = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::min());

}  // namespace

void Piece::lower_overflowing(const Instruction& in, llvm::Intrinsic::ID operation) {
    llvm::Value* both = builder_.CreateBinaryIntrinsic(operation, bits(in.a), bits(in.b));
    llvm::Value* result = builder_.CreateExtractValue(both, 0);
    miss_if(builder_.CreateExtractValue(both, 1));
    define(in, result);
}

void Piece::lower_negate(const Instruction& in) {
    llvm::Value* value = bits(in.a);
    miss_if(builder_.CreateICmpEQ(value, word(kLeast)));
    define(in, builder_.CreateNeg(value));
}

// -1 where a division that truncates has to be put right: a remainder that is not zero and whose sign is not
// that of the divisor. Else 0.
llvm::Value* Piece::correction(llvm::Value* remainder, llvm::Value* divisor) {
    llvm::Value* inexact = builder_.CreateOr(remainder, builder_.CreateNeg(remainder));
    llvm::Value* opposed = builder_.CreateXor(remainder, divisor);
    return builder_.CreateAShr(builder_.CreateAnd(inexact, opposed), word(63));
}

void Piece::lower_floor_divide(const Instruction& in) {
    llvm::Value* dividend = bits(in.a);
    llvm::Value* divisor = bits(in.b);
    unless_zero(divisor);
    // The one quotient that does not fit is that of the least integer by -1.
    unless_zero(builder_.CreateOr(builder_.CreateXor(dividend, word(kLeast)),
                                  builder_.CreateXor(divisor, word(~0ULL))));
    llvm::Value* quotient = builder_.CreateSDiv(dividend, divisor);
    llvm::Value* remainder = builder_.CreateSub(dividend, builder_.CreateMul(quotient, divisor));
    define(in, builder_.CreateAdd(quotient, correction(remainder, divisor)));
}

void Piece::lower_modulo(const Instruction& in) {
    llvm::Value* divisor = bits(in.b);
    unless_zero(divisor);
    // By -1 and by 1 nothing is left over, and by 1 no machine traps.
    llvm::Value* by_minus_one = builder_.CreateICmpEQ(divisor, word(~0ULL));
    divisor = builder_.CreateSelect(by_minus_one, word(1), divisor);
    llvm::Value* remainder = builder_.CreateSRem(bits(in.a), divisor);
    define(in, builder_.CreateAdd(remainder, builder_.CreateAnd(divisor, correction(remainder, divisor))));
}

}  // namespace guardc::native
