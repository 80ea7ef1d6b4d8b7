#include "compiler/native/link.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <llvm/ExecutionEngine/JITLink/JITLink.h>
#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/Support/MemoryBuffer.h>

namespace guardc::native {
namespace {

using llvm::jitlink::BasicLayout;
using llvm::jitlink::JITLinkMemoryManager;
using llvm::jitlink::LinkGraph;
using llvm::orc::ExecutorAddr;

constexpr std::size_t kLine = 64;

llvm::Error error(const std::string& text) {
    return llvm::make_error<llvm::StringError>(text, llvm::inconvertibleErrorCode());
}

bool writable(llvm::orc::MemProt protection) {
    using llvm::orc::MemProt;
    return (static_cast<unsigned>(protection) & static_cast<unsigned>(MemProt::Write)) != 0;
}

// What one link produces, filled in as the linker calls back; all of it happens on the calling thread.
struct Link {
    std::string_view wanted;
    std::span<const Operation> callable;
    CodeArena& arena;
    CodeBlock block;
    std::vector<std::byte> image;
    void* entry = nullptr;
    std::string failure;
};

// Everything of one object lies in one block, linked in ordinary memory and then copied to its place.
class Allocation : public JITLinkMemoryManager::InFlightAlloc {
  public:
    explicit Allocation(Link& link) : link_(link) {}

    void finalize(OnFinalizedFunction done) override {
        if (auto written = link_.arena.write(link_.block, link_.image); !written) {
            link_.arena.release(std::exchange(link_.block, {}));
            done(error(written.error().message));
            return;
        }
        done(JITLinkMemoryManager::FinalizedAlloc(ExecutorAddr::fromPtr(link_.block.start)));
    }

    void abandon(OnAbandonedFunction done) override {
        link_.arena.release(std::exchange(link_.block, {}));
        done(llvm::Error::success());
    }

  private:
    Link& link_;
};

class MemoryManager : public JITLinkMemoryManager {
  public:
    explicit MemoryManager(Link& link) : link_(link) {}

    void allocate(const llvm::jitlink::JITLinkDylib*, LinkGraph& graph, OnAllocatedFunction done) override {
        if (auto laid_out = lay_out(graph))
            done(std::move(laid_out));
        else
            done(std::make_unique<Allocation>(link_));
    }

    void deallocate(std::vector<FinalizedAlloc> blocks, OnDeallocatedFunction done) override {
        for (FinalizedAlloc& block : blocks)
            block.release();  // the holder of the code releases it
        done(llvm::Error::success());
    }

  private:
    llvm::Error lay_out(LinkGraph& graph) {
        BasicLayout layout(graph);
        std::size_t size = 0;
        for (auto& [group, segment] : layout.segments()) {
            if (writable(group.getMemProt())) return error("generated code asks for writable memory");
            if (segment.Alignment.value() > kLine) return error("generated code asks for too much alignment");
            size = llvm::alignTo(size, segment.Alignment) + segment.ContentSize + segment.ZeroFillSize;
        }
        if (!layout.graphAllocActions().empty()) return error("generated code asks to run code when linked");
        auto block = link_.arena.allocate(size);
        if (!block) return error(block.error().message);
        link_.block = *block;
        link_.image.assign(size, std::byte{0});
        std::size_t offset = 0;
        for (auto& [group, segment] : layout.segments()) {
            offset = llvm::alignTo(offset, segment.Alignment);
            segment.Addr = ExecutorAddr::fromPtr(link_.block.start + offset);
            segment.WorkingMem = reinterpret_cast<char*>(link_.image.data() + offset);
            offset += segment.ContentSize + segment.ZeroFillSize;
        }
        if (auto applied = layout.apply()) {
            link_.arena.release(std::exchange(link_.block, {}));
            return applied;
        }
        return llvm::Error::success();
    }

    Link& link_;
};

class Context : public llvm::jitlink::JITLinkContext {
  public:
    explicit Context(Link& link) : JITLinkContext(nullptr), link_(link), memory_(link) {}

    JITLinkMemoryManager& getMemoryManager() override { return memory_; }

    void notifyFailed(llvm::Error failure) override { link_.failure = llvm::toString(std::move(failure)); }

    void lookup(const LookupMap& symbols,
                std::unique_ptr<llvm::jitlink::JITLinkAsyncLookupContinuation> continuation) override {
        llvm::jitlink::AsyncLookupResult found;
        std::string missing;
        for (const auto& [name, flags] : symbols) {
            const auto operation =
                std::ranges::find(link_.callable, std::string_view(name), &Operation::name);
            if (operation == link_.callable.end())
                missing += " " + name.str();
            else
                found[name] = {ExecutorAddr::fromPtr(operation->address),
                               llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
        }
        if (missing.empty())
            continuation->run(std::move(found));
        else
            continuation->run(error("native code calls what it may not:" + missing));
    }

    llvm::Error notifyResolved(LinkGraph& graph) override {
        for (const llvm::jitlink::Symbol* symbol : graph.defined_symbols()) {
            if (symbol->hasName() && symbol->getName() == llvm::StringRef(link_.wanted))
                link_.entry = symbol->getAddress().toPtr<void*>();
        }
        return link_.entry != nullptr ? llvm::Error::success() : error("generated code has no entry");
    }

    void notifyFinalized(JITLinkMemoryManager::FinalizedAlloc block) override { block.release(); }

  private:
    Link& link_;
    MemoryManager memory_;
};

}  // namespace

LinkedCode::LinkedCode(LinkedCode&& other) noexcept
    : arena_(other.arena_), block_(std::exchange(other.block_, {})), entry_(other.entry_) {}

LinkedCode& LinkedCode::operator=(LinkedCode&& other) noexcept {
    std::swap(arena_, other.arena_);
    std::swap(block_, other.block_);
    std::swap(entry_, other.entry_);
    return *this;
}

LinkedCode::~LinkedCode() {
    if (block_.start != nullptr) arena_->release(block_);
}

std::expected<LinkedCode, Failure> link_object(std::string_view object, std::string_view entry,
                                               std::span<const Operation> callable, CodeArena& arena) {
    auto graph = llvm::jitlink::createLinkGraphFromObject(
        llvm::MemoryBufferRef(llvm::StringRef(object.data(), object.size()), "guardc"));
    if (!graph) return std::unexpected(Failure{"linking: " + llvm::toString(graph.takeError())});
    Link link{entry, callable, arena, {}, {}, nullptr, {}};
    llvm::jitlink::link(std::move(*graph), std::make_unique<Context>(link));
    if (!link.failure.empty()) return std::unexpected(Failure{"linking: " + link.failure});
    return LinkedCode(arena, link.block, link.entry);
}

}  // namespace guardc::native
