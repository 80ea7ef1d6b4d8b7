#include "compiler/native/lower.h"

#include <vector>

#include <llvm/IR/Module.h>

#include "compiler/native/piece.h"

namespace guardc::native {
namespace {

llvm::Function* declare(llvm::Module& module, const llvm::Twine& name, bool piece) {
    auto* pointer = llvm::PointerType::getUnqual(module.getContext());
    auto* status = llvm::Type::getInt32Ty(module.getContext());
    llvm::Type* fifth = piece ? static_cast<llvm::Type*>(status) : pointer;
    auto* type = llvm::FunctionType::get(status, {pointer, pointer, pointer, pointer, fifth, pointer}, false);
    auto* function = llvm::Function::Create(
        type, piece ? llvm::Function::InternalLinkage : llvm::Function::ExternalLinkage, name, module);
    function->setDoesNotThrow();
    static constexpr const char* names[] = {"slots", "ambient", "literals", "scratch", "memo", "out"};
    for (unsigned i = 0; i < 6; ++i)
        function->getArg(i)->setName(piece && i == 4 ? "at" : names[i]);
    return function;
}

// Runs the pieces in order for as long as each says where to go on.
void lower_driver(llvm::Function& check, const std::vector<llvm::Function*>& pieces) {
    auto& context = check.getContext();
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", &check));
    llvm::Value* at = builder.getInt32(kContinue);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        at = builder.CreateCall(pieces[i], {check.getArg(0), check.getArg(1), check.getArg(2),
                                            check.getArg(3), at, check.getArg(5)});
        if (i + 1 == pieces.size()) break;
        auto* done = llvm::BasicBlock::Create(context, "done", &check);
        auto* next = llvm::BasicBlock::Create(context, "next", &check);
        builder.CreateCondBr(builder.CreateICmpULT(at, builder.getInt32(kContinue)), done, next);
        builder.SetInsertPoint(done);
        builder.CreateRet(at);
        builder.SetInsertPoint(next);
    }
    builder.CreateRet(at);
}

}  // namespace

void lower_program(const Program& program, int broken_op, llvm::Module& module) {
    const Pieces pieces = cut_program(program);
    Lowering lowering{program, pieces, module, broken_op, {}, {}, 0};
    lowering.held.resize(program.registers);
    lowering.entered.resize(program.code.size() + 1);
    llvm::Function* check = declare(module, kCheckSymbol, false);
    if (pieces.count() == 1) {
        Piece(lowering, 0, *check).lower();
        return;
    }
    std::vector<llvm::Function*> functions;
    for (std::uint32_t i = 0; i < pieces.count(); ++i) {
        functions.push_back(declare(module, "piece." + llvm::Twine(i), true));
        Piece(lowering, i, *functions.back()).lower();
    }
    lower_driver(*check, functions);
}

}  // namespace guardc::native
