// Tests, save the masked compare.
#include "compiler/native/piece.h"

namespace guardc::native {
namespace {

llvm::CmpInst::Predicate integer_predicate(Comparison comparison) {
    switch (comparison) {
        case Comparison::equal:
            return llvm::CmpInst::ICMP_EQ;
        case Comparison::not_equal:
            return llvm::CmpInst::ICMP_NE;
        case Comparison::less:
            return llvm::CmpInst::ICMP_SLT;
        case Comparison::less_equal:
            return llvm::CmpInst::ICMP_SLE;
        case Comparison::greater:
            return llvm::CmpInst::ICMP_SGT;
        case Comparison::greater_equal:
            return llvm::CmpInst::ICMP_SGE;
    }
    return llvm::CmpInst::BAD_ICMP_PREDICATE;
}

// NaN compares unequal to everything and in no order.
llvm::CmpInst::Predicate floating_predicate(Comparison comparison) {
    switch (comparison) {
        case Comparison::equal:
            return llvm::CmpInst::FCMP_OEQ;
        case Comparison::not_equal:
            return llvm::CmpInst::FCMP_UNE;
        case Comparison::less:
            return llvm::CmpInst::FCMP_OLT;
        case Comparison::less_equal:
            return llvm::CmpInst::FCMP_OLE;
        case Comparison::greater:
            return llvm::CmpInst::FCMP_OGT;
        case Comparison::greater_equal:
            return llvm::CmpInst::FCMP_OGE;
    }
    return llvm::CmpInst::BAD_FCMP_PREDICATE;
}

}  // namespace

void Piece::lower_same(const Instruction& in) {
    finish_truth(in, call_helper("guardc_op_same", {model(), cell(in.a), cell(in.b)}));
}

void Piece::lower_strict(const Instruction& in) {
    finish_truth(in, call_helper("guardc_op_strict",
                                 {model(), cell(in.a), address(Base::literals, std::uint64_t{in.data} * 8)}));
}

llvm::Value* Piece::compare_scalars(const Instruction& in, Comparison comparison) {
    llvm::Value* left = bits(in.a);
    llvm::Value* right = bits(in.b);
    if (tag(in.a) != CellTag::floating)
        return builder_.CreateICmp(integer_predicate(comparison), left, right);
    return builder_.CreateFCmp(floating_predicate(comparison),
                               builder_.CreateBitCast(left, builder_.getDoubleTy()),
                               builder_.CreateBitCast(right, builder_.getDoubleTy()));
}

void Piece::lower_equal(const Instruction& in) {
    if (stands_inline(in, tag(in.a), tag(in.b)))
        return finish_test(in, compare_scalars(in, Comparison::equal));
    finish_truth(in, call_helper("guardc_op_equal", {model(), cell(in.a), cell(in.b)}));
}

void Piece::lower_compare(const Instruction& in) {
    if (stands_inline(in, tag(in.a), tag(in.b)))
        return finish_test(in, compare_scalars(in, static_cast<Comparison>(in.form)));
    finish_truth(in, call_helper("guardc_op_compare", {model(), half(in.form), cell(in.a), cell(in.b)}));
}

void Piece::lower_compare_integer(const Instruction& in) {
    finish_test(
        in, builder_.CreateICmp(integer_predicate(static_cast<Comparison>(in.form)), bits(in.a), bits(in.b)));
}

// The distance from the first element is below 2^64, so it is taken without a sign and cannot overflow.
void Piece::lower_range(const Instruction& in) {
    llvm::BasicBlock* fails = when_fails(in);
    const auto only_if = [&](llvm::Value* condition) {
        llvm::BasicBlock* next = new_block("");
        builder_.CreateCondBr(condition, next, fails);
        begin(next);
    };
    llvm::Value* value = bits(in.a);
    llvm::Value* first = literal(in.data);
    only_if(builder_.CreateICmpSGE(value, first));
    only_if(builder_.CreateICmpSLE(value, literal(in.data + 1)));
    llvm::Value* step = literal(in.data + 2);
    llvm::Value* distance = builder_.CreateSub(value, first);
    llvm::BasicBlock* steps = new_block("");
    builder_.CreateCondBr(builder_.CreateICmpULE(step, word(1)), when_holds(in), steps);
    begin(steps);
    finish_test(in, builder_.CreateICmpEQ(builder_.CreateURem(distance, step), word(0)));
}

void Piece::lower_truthy(const Instruction& in) {
    if (stands_inline(in, tag(in.a), CellTag::absent))
        return finish_test(in, builder_.CreateICmpNE(bits(in.a), word(0)));
    finish_truth(in, call_helper("guardc_op_truthy", {model(), cell(in.a)}));
}

void Piece::lower_test_call(const Instruction& in) {
    finish_truth(in, call_helper("guardc_op_test_call", {model(), half(in.data), row(in), half(in.count)}));
}

void Piece::lower_extern_call(const Instruction& in) {
    finish_truth(in, call_helper("guardc_op_extern", {literal(in.data), row(in), half(in.count)}));
}

}  // namespace guardc::native
