#include "compiler/native/lower.h"

#include <llvm/IR/Module.h>

#include "compiler/native/piece.h"

namespace guardc::native {
namespace {

// The type of CheckFunction; pieces of several take `at` where the check has `memo`.
llvm::FunctionType* type_of(llvm::LLVMContext& context, bool piece) {
    llvm::Type* pointer = llvm::PointerType::getUnqual(context);
    llvm::Type* status = llvm::Type::getInt32Ty(context);
    llvm::Type* fifth = piece ? status : pointer;
    return llvm::FunctionType::get(status, {pointer, pointer, pointer, pointer, fifth, pointer}, false);
}

llvm::Function* define(llvm::Module& module, const std::string& name, bool piece) {
    auto* function = llvm::Function::Create(type_of(module.getContext(), piece),
                                            llvm::Function::ExternalLinkage, name, module);
    function->setDoesNotThrow();
    static constexpr const char* names[] = {"slots", "ambient", "literals", "scratch", "memo", "out"};
    for (unsigned i = 0; i < 6; ++i)
        function->getArg(i)->setName(piece && i == 4 ? "at" : names[i]);
    return function;
}

std::string piece_symbol(std::uint32_t index) {
    return "guardc_piece_" + std::to_string(index);
}

// Runs the pieces in order for as long as each says where to go on.
void lower_check(llvm::Module& module, std::uint32_t pieces) {
    auto& context = module.getContext();
    llvm::Function* check = define(module, kCheckSymbol, false);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", check));
    llvm::Value* at = builder.getInt32(kContinue);
    for (std::uint32_t i = 0; i < pieces; ++i) {
        llvm::FunctionCallee piece = module.getOrInsertFunction(piece_symbol(i), type_of(context, true));
        auto* function = llvm::cast<llvm::Function>(piece.getCallee());
        function->setDoesNotThrow();
        function->addFnAttr(llvm::Attribute::NonLazyBind);
        at = builder.CreateCall(piece, {check->getArg(0), check->getArg(1), check->getArg(2),
                                        check->getArg(3), at, check->getArg(5)});
        if (i + 1 == pieces) break;
        auto* done = llvm::BasicBlock::Create(context, "done", check);
        auto* next = llvm::BasicBlock::Create(context, "next", check);
        builder.CreateCondBr(builder.CreateICmpULT(at, builder.getInt32(kContinue)), done, next);
        builder.SetInsertPoint(done);
        builder.CreateRet(at);
        builder.SetInsertPoint(next);
    }
    builder.CreateRet(at);
}

}  // namespace

struct ProgramLowering::State {
    Pieces pieces;
    Lowering lowering;

    State(const Program& program, int broken_op)
        : pieces(cut_program(program)), lowering{program, pieces, broken_op, {}, {}, 0} {
        lowering.held.resize(program.registers);
        lowering.entered.resize(program.code.size() + 1);
    }
};

ProgramLowering::ProgramLowering(const Program& program, int broken_op)
    : state_(std::make_unique<State>(program, broken_op)) {}
ProgramLowering::~ProgramLowering() = default;

std::uint32_t ProgramLowering::pieces() const {
    return state_->pieces.count();
}

std::string ProgramLowering::symbol(std::uint32_t index) const {
    return index + 1 == pieces() ? kCheckSymbol : piece_symbol(index);
}

void ProgramLowering::lower_piece(std::uint32_t index, llvm::Module& module) {
    const bool several = pieces() > 1;
    llvm::Function* function = define(module, several ? piece_symbol(index) : kCheckSymbol, several);
    Piece(state_->lowering, index, module, *function).lower();
    if (several && index + 1 == pieces()) lower_check(module, pieces());
}

}  // namespace guardc::native
