#include "compiler/native/piece.h"

#include <utility>

#include <llvm/IR/Module.h>

#include "compiler/native/factory.h"
#include "compiler/native/op_text.h"

namespace guardc::native {

Piece::Piece(Lowering& lowering, std::uint32_t index, llvm::Module& module, llvm::Function& function)
    : lowering_(lowering),
      program_(lowering.program),
      index_(index),
      first_(lowering.pieces.starts[index]),
      end_(lowering.pieces.starts[index + 1]),
      module_(module),
      function_(function),
      builder_(function.getContext()) {
    miss_ = new_block("miss");
    error_ = new_block("error");
    hit_ = new_block("hit");
}

void Piece::lower() {
    lower_entry();
    for (at_ = first_; at_ < end_; ++at_) {
        const bool closed = builder_.GetInsertBlock()->getTerminator() != nullptr;
        if (closed || blocks_.contains(at_)) begin(block_at(at_));
        lower_instruction(program_.code[at_]);
    }
    if (builder_.GetInsertBlock()->getTerminator() == nullptr) builder_.CreateBr(block_at(end_));
    finish();
}

void Piece::lower_instruction(const Instruction& in) {
    using llvm::Intrinsic::sadd_with_overflow;
    using llvm::Intrinsic::smul_with_overflow;
    using llvm::Intrinsic::ssub_with_overflow;
    switch (in.op) {
        case Op::slot:
            return lower_slot(in);
        case Op::ambient:
            return lower_ambient(in);
        case Op::constant:
            return define_at(in, Base::literals, std::uint64_t{in.data} * 8);
        case Op::load:
            return lower_load(in);
        case Op::element:
            return lower_element(in);
        case Op::fact:
            return lower_fact(in);
        case Op::copy:
            return lower_copy(in);
        case Op::add:
            return lower_overflowing(in, sadd_with_overflow);
        case Op::subtract:
            return lower_overflowing(in, ssub_with_overflow);
        case Op::multiply:
            return lower_overflowing(in, smul_with_overflow);
        case Op::floor_divide:
            return lower_floor_divide(in);
        case Op::modulo:
            return lower_modulo(in);
        case Op::negate:
            return lower_negate(in);
        case Op::call:
            return lower_call(in);
        case Op::kind:
            return lower_kind(in);
        case Op::match:
            return lower_match(in);
        case Op::same:
            return lower_same(in);
        case Op::strict:
            return lower_strict(in);
        case Op::equal:
            return lower_equal(in);
        case Op::compare:
            return lower_compare(in);
        case Op::compare_integer:
            return lower_compare_integer(in);
        case Op::range:
            return lower_range(in);
        case Op::truthy:
            return lower_truthy(in);
        case Op::test_call:
            return lower_test_call(in);
        case Op::extern_call:
            return lower_extern_call(in);
        case Op::lift:
            return lower_lift(in);
        case Op::jump:
            builder_.CreateBr(broken(in) ? miss_ : block_at(in.target));
            return;
        case Op::hit:
            builder_.CreateBr(broken(in) ? miss_ : hit_);
            return;
        case Op::miss:
            builder_.CreateBr(broken(in) ? hit_ : miss_);
            return;
    }
}

// Entry of a piece behind the first: an earlier one may have jumped into its middle, or past it.
void Piece::lower_entry() {
    entry_ = new_block("entry");
    entry_->insertInto(&function_);
    builder_.SetInsertPoint(entry_);
    if (index_ == 0) return;
    llvm::Value* at = function_.getArg(4);
    if (lowering_.farthest >= end_) {
        llvm::BasicBlock* pass = new_block("pass");
        llvm::BasicBlock* stay = new_block("stay");
        builder_.CreateCondBr(builder_.CreateICmpUGE(at, half(kContinue + end_)), pass, stay);
        begin_cold(pass);
        builder_.CreateRet(at);
        begin(stay);
    }
    const auto go_if = [&](std::uint32_t target, llvm::BasicBlock* block) {
        llvm::BasicBlock* next = new_block("entry");
        builder_.CreateCondBr(builder_.CreateICmpEQ(at, half(kContinue + target)), block, next);
        begin(next);
    };
    bool asked = false;
    for (std::uint32_t target = first_ + 1; target < end_; ++target) {
        if (!lowering_.entered[target]) continue;
        if (!std::exchange(asked, true)) go_if(first_, block_at(first_));
        go_if(target, block_at(target));
    }
}

void Piece::finish() {
    for (auto& [target, block] : blocks_) {
        if (target < end_) continue;
        block->insertInto(&function_);
        builder_.SetInsertPoint(block);
        builder_.CreateRet(half(kContinue + target));
        if (target > end_) lowering_.entered[target] = true;
        lowering_.farthest = std::max(lowering_.farthest, target);
    }
    for (llvm::BasicBlock* block : cold_)
        block->insertInto(&function_);
    const auto status = [this](llvm::BasicBlock* block, Status value) {
        if (block->use_empty()) {
            delete block;
            return;
        }
        block->insertInto(&function_);
        builder_.SetInsertPoint(block);
        builder_.CreateRet(half(static_cast<std::uint32_t>(value)));
    };
    status(hit_, Status::hit);
    status(miss_, Status::miss);
    status(error_, Status::error);
}

llvm::BasicBlock* Piece::new_block(const char* name) {
    return llvm::BasicBlock::Create(builder_.getContext(), name);
}

llvm::BasicBlock* Piece::block_at(std::uint32_t target) {
    if (target == kMiss) return miss_;
    llvm::BasicBlock*& block = blocks_[target];
    if (block == nullptr) {
        block = new_block("");
        if (target < program_.code.size())
            block->setName(op_text(program_.code[target].op) + llvm::Twine(target));
    }
    return block;
}

// Blocks are placed when they begin, so that machine code lies in the order of the program.
void Piece::begin(llvm::BasicBlock* block) {
    if (builder_.GetInsertBlock()->getTerminator() == nullptr) builder_.CreateBr(block);
    block->insertInto(&function_);
    builder_.SetInsertPoint(block);
}

void Piece::begin_cold(llvm::BasicBlock* block) {
    cold_.push_back(block);
    builder_.SetInsertPoint(block);
}

void Piece::unless_zero(llvm::Value* value) {
    miss_if(builder_.CreateICmpEQ(value, llvm::ConstantInt::get(value->getType(), 0)));
}

void Piece::miss_if(llvm::Value* condition) {
    llvm::BasicBlock* next = new_block("");
    builder_.CreateCondBr(condition, miss_, next);
    begin(next);
}

llvm::BasicBlock* Piece::when_holds(const Instruction& in) {
    return in.negated != broken(in) ? block_at(in.target) : block_at(at_ + 1);
}

llvm::BasicBlock* Piece::when_fails(const Instruction& in) {
    return in.negated != broken(in) ? block_at(at_ + 1) : block_at(in.target);
}

void Piece::finish_test(const Instruction& in, llvm::Value* holds) {
    builder_.CreateCondBr(holds, when_holds(in), when_fails(in));
}

void Piece::finish_truth(const Instruction& in, llvm::Value* truth) {
    const auto is = [&](Truth value) {
        return builder_.CreateICmpEQ(truth, half(static_cast<std::uint32_t>(value)));
    };
    // The way that goes on is asked for first; a test that ends in a miss need not ask for the other.
    const bool on_holds = when_holds(in) == block_at(at_ + 1);
    llvm::BasicBlock* other = new_block("");
    builder_.CreateCondBr(is(on_holds ? Truth::yes : Truth::no), block_at(at_ + 1), other);
    begin_cold(other);
    if (in.target == kMiss) {
        builder_.CreateCondBr(is(Truth::error), error_, miss_);
        return;
    }
    llvm::BasicBlock* neither = new_block("");
    builder_.CreateCondBr(is(on_holds ? Truth::no : Truth::yes), block_at(in.target), neither);
    begin_cold(neither);
    builder_.CreateCondBr(is(Truth::error), error_, miss_);
}

llvm::BasicBlock* Piece::undefined_or_error(llvm::Value* truth) {
    const llvm::IRBuilderBase::InsertPointGuard guard(builder_);
    llvm::BasicBlock* block = new_block("");
    begin_cold(block);
    builder_.CreateCondBr(builder_.CreateICmpEQ(truth, half(static_cast<std::uint32_t>(Truth::error))),
                          error_, miss_);
    return block;
}

llvm::Value* Piece::model() {
    if (model_ == nullptr) {
        const llvm::IRBuilderBase::InsertPointGuard guard(builder_);
        builder_.SetInsertPoint(entry_, entry_->begin());
        model_ =
            builder_.CreateAlignedLoad(builder_.getPtrTy(), function_.getArg(2), llvm::Align(8), "model");
    }
    return model_;
}

llvm::Value* Piece::no_argument() {
    return module_.getOrInsertGlobal(kNoArgumentSymbol, builder_.getInt64Ty());
}

llvm::Value* Piece::call_helper(const char* name, std::initializer_list<llvm::Value*> arguments) {
    llvm::SmallVector<llvm::Type*, 6> types;
    for (const llvm::Value* argument : arguments)
        types.push_back(argument->getType());
    auto* type = llvm::FunctionType::get(builder_.getInt32Ty(), types, false);
    llvm::FunctionCallee callee = module_.getOrInsertFunction(name, type);
    auto* helper = llvm::cast<llvm::Function>(callee.getCallee());
    helper->setDoesNotThrow();
    helper->addFnAttr(llvm::Attribute::NonLazyBind);  // through an address beside the code, without a stub
    auto* call = builder_.CreateCall(callee, llvm::ArrayRef(arguments.begin(), arguments.size()));
    call->setDoesNotThrow();
    return call;
}

}  // namespace guardc::native
