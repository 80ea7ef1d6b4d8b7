#include "compiler/native/machine.h"

#include <utility>

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>

namespace guardc::native {
namespace {

bool initialise_target() {
    static const bool ready =
        !llvm::InitializeNativeTarget() && !llvm::InitializeNativeTargetAsmPrinter();  // true on failure
    return ready;
}

// The default handler ends the process.
void collect_diagnostic(const llvm::DiagnosticInfo* info, void* into) {
    if (info->getSeverity() != llvm::DS_Error) return;
    llvm::raw_string_ostream stream(*static_cast<std::string*>(into));
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info->print(printer);
}

}  // namespace

std::expected<std::unique_ptr<Machines>, Failure> Machines::create() {
    if (!initialise_target()) return std::unexpected(Failure{"LLVM cannot generate code for this machine"});
    std::unique_ptr<Machines> pool(new Machines);
    pool->triple_ = llvm::sys::getProcessTriple();
    pool->cpu_ = llvm::sys::getHostCPUName().str();
    llvm::SubtargetFeatures features;
    for (const auto& feature : llvm::sys::getHostCPUFeatures())
        features.AddFeature(feature.first(), feature.second);
    pool->features_ = features.getString();
    auto first = pool->make();
    if (!first) return std::unexpected(first.error());
    pool->idle_.push_back(std::move(*first));
    return pool;
}

Machines::~Machines() = default;

std::expected<std::unique_ptr<llvm::TargetMachine>, Failure> Machines::make() const {
    std::string reason;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple_, reason);
    if (target == nullptr) return std::unexpected(Failure{"no code generator: " + reason});
    llvm::TargetOptions options;
    options.EmitAddrsig = false;
    std::unique_ptr<llvm::TargetMachine> machine(
        target->createTargetMachine(triple_, cpu_, features_, options, llvm::Reloc::PIC_,
                                    llvm::CodeModel::Small, llvm::CodeGenOptLevel::None, true));
    if (machine == nullptr) return std::unexpected(Failure{"no code generator for " + triple_});
    return machine;
}

std::expected<Machines::Loan, Failure> Machines::borrow() {
    {
        const std::lock_guard lock(mutex_);
        if (!idle_.empty()) {
            Loan loan(*this, std::move(idle_.back()));
            idle_.pop_back();
            return loan;
        }
    }
    auto made = make();
    if (!made) return std::unexpected(made.error());
    return Loan(*this, std::move(*made));
}

Machines::Loan::Loan(Machines& pool, std::unique_ptr<llvm::TargetMachine> machine)
    : pool_(pool), machine_(std::move(machine)) {}
Machines::Loan::Loan(Loan&&) noexcept = default;
Machines::Loan::~Loan() {
    if (machine_ == nullptr) return;
    const std::lock_guard lock(pool_.mutex_);
    pool_.idle_.push_back(std::move(machine_));
}

void prepare_module(llvm::Module& module, const llvm::TargetMachine& machine) {
    module.setTargetTriple(machine.getTargetTriple().str());
    module.setDataLayout(machine.createDataLayout());
}

std::expected<std::string, Failure> generate(llvm::Module& module, llvm::TargetMachine& machine, Form form,
                                             Effort effort) {
    std::string errors;
    const bool thorough = effort == Effort::thorough;
    machine.setOptLevel(thorough ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None);
    machine.setFastISel(!thorough);  // stays as the last module had it
    module.getContext().setDiagnosticHandlerCallBack(collect_diagnostic, &errors);
    llvm::SmallVector<char, 0> output;
    llvm::raw_svector_ostream stream(output);
    llvm::legacy::PassManager passes;
    const auto type =
        form == Form::object ? llvm::CodeGenFileType::ObjectFile : llvm::CodeGenFileType::AssemblyFile;
    if (machine.addPassesToEmitFile(passes, stream, nullptr, type))
        return std::unexpected(Failure{"LLVM cannot emit this kind of file"});
    passes.run(module);
    module.getContext().setDiagnosticHandlerCallBack(nullptr, nullptr);
    if (!errors.empty()) return std::unexpected(Failure{"code generation: " + errors});
    return std::string(output.begin(), output.end());
}

}  // namespace guardc::native
